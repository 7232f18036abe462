import Configuration
import Forges
import Store

extension Watcher {
  /// Whether the host can be trusted to wait for all that we would wait for.
  ///
  /// A host waits for what its own rules demand, and merges at once where they demand nothing.
  mutating func canHandOver(_ watched: Watched) async throws -> Bool {
    let rules = try await branchRules()
    if rules.hasMergeQueue { return false }
    let demanded = Set(rules.checks.map(\.name))
    guard !demanded.isEmpty, demanded.isSuperset(of: watched.rules.required ?? []) else {
      return false
    }
    return try await allowsAutoMerge()
  }

  /// Whether the repository lets pull requests merge by themselves.
  mutating func allowsAutoMerge() async throws -> Bool {
    if let allows { return allows }
    let found = try await forge.repository(repository).allowsAutoMerge
    allows = found
    return found
  }

  /// Asks the host to merge; true if it has nothing left to wait for, so that we may merge at once.
  func handOver(_ watched: inout Watched) async throws -> Bool {
    let isInQueue = watched.note.merging == .handedOver
    guard watched.present?.autoMergeBy != identity.login, !isInQueue else {
      watched.noteHandedOver()
      return false
    }
    let method = MergeMethod(watched.rules.automerge?.method ?? .merge)
    let outcome = try await forge.enableAutoMerge(
      watched.number, at: watched.note.head, by: method, in: repository)
    switch outcome {
    case .enabled: watched.noteHandedOver()
    case .ready: return true
    case .unavailable(let words):
      watched.note.merging = .waiting
      watched.note.mergingNote = "the forge refuses it: \(words)"
    }
    return false
  }
}

extension Watched {
  fileprivate mutating func noteHandedOver() {
    note.merging = .handedOver
    note.mergingNote = "the forge merges it once its rules are met"
  }
}
