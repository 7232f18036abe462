/// Cached relations and intersections of version sets.
struct Comparisons: Sendable {
  private var relations = Memo(unused: Relation.overlap)
  private var intersections = Memo(unused: Intersection.never)

  /// The intersection of two terms.
  enum Intersection {
    case term(Literal)
    /// The terms can never both be true.
    case never
  }

  /// The relation of a sum to a term of its package; nil if they have not been compared.
  @inline(__always)
  func relation(of sum: Literal, to term: Literal) -> Relation? {
    if sum == .missing { return .overlap }
    return relations[Self.key(sum, term)]
  }

  /// Stores the relation of a sum to a term.
  mutating func learn(_ relation: Relation, of sum: Literal, to term: Literal) {
    relations.set(Self.key(sum, term), to: relation)
  }

  /// The term that is true when both terms are; nil if it has not been computed.
  func intersection(_ one: Literal, _ other: Literal) -> Intersection? {
    intersections[Self.key(one, other)]
  }

  /// Stores the intersection of two terms; nil if they can never both be true.
  mutating func learn(_ result: Literal?, from one: Literal, _ other: Literal) {
    intersections.set(Self.key(one, other), to: result.map { .term($0) } ?? .never)
  }

  @inline(__always)
  private static func key(_ one: Literal, _ other: Literal) -> UInt64 {
    UInt64(one.code) << 32 | UInt64(other.code)
  }
}
