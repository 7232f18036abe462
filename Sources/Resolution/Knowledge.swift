/// The part of the search state that does not depend on the client's types.
///
/// Propagation spends its time here. `Solver` is generic, and generic code looks up type metadata
/// at run time; this struct has one layout and avoids that. If two version sets meet for the first
/// time, it returns a `Question` and continues after the solver has answered it.
struct Knowledge: Sendable {
  /// A question that only the client's version sets can answer.
  enum Question {
    case relation(of: Literal, to: Literal)
    case intersection(Literal, Literal)
  }

  let propagation: Propagation
  var solution = PartialSolution()
  var priorities = Priorities()
  var ranking = Ranking()
  var incompatibilities = Incompatibilities()
  var mentions = Mentions()
  /// The packages that propagation still has to process.
  var changes = Changes()
  var comparisons = Comparisons()
  private var stated = Stated()
  /// The packages that `nextPackage` examines; kept for its memory.
  var changed: [PackageID] = []
  /// The number of incompatibilities examined.
  var visits = 0

  init(_ propagation: Propagation) {
    self.propagation = propagation
  }

  /// Grows the tables to hold `count` packages.
  mutating func reserve(_ count: Int) {
    mentions.reserve(count)
    solution.reserve(count)
    priorities.reserve(count)
    ranking.reserve(count)
    changes.reserve(count)
  }

  /// Stores an incompatibility without indexing it, as a step of a derivation.
  mutating func record(_ incompatibility: Incompatibility) -> IncompatibilityID {
    incompatibilities.append(incompatibility)
  }

  /// Indexes an incompatibility under its packages, so that propagation visits it.
  mutating func file(_ id: IncompatibilityID) {
    for term in incompatibilities.terms(of: id)
    where term.isPositive || !propagation.visitsPositiveTermsOnly {
      mentions.add(id, of: term.package)
    }
  }

  /// Stores and indexes an incompatibility.
  mutating func add(_ incompatibility: Incompatibility) {
    file(record(incompatibility))
  }

  /// Stores and indexes an incompatibility of the provider, unless it is known already.
  mutating func addOnce(_ incompatibility: Incompatibility) -> IncompatibilityID {
    if let known = stated.find(incompatibility, in: incompatibilities) { return known }
    let id = record(incompatibility)
    file(id)
    stated.insert(id, in: incompatibilities)
    return id
  }
}

/// The incompatibilities that mention a package, newest first: a linked list for each package.
struct Mentions: Sendable {
  private struct Link: Sendable {
    var id: IncompatibilityID
    /// The index of the next older link; 0 for none.
    var older: UInt32
  }

  /// The first link is not used.
  private var links = [Link(id: IncompatibilityID(index: 0), older: 0)]
  /// The index of the newest link, by package.
  private var newest: [UInt32] = []

  /// Grows the table to hold `count` packages.
  mutating func reserve(_ count: Int) {
    while newest.count < count { newest.append(0) }
  }

  mutating func add(_ id: IncompatibilityID, of package: PackageID) {
    links.append(Link(id: id, older: newest[package.index]))
    newest[package.index] = UInt32(links.count - 1)
  }

  /// The index of the newest mention of a package; 0 without mentions.
  func first(of package: PackageID) -> Int { Int(newest[package.index]) }

  /// The incompatibility of a mention, and the index of the next older one; 0 for none.
  subscript(index: Int) -> (id: IncompatibilityID, next: Int) {
    (links[index].id, Int(links[index].older))
  }
}
