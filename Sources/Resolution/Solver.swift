/// PubGrub as a state machine that stops if data is missing and resumes when it has been added.
///
/// The terms are those of Natalie Weizenbaum's paper (github.com/dart-lang/pub, doc/solver.md). The
/// solver keeps a list of incompatibilities, terms that must not all be true, and a partial
/// solution of assignments. It repeats two steps:
///
/// 1. Unit propagation: if all terms of an incompatibility but one are satisfied, the inverse of
///    that one is derived. If all are satisfied, conflict resolution combines the incompatibility
///    with the causes of the assignments that satisfied it until it finds the root cause, which
///    would have derived something at an earlier level, and backtracks to that level. If the root
///    cause rules out the root package, there is no solution.
/// 2. Decision making: chooses a version of an undecided package and adds its dependencies as
///    incompatibilities. If no package is undecided, the search is finished.
///
/// For example, `root` depends on `foo ^1.0.0`, and `foo 1.1.0` depends on `bar ^2.0.0`, which does
/// not exist:
///
///     {root, not foo ^1.0.0}             propagation derives: foo ^1.0.0
///     decision: foo 1.1.0                adds {foo 1.1.0, not bar ^2.0.0}, derives: bar ^2.0.0
///     no version of bar ^2.0.0           adds {bar ^2.0.0}, which is satisfied: a conflict
///     root cause: {bar ^2.0.0}           backtracks, derives: not bar ^2.0.0, not foo 1.1.0
///     decision: foo 1.0.0                solved
///
/// The solver never waits and makes no requests. The client supplies a `DependencyProvider` and a
/// loop:
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
/// The provider answers three questions from the data it has:
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
/// The solver waits for an answer before it decides anything, so the result does not depend on the
/// order in which data arrives. Equal input gives equal output.
///
/// The declarations of this module are public, unlike those of all others: Swift 6.3.1 specializes
/// generic code of another module only if it is public. Without that, a search takes twice as long.
public struct Solver<Provider: DependencyProvider> {
  /// The client's package type.
  public typealias Package = Provider.Package
  /// The client's version sets.
  public typealias Versions = Provider.Versions
  /// The client's version type.
  public typealias Version = Provider.Version

  /// A version chosen for a package.
  public struct Decision: Hashable, Sendable {
    /// Any package except the root, whose version is given by the client.
    public let package: Package
    /// The version that the provider's `choice` returned.
    public let version: Version
  }

  /// The state in which `advance()` returns.
  public enum Progress {
    /// A version for every required package, in order of decision, without the root.
    case solved([Decision])
    /// There is no solution; the derivation proves it.
    case failed(Derivation<Package, Versions, Provider.Reason>)
    /// Data that the solver needs to continue, and data that it will probably need next.
    case needs([Provider.Need], hints: [Provider.Need])
  }

  /// The client's data.
  ///
  /// Add to it between two calls of `advance()`.
  public var provider: Provider

  /// The cost of the search so far.
  public var effort: Effort {
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
  var tried = Tried()
  /// The sets of versions for which the search for hints found all data, by package.
  var foreseen: [Int: SetID] = [:]
  var phase = Phase.beginning

  /// Creates a solver.
  ///
  /// The provider is not asked before `advance()`.
  ///
  /// - Parameters:
  ///   - root: the package to resolve; its constraints come from the provider like any other's.
  ///   - version: the root's only version.
  ///   - provider: the client's data.
  ///   - propagation: the order in which incompatibilities are visited.
  public init(
    root: Package, at version: Version, provider: Provider, propagation: Propagation = .paper
  ) {
    self.provider = provider
    knowledge = Knowledge(propagation)
    rootVersion = version
    self.root = PackageID(index: packages.number(of: root))
    reserve()
  }

  /// Searches until there is a result or data is missing.
  ///
  /// After `.needs`, add the data and call again. After a result, every call returns the same
  /// result.
  public mutating func advance() -> Progress {
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

/// The next step of a solver.
enum Phase {
  case beginning
  case propagating(PackageID)
  case deciding
  case solved
  case failed(IncompatibilityID)
}

/// The work done by a search, in counts that do not depend on the machine.
public struct Effort: Hashable, Sendable {
  /// Versions chosen, including those undone later.
  package internal(set) var decisions = 0
  /// Conflicts resolved.
  package internal(set) var conflicts = 0
  /// Incompatibilities examined during propagation.
  package internal(set) var visits = 0
}

/// The incompatibilities of the versions that were tried, so that the provider is asked once.
struct Tried: Sendable {
  private var ranges = Memo(unused: 0..<UInt32(0))
  private var ids: [IncompatibilityID] = []

  subscript(index: UInt32) -> IncompatibilityID { ids[Int(index)] }

  /// The range of a version's incompatibilities; nil if it was not tried.
  ///
  /// - Parameter decision: the term that allows no other version.
  subscript(decision: Term) -> Range<UInt32>? { ranges[decision.number] }

  /// Adds a version that was not tried, and returns the range of its incompatibilities.
  mutating func add(_ decision: Term, _ new: [IncompatibilityID]) -> Range<UInt32> {
    let range = UInt32(ids.count)..<UInt32(ids.count + new.count)
    ids += new
    ranges.set(decision.number, to: range)
    return range
  }
}

/// Values numbered in order of first appearance.
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
