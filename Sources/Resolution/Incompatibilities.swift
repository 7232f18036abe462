/// All incompatibilities in order of discovery.
///
/// Their terms are stored in one array because propagation reads little else. A separate array for
/// each incompatibility would cost a retain and a release on every visit.
///
///     id  cause         terms                    indices of terms
///      0  dependency    foo 1.0, not bar ^2.0    0..<2
///      1  no versions   bar ^2.0                 2..<3
///      2  0 and 1       foo 1.0                  3..<4
struct Incompatibilities: Sendable {
  /// A term that is contradicted as long as its package's sum is the same.
  struct Obstacle: Sendable {
    var package: PackageID
    /// `Literal.missing` if no contradiction was found yet.
    var sum: Literal
    /// The index of the term.
    var index: UInt32
  }

  private var terms: [Term] = []
  /// The index of each incompatibility's first term, and the number of all terms.
  private var starts: [UInt32] = [0]
  /// For each incompatibility, the term that was contradicted last.
  private var obstacles: [Obstacle] = []
  private var causes: [Incompatibility.Cause] = []

  subscript(id: IncompatibilityID) -> Incompatibility {
    Incompatibility(terms: Array(terms[termIndices(of: id)]), cause: causes[id.index])
  }

  /// The cause of an incompatibility.
  ///
  /// Reading `cause` through the subscript is not only slower: Swift 6.3.1 with optimization frees
  /// the unused array of terms before it has copied them.
  func cause(of id: IncompatibilityID) -> Incompatibility.Cause { causes[id.index] }

  /// Appends an incompatibility and returns its number.
  mutating func append(_ incompatibility: Incompatibility) -> IncompatibilityID {
    let package = incompatibility.terms.first?.package ?? PackageID(index: 0)
    obstacles.append(Obstacle(package: package, sum: .missing, index: UInt32(terms.count)))
    terms += incompatibility.terms
    starts.append(UInt32(terms.count))
    causes.append(incompatibility.cause)
    return IncompatibilityID(index: causes.count - 1)
  }

  /// The indices of an incompatibility's terms.
  func termIndices(of id: IncompatibilityID) -> Range<Int> {
    Int(starts[id.index])..<Int(starts[id.index + 1])
  }

  /// The terms of an incompatibility.
  func terms(of id: IncompatibilityID) -> ArraySlice<Term> { terms[termIndices(of: id)] }

  /// Whether an incompatibility has the same terms and the same cause as another.
  func isEqual(_ id: IncompatibilityID, _ other: Incompatibility) -> Bool {
    terms(of: id).elementsEqual(other.terms) && causes[id.index] == other.cause
  }

  /// The term at an index.
  func term(at index: Int) -> Term { terms[index] }

  /// The term of an incompatibility that was contradicted last, or its first term.
  func obstacle(of id: IncompatibilityID) -> Obstacle { obstacles[id.index] }

  /// Records that the term at an index is contradicted as long as its package's sum is `sum`.
  mutating func setObstacle(_ index: Int, _ sum: Literal, of id: IncompatibilityID) {
    obstacles[id.index] = Obstacle(
      package: terms[index].package, sum: sum, index: UInt32(index))
  }
}
