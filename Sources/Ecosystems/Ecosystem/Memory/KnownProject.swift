import Synchronization

/// The results of a project, each with how much of the trace it depends on.
final class KnownProject: Sendable {
  /// A method with its arguments.
  enum Call: Hashable, Sendable {
    case dependencies
    case declares(String)
    case releases(Dependency)
    case licences(Dependency, [String])
    case standing(Dependency, [Release])
    case successor(Dependency, String, [Release])
    case pinning(Dependency)
    case change(Goal)
    case foreignSources(ChangeKey)
    case contentIdentities(ChangeKey)
    case coupled(Goal.Target)
    case directParents(String)
    case packages(Set<String>)
  }

  /// A change as an argument: hashed without its files.
  struct ChangeKey: Hashable, Sendable {
    var change: Change

    func hash(into hasher: inout Hasher) {
      hasher.combine(change.moves)
      hasher.combine(change.files.map(\.path))
    }
  }

  /// The values that need no request and no file besides those that `open` reads.
  struct Constants: Sendable {
    var project: Project
    var toolVersions: [ToolVersion]
    var remarks: [String]
    var updatesAliases: Bool
    var canHoldBack: Bool

    init(_ opened: any OpenProject) {
      project = opened.project
      toolVersions = opened.toolVersions
      remarks = opened.remarks
      updatesAliases = opened.updatesAliases
      canHoldBack = opened.canHoldBack
    }
  }

  private struct Known: Sendable {
    var value: any Sendable
    /// The number of facts that have to hold.
    var facts: Int
  }

  private struct Boxed<Value: Sendable>: Sendable {
    var value: Value
  }

  private struct State {
    var facts: [TreeTrace.Fact]
    var answers: [TreeTrace.Question: TreeTrace.Answer]
    var results: [Call: Known] = [:]
    var size: Int
  }

  let subject: ProjectSubject
  let constants: Constants
  let since: ContinuousClock.Instant
  /// The number of facts of `open`.
  private let first: Int
  private let state: Mutex<State>

  init(
    _ subject: ProjectSubject, _ facts: [TreeTrace.Fact], _ constants: Constants,
    at time: ContinuousClock.Instant
  ) {
    self.subject = subject
    self.constants = constants
    since = time
    first = facts.count
    let answers = facts.map { ($0.question, $0.answer) }
    state = Mutex(
      State(
        facts: facts, answers: Dictionary(answers) { first, _ in first },
        size: facts.reduce(1_000) { $0 + $1.size }))
  }

  /// The approximate number of bytes.
  var size: Int { state.withLock(\.size) }

  /// Whether a tree gives what `open` asked for.
  func opens(in tree: SourceTree) -> Bool { holds(state.withLock { $0.facts[..<first] }, in: tree) }

  private func holds(_ facts: ArraySlice<TreeTrace.Fact>, in tree: SourceTree) -> Bool {
    facts.allSatisfy { $0.holds(in: tree) }
  }

  /// Returns the result of a call.
  ///
  /// - Parameters:
  ///   - call: the call.
  ///   - tree: a tree in which `opens` is true.
  /// - Returns: nil if it isn't known, or depends on something else in the tree.
  func result<Value: Sendable>(of call: Call, in tree: SourceTree) -> Value? {
    let found = state.withLock { state in
      state.results[call].map { ($0.value as? Boxed<Value>, state.facts[first..<$0.facts]) }
    }
    guard let (boxed, facts) = found, let boxed, holds(facts, in: tree) else { return nil }
    return boxed.value
  }

  /// The bytes that a change adds to those of the results, which mostly share its files.
  func addedSize(of change: Change) -> Int {
    let isShared = state.withLock { state in
      state.results.values.contains { ($0.value as? Boxed<Change>)?.value == change }
    }
    return isShared ? 500 : change.size
  }

  /// Stores the result of a call.
  ///
  /// - Parameters:
  ///   - value: the result.
  ///   - call: the call.
  ///   - facts: what it asked of a tree in which `opens` is true.
  ///   - size: the approximate number of its bytes.
  func remember<Value: Sendable>(
    _ value: Value, of call: Call, _ facts: [TreeTrace.Fact], size: Int
  ) {
    state.withLock { state in
      guard state.results[call] == nil else { return }
      let new = facts.filter { state.answers[$0.question] != $0.answer }
      // A result of another tree asked the same and got another answer.
      guard new.allSatisfy({ state.answers[$0.question] == nil }) else { return }
      for fact in new {
        state.facts.append(fact)
        state.answers[fact.question] = fact.answer
        state.size += fact.size
      }
      state.results[call] = Known(value: Boxed(value: value), facts: state.facts.count)
      state.size += size + 500
    }
  }
}

extension Change {
  /// The approximate number of bytes in memory.
  var size: Int {
    files.reduce(300 * moves.count) { $0 + ($1.before?.count ?? 0) + ($1.after?.count ?? 0) }
  }
}
