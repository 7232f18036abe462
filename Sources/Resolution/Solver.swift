/// PubGrub as a machine that stops where it lacks data and is resumed when it has them.
///
/// The words are those of Natalie Weizenbaum's paper: terms, incompatibilities, a partial solution
/// of assignments, unit propagation, conflict resolution, decision making
/// (github.com/dart-lang/pub, doc/solver.md). The solver never waits and knows no URL; its client
/// brings a `DependencyProvider` and a loop:
///
///     var solver = Solver(root: .root, at: version, provider: Gems(index: [:]))
///     while true {
///       switch solver.advance() {
///       case .solved(let decisions): return decisions
///       case .failed(let derivation): throw Conflict(Report(derivation, wording: words))
///       case .needs(let names, let hints):
///         for entry in try await lookUp(names, ahead: hints) { solver.provider.add(entry) }
///       }
///     }
///
/// and the provider answers three questions from what it has:
///
///     struct Gems: DependencyProvider {
///       var index: [String: [Release]]      // ascending
///       func priority(of name: String, in versions: Versions) -> Answer<Priority, String> {
///         guard let all = index[name] else { return .needs([name]) }
///         return .known(Priority(count: all.count { versions.contains($0.version) }))
///       }
///       func choice(of name: String, in versions: Versions) -> Answer<Choice<…>, String> {
///         …the preferred one of those allowed, or `.none`
///       }
///       func constraints(of name: String, at version: Gem) -> Answer<[Constraint<…>], String> {
///         …`.dependency(of: .exactly(version), on: "rack", .above(two))`, in order
///       }
///     }
///
/// Answers are awaited before anything is decided, so that the result does not depend on the
/// order in which data come in. Equal input gives equal output.
package struct Solver<Provider: DependencyProvider> {
  /// What the client chooses versions of.
  package typealias Package = Provider.Package
  /// The client's sets.
  package typealias Versions = Provider.Versions
  /// The client's versions.
  package typealias Version = Provider.Version

  /// A version chosen for a package.
  package struct Decision: Hashable, Sendable {
    /// Never the root, whose version the client brought itself.
    package let package: Package
    /// The one that the provider's `choice` preferred among what was still allowed.
    package let version: Version
  }

  /// How far the solver came.
  package enum Progress {
    /// A version for every package needed, in order of decision; the root is left out.
    case solved([Decision])
    /// There is no solution, and this is why.
    case failed(Derivation<Package, Versions, Provider.Reason>)
    /// Data without which it cannot go on, and others that it will probably ask for next.
    case needs([Provider.Need], hints: [Provider.Need])
  }

  /// The client's data; add to it between two calls of `advance()`.
  package var provider: Provider

  /// What the search has cost so far.
  package var effort: Effort {
    var effort = counted
    effort.visits = knowledge.visits
    return effort
  }

  /// The cost without the visits.
  var counted = Effort()
  let root: PackageID
  let rootVersion: Version
  var packages = Interning<Package>()
  var reasons = Interning<Provider.Reason>()
  var sets = SetTable<Versions>()
  var knowledge: Knowledge
  var chosen: [Version?] = []
  var phase = Phase.beginning

  /// Begins a search; nothing is asked before `advance()`.
  ///
  /// - Parameters:
  ///   - root: what is resolved; its constraints are asked for like any package's.
  ///   - version: the root's only version.
  ///   - provider: the client.
  ///   - propagation: which of the sound orders is followed.
  package init(
    root: Package, at version: Version, provider: Provider, propagation: Propagation = .paper
  ) {
    self.provider = provider
    knowledge = Knowledge(propagation)
    rootVersion = version
    self.root = PackageID(index: packages.number(of: root))
    reserve()
  }

  /// Searches until there is a result or data are missing.
  ///
  /// After `.needs` add the data and call again; after a result it answers the same again.
  package mutating func advance() -> Progress {
    while true {
      switch phase {
      case .beginning:
        if let needs = begin() { return .needs(needs, hints: []) }
      case .propagating(let package):
        phase = propagate(package).map(Phase.failed) ?? .deciding
      case .deciding:
        if let needs = decide() { return .needs(needs, hints: hints(besides: needs)) }
      case .solved: return .solved(decisions)
      case .failed(let root): return .failed(derivation(of: root))
      }
    }
  }

  private var decisions: [Decision] {
    knowledge.solution.decisions.dropFirst().compactMap { package in
      chosen[package.index].map { Decision(package: packages[package.index], version: $0) }
    }
  }
}

/// What a solver does next.
enum Phase {
  case beginning
  case propagating(PackageID)
  case deciding
  case solved
  case failed(IncompatibilityID)
}

/// The work of a search, in counts that do not depend on the machine.
package struct Effort: Hashable, Sendable {
  /// Versions chosen, those taken back included.
  package internal(set) var decisions = 0
  /// Conflicts resolved.
  package internal(set) var conflicts = 0
  /// Incompatibilities looked at during propagation.
  package internal(set) var visits = 0
}

/// Values and their numbers, in order of first appearance.
struct Interning<Value: Hashable & Sendable>: Sendable {
  private(set) var values: [Value] = []
  private var numbers: [Value: Int] = [:]

  subscript(number: Int) -> Value { values[number] }

  mutating func number(of value: Value) -> Int {
    if let known = numbers[value] { return known }
    values.append(value)
    numbers[value] = values.count - 1
    return values.count - 1
  }
}
