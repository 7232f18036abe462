/// The part of the search state that does not depend on the client's types.
///
/// Propagation spends its time here. `Solver` is generic, and generic code looks up type metadata
/// at run time; this struct has one layout and avoids that. If two version sets meet for the first
/// time, it returns a `Question` and continues after the solver has answered it.
struct Knowledge: Sendable {
  /// A question that only the client's version sets can answer.
  enum Question {
    case relation(of: Term, to: Term)
    case intersection(Term, Term)
  }

  let propagation: Propagation
  var solution = PartialSolution()
  var priorities = Priorities()
  var ranking = Ranking()
  private(set) var incompatibilities = Incompatibilities()
  /// The incompatibilities that mention a package, oldest first, by package.
  private(set) var mentions: [[IncompatibilityID]] = []
  /// The packages that propagation still has to process.
  var changes = Changes()
  /// The results of earlier comparisons and intersections.
  private var relations = Memo()
  private var intersections = Memo()
  /// The incompatibilities that come from the provider.
  private var stated: Set<Incompatibility> = []
  /// The number of incompatibilities examined.
  var visits = 0

  init(_ propagation: Propagation) {
    self.propagation = propagation
  }

  /// Grows the tables to hold `count` packages.
  mutating func reserve(_ count: Int) {
    while mentions.count < count { mentions.append([]) }
    solution.reserve(count)
    priorities.reserve(count)
    changes.reserve(count)
  }

  /// Stores an incompatibility without indexing it, as a step of a derivation.
  mutating func record(_ incompatibility: Incompatibility) -> IncompatibilityID {
    incompatibilities.append(incompatibility)
  }

  /// Indexes an incompatibility under its packages, so that propagation visits it.
  mutating func file(_ id: IncompatibilityID) {
    for index in incompatibilities.termIndices(of: id) {
      let term = incompatibilities.term(at: index)
      if term.isPositive || !propagation.visitsPositiveTermsOnly {
        mentions[term.package.index].append(id)
      }
    }
  }

  /// Stores and indexes an incompatibility.
  mutating func add(_ incompatibility: Incompatibility) {
    file(record(incompatibility))
  }

  /// Stores and indexes an incompatibility of the provider, unless it is known already.
  mutating func addOnce(_ incompatibility: Incompatibility) {
    if stated.insert(incompatibility).inserted { add(incompatibility) }
  }

  /// Records the sum that contradicts an incompatibility, so that the next visit ends early.
  mutating func setObstacle(_ sum: Term, of id: IncompatibilityID) {
    incompatibilities.setObstacle(sum, of: id)
  }

  /// Adds a derived assignment to the partial solution.
  mutating func derive(_ term: Term, sum: Term, cause: IncompatibilityID) {
    solution.derive(term, sum: sum, cause: cause)
  }
}

/// Cached relations and intersections of version sets.
extension Knowledge {
  /// The relation of a sum to a term of its package; nil if they have not been compared.
  func relation(of sum: Term, to term: Term) -> Relation? {
    relations[Memo.key(sum, term)].flatMap { Relation(rawValue: UInt8($0)) }
  }

  /// Stores the relation of a sum to a term.
  mutating func learn(_ relation: Relation, of sum: Term, to term: Term) {
    relations[Memo.key(sum, term)] = Int(relation.rawValue)
  }

  /// The intersection of two terms.
  enum Intersection {
    case term(Term)
    /// The terms can never both be true.
    case never
  }

  /// The term that is true when both terms are; nil if it has not been computed.
  func intersection(_ one: Term, _ other: Term) -> Intersection? {
    guard let found = intersections[Memo.key(one, other)] else { return nil }
    guard found > 0 else { return .never }
    return .term(
      Term(
        package: one.package, versions: SetID(index: found - 1),
        isPositive: one.isPositive || other.isPositive))
  }

  /// Stores the intersection of two terms; nil if they can never both be true.
  mutating func learn(_ result: Term?, from one: Term, _ other: Term) {
    intersections[Memo.key(one, other)] = result.map { $0.versions.index + 1 } ?? 0
  }
}
