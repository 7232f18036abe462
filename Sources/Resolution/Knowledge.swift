/// What is held to be true, in numbers alone: the half of a search that no client shapes.
///
/// Propagation spends its time here. The solver is generic, and what belongs to a generic type is
/// looked up at run time over and over; this has one layout and needs no such thing. Where sets of
/// versions meet for the first time, it asks a `Question` and goes on when that is answered.
struct Knowledge: Sendable {
  /// What only the client's sets can answer.
  enum Question {
    case relation(of: Term, to: Term)
    case intersection(Term, Term)
  }

  let propagation: Propagation
  var solution = PartialSolution()
  var priorities = Priorities()
  private(set) var incompatibilities = Incompatibilities()
  /// What is visited when a package changes, oldest first, by package.
  private(set) var mentions: [[IncompatibilityID]] = []
  /// Packages that propagation has still to look at.
  var changes = Changes()
  /// What was found when terms were compared, and when they were joined.
  private var relations = Memo()
  private var intersections = Memo()
  /// What the client has said so far.
  private var stated: Set<Incompatibility> = []
  /// How often an incompatibility was looked at.
  var visits = 0

  init(_ propagation: Propagation) {
    self.propagation = propagation
  }

  /// Makes room for packages up to `count`.
  mutating func reserve(_ count: Int) {
    while mentions.count < count { mentions.append([]) }
    solution.reserve(count)
    priorities.reserve(count)
    changes.reserve(count)
  }

  /// Records an incompatibility without filing it, as a step of a derivation.
  mutating func record(_ incompatibility: Incompatibility) -> IncompatibilityID {
    incompatibilities.append(incompatibility)
  }

  /// Files an incompatibility under its packages, so that it is visited.
  mutating func file(_ id: IncompatibilityID) {
    for place in incompatibilities.places(of: id) {
      let term = incompatibilities.term(at: place)
      if term.isPositive || !propagation.visitsPositiveTermsOnly {
        mentions[term.package.index].append(id)
      }
    }
  }

  /// Records and files an incompatibility.
  mutating func add(_ incompatibility: Incompatibility) {
    file(record(incompatibility))
  }

  /// Records and files what the client says, once.
  mutating func state(_ incompatibility: Incompatibility) {
    if stated.insert(incompatibility).inserted { add(incompatibility) }
  }

  /// Notes the sum that contradicts an incompatibility, so that the next visit is a short one.
  mutating func note(_ sum: Term, against id: IncompatibilityID) {
    incompatibilities.note(sum, against: id)
  }

  /// Adds a derived assignment.
  mutating func derive(_ term: Term, sum: Term, cause: IncompatibilityID) {
    solution.derive(term, sum: sum, cause: cause)
  }
}

/// What was found when sets of versions met.
extension Knowledge {
  /// How a sum stands to a term of its package; nil where they were not compared before.
  func relation(of sum: Term, to term: Term) -> Relation? {
    relations[Memo.key(sum, term)].flatMap { Relation(rawValue: UInt8($0)) }
  }

  /// Takes in how a sum stands to a term.
  mutating func learn(_ relation: Relation, of sum: Term, to term: Term) {
    relations[Memo.key(sum, term)] = Int(relation.rawValue)
  }

  /// What two terms come to together.
  enum Intersection {
    case term(Term)
    /// They can never both be true.
    case never
  }

  /// The term that is true when both are; nil where they were not joined before.
  func intersection(_ one: Term, _ other: Term) -> Intersection? {
    guard let found = intersections[Memo.key(one, other)] else { return nil }
    guard found > 0 else { return .never }
    return .term(
      Term(
        package: one.package, versions: SetID(index: found - 1),
        isPositive: one.isPositive || other.isPositive))
  }

  /// Takes in what two terms come to; nil: they can never both be true.
  mutating func learn(_ result: Term?, from one: Term, _ other: Term) {
    intersections[Memo.key(one, other)] = result.map { $0.versions.index + 1 } ?? 0
  }
}
