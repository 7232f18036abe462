import Configuration
import Forges
import Store

extension Watcher {
  /// Whether auto-merge may be on: the host waits for everything that martlet waits for.
  ///
  /// A host waits for the checks that its own rules demand, and merges at once if they demand none. A
  /// merge queue takes only pull requests that are green already.
  mutating func mayHostMerge(_ watched: Watched) async throws -> Bool {
    guard forge.automaticMerging != nil else { return false }
    let rules = try await branchRules()
    if rules.hasMergeQueue { return watched.isGreen }
    let demanded = Set(rules.checks.map(\.name))
    let required = watched.rules.required ?? []
    let covers =
      rules.demandsAllChecks && required.isEmpty
      || !demanded.isEmpty && demanded.isSuperset(of: required)
    guard rules.unread == nil, covers else { return false }
    return try await allowsAutoMerge()
  }

  /// Whether the repository allows auto-merge.
  private mutating func allowsAutoMerge() async throws -> Bool {
    if let allows { return allows }
    let found = try await forge.repository(repository).allowsAutoMerge
    allows = found
    return found
  }

  /// Asks the host to merge; returns true if nothing is left to wait for, so that we can merge.
  func handOver(_ watched: inout Watched) async throws -> Bool {
    guard let merging = forge.automaticMerging else {
      watched.hold("the forge has a merge queue that martlet can't enter")
      return false
    }
    let isInQueue = watched.note.merging == .handedOver
    guard watched.present?.autoMergeBy != identity.login, !isInQueue else {
      watched.noteHandedOver()
      return false
    }
    // If this process dies before the note says that auto-merge is on, the next pass must look.
    watched.note.needsCheck = true
    try await world.store.save(watched.note)
    let method = MergeMethod(watched.rules.automerge?.method ?? .merge)
    let outcome = try await merging.enableAutoMerge(
      watched.number, at: watched.note.head, by: method, in: repository)
    watched.note.needsCheck = false
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
