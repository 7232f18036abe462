import Configuration
import Forges
import Store

extension Watcher {
  /// Whether auto-merge may be on: the forge waits for everything that martlet waits for.
  ///
  /// A forge waits only for the checks that its own rules require, and merges immediately if they
  /// require none. A merge queue accepts a pull request only once it is green.
  mutating func mayUseAutoMerge(_ watched: WatchedPullRequest) async throws -> Bool {
    guard forge.automaticMerging != nil else { return false }
    let rules = try await branchRules()
    if rules.hasMergeQueue { return watched.isGreen }
    // The forge would also merge when the time is over.
    if watched.request == nil, watched.rules.isTimed(watched.status.steps) { return false }
    let demanded = Set(rules.checks.map(\.name))
    let required = watched.rules.required ?? []
    let coversAll =
      rules.demandsAllChecks && required.isEmpty
      || !demanded.isEmpty && demanded.isSuperset(of: required)
    guard rules.unread == nil, coversAll else { return false }
    return try await allowsAutoMerge()
  }

  /// Switches auto-merge on.
  ///
  /// - Returns: whether there is nothing left to wait for, so that martlet can merge.
  func enableAutoMerge(_ watched: inout WatchedPullRequest) async throws -> Bool {
    guard let merging = forge.automaticMerging else {
      watched.setWaiting("the forge has a merge queue that martlet cannot use")
      return false
    }
    let isInQueue = watched.status.merging == .handedOver
    guard watched.current?.autoMergeBy != identity.login, !isInQueue else {
      watched.setAutoMergeEnabled()
      return false
    }
    // If the process dies before the status says that auto-merge is on, the next pass has to look.
    watched.status.needsCheck = true
    try await world.store.save(watched.status)
    let method = MergeMethod(watched.method)
    let outcome = try await merging.enableAutoMerge(
      watched.number, at: watched.status.head, by: method, in: repository)
    watched.status.needsCheck = false
    switch outcome {
    case .enabled: watched.setAutoMergeEnabled()
    case .ready: return true
    case .unavailable(let reason):
      watched.setWaiting("the forge refused auto-merge: \(reason)")
      watched.waitsForUnlisted = true
    }
    return false
  }

  /// Switches our auto-merge off, if it is on.
  ///
  /// The caller sets `status.merging` first, and it is saved before the request: if auto-merge is off
  /// while the status says that it is on, the next pass concludes that a person switched it off.
  func disableAutoMerge(_ watched: WatchedPullRequest) async throws {
    guard hasOurAutoMerge(watched), let merging = forge.automaticMerging else { return }
    try await world.store.save(watched.status)
    try await merging.disableAutoMerge(watched.number, in: repository)
  }

  func hasOurAutoMerge(_ watched: WatchedPullRequest) -> Bool {
    watched.current?.autoMergeBy == identity.login
  }
}

extension WatchedPullRequest {
  fileprivate mutating func setAutoMergeEnabled() {
    status.merging = .handedOver
    let obstacle = current?.obstacle.map { ": \($0)" } ?? ""
    status.mergingNote = "the forge merges it when its rules are met\(obstacle)"
  }
}

extension ProposalPublisher {
  /// Switches our auto-merge off before the branch changes.
  ///
  /// It was switched on for the old contents: the new version may be of a kind that needs a review.
  /// The watch stage switches it on again if the configuration allows that.
  func disableAutoMerge(
    of open: PullRequest?, _ key: UpdateKey, in repository: RepositoryName
  ) async throws {
    guard let open, open.autoMergeBy == identity.login, let merging = forge.automaticMerging
    else { return }
    // Saved first, because auto-merge that is off without our doing was switched off by a person.
    if var status = try await store.verdict(of: key.recordKey, in: key.repository),
      status.merging == .handedOver
    {
      status.merging = .waiting
      try await store.save(status)
    }
    try await merging.disableAutoMerge(open.number, in: repository)
  }
}
