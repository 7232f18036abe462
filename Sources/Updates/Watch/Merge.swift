import Configuration
import Ecosystem
import Forges
import Store
import Time

extension Watcher {
  /// Merges the pull requests that may be merged, one after the other, and saves what the others wait
  /// for.
  mutating func merge(_ all: inout [WatchedPullRequest]) async throws {
    var order = MergeOrder(isStrict: false)
    for index in all.indices where all[index].current?.state == .open {
      guard all[index].isMergeWanted else {
        try await stopMerging(&all[index])
        continue
      }
      order.isStrict = try await branchRules().isStrict
      all[index].waitsForUnlisted = try await branchRules().hasMergeQueue
      let isLate = order.isStrict && all[..<index].contains { $0.isMergedNow }
      do {
        try await mergeOrQueue(&all[index], &order, isLate: isLate)
      } catch let error as ForgeError where !error.isOfHost {
        all[index].problem = error
      }
    }
  }

  private mutating func mergeOrQueue(
    _ watched: inout WatchedPullRequest, _ order: inout MergeOrder, isLate: Bool
  ) async throws {
    if let obstacle = try await obstacle(of: watched) {
      watched.status.mergingNote = obstacle.description
      if case .delayed(let delay) = obstacle {
        watched.resumesAt = delay.end ?? world.now() + .seconds(6 * 3_600)
      }
      watched.waitsForUnlisted = watched.waitsForUnlisted || !obstacle.isListed
      watched.status.merging = obstacle.merging
      try await disableAutoMerge(watched)
      if obstacle == .foreignCommits { try await foreignCommitsNotice.write(on: watched.number) }
      return
    }
    if hasOurAutoMerge(watched), try await !mayUseAutoMerge(watched) {
      watched.setWaiting("the forge requires fewer checks than the configuration")
      watched.waitsForUnlisted = true
      try await disableAutoMerge(watched)
      watched.clearAutoMerge()
    }
    let needsRebuild = try await needsRebuild(watched, isLate: isLate)
    let candidate = MergeOrder.Candidate(
      number: watched.number, isGreen: watched.isGreen, needsRebuild: needsRebuild)
    switch order.action(of: candidate) {
    case .merge:
      guard try await isAsProposed(&watched), try await mergeGreen(&watched) else { return }
      // A merge of another pull request may have caused a conflict that was not known before.
      let action = order.action(
        of: .init(number: watched.number, isGreen: true, needsRebuild: true))
      watched.setWaiting(for: action, forge.kind.text)
    case .wait:
      watched.setWaiting(for: .wait, forge.kind.text)
      // The forge waits only for checks that run.
      guard watched.status.jobsToStart.isEmpty || hasOurAutoMerge(watched) else { return }
      if try await mayUseAutoMerge(watched), try await isAsProposed(&watched) {
        _ = try await enableAutoMerge(&watched)
      }
    case let action: watched.setWaiting(for: action, forge.kind.text)
    }
  }

  private mutating func obstacle(of watched: WatchedPullRequest) async throws -> MergeObstacle? {
    let hasQueue = try await branchRules().hasMergeQueue
    if let found = watched.obstacle(me: identity.login, branch: branch, hasQueue: hasQueue) {
      return found
    }
    if watched.request == nil, let reason = watched.record.unusualOrigin {
      return .origin(reason)
    }
    if watched.request == nil, watched.rules.needsNoImpact(watched.status.steps),
      let reason = watched.record.reasonAgainstNoImpact
    {
      return .impact(reason)
    }
    if watched.request == nil,
      let delay = watched.rules.delay(watched.status.steps, now: world.now(), world.mergeCalendar)
    {
      return .delayed(delay)
    }
    if watched.request == nil,
      let reason = try await world.missingEvidence(
        for: watched.record.steps, watched.rules.evidence(for: watched.status.steps),
        in: watched.record.repository)
    {
      return .delayed(.evidence(reason))
    }
    if hasQueue, watched.status.merging == .handedOver,
      try await forge.automaticMerging?.isQueued(watched.number, in: repository) == false
    {
      return .dropped
    }
    if let reason = try await branchRules().unread { return .unreadRules(reason) }
    let reviewers =
      try await forge.reviews?.changeRequests(on: watched.number, in: repository) ?? []
    return reviewers.isEmpty ? nil : .changesRequested(reviewers)
  }

  /// Switches auto-merge off because the configuration no longer merges the pull request.
  private func stopMerging(_ watched: inout WatchedPullRequest) async throws {
    watched.status.merging = .unwanted
    watched.status.mergingNote =
      watched.staleRequest ?? watched.rules.reasonAgainstMerging(watched.status.steps)
    try await disableAutoMerge(watched)
  }

  private mutating func needsRebuild(
    _ watched: WatchedPullRequest, isLate: Bool
  ) async throws -> Bool {
    guard let current = watched.current else { return false }
    if isLate || current.isMergeable == false { return true }
    switch current.mergeState {
    case .behind, .conflicting: return true
    case .clean: return false
    default:
      guard try await branchRules().isStrict,
        let tip = try await forge.head(of: branch, in: repository)
      else { return false }
      return try await !forge.commits(from: current.headSHA, to: tip, in: repository).isEmpty
    }
  }

  /// Merges a pull request whose checks are green, or adds it to the merge queue of the forge.
  ///
  /// - Returns: whether it has to be rebuilt on its base.
  private mutating func mergeGreen(_ watched: inout WatchedPullRequest) async throws -> Bool {
    let rules = try await branchRules()
    if rules.hasMergeQueue {
      _ = try await enableAutoMerge(&watched)
      return false
    }
    if watched.current?.mergeState == .blocked {
      watched.setWaiting(watched.current?.obstacle ?? rules.obstacle(on: branch))
      // A forge that requires no check would merge at the approval, even if a check is red by then.
      guard try await mayUseAutoMerge(watched), try await enableAutoMerge(&watched) else {
        return false
      }
    }
    return try await mergeNow(&watched)
  }

  /// Merges if the head has not moved.
  ///
  /// - Returns: whether it has to be rebuilt on its base.
  private func mergeNow(_ watched: inout WatchedPullRequest) async throws -> Bool {
    let method = watched.method
    let outcome = try await forge.merge(
      watched.number, at: watched.status.head, by: MergeMethod(method), in: repository)
    switch outcome {
    case .merged: try await saveMerge(of: &watched)
    case .headMoved:
      watched.setWaiting("its branch moved before the merge")
      watched.status.needsCheck = true
    case .later(let reason):
      watched.setWaiting("the forge is still checking whether it can merge: \(reason)")
      watched.status.needsCheck = true
    case .refused(let reason):
      watched.waitsForUnlisted = true
      return try await saveRefusal(of: &watched, reason, isConflicting: false)
    case .unapproved(let reason):
      return try await saveRefusal(of: &watched, reason, isConflicting: false)
    case .conflicting(let reason):
      return try await saveRefusal(of: &watched, reason, isConflicting: true)
    case .behind(let reason):
      watched.setWaiting("the forge refused the merge: \(reason)")
      return true
    }
    return false
  }

  /// Saves that the forge refused the merge.
  ///
  /// The forge's answer may be older than the state that it reports now.
  ///
  /// - Returns: whether the pull request conflicts with its base.
  private func saveRefusal(
    of watched: inout WatchedPullRequest, _ reason: String, isConflicting: Bool
  ) async throws -> Bool {
    let current = try await forge.pullRequest(watched.number, in: repository)
    watched.current = current
    if current.state == .merged {
      try await saveMerge(of: &watched)
      return false
    }
    watched.setWaiting("the forge refused the merge: \(reason)")
    return current.isMergeable.map { !$0 } ?? isConflicting
  }

  /// Saves that a pull request was merged, by anyone, and deletes its branch unless it holds commits
  /// of others.
  func saveMerge(of watched: inout WatchedPullRequest) async throws {
    try await closer.endMerged(&watched.record, watched.current)
    watched.status.merging = .merged
    watched.status.mergingNote = ""
    watched.isMergedNow = true
  }
}

extension MergeObstacle {
  /// What a pull request's status says while this is in the way.
  fileprivate var merging: VerdictRecord.Merging {
    switch self {
    case .stopped: .stopped
    case .dropped: .dropped
    default: .waiting
    }
  }
}

extension BranchRules {
  /// What may block a merge if the forge doesn't report it.
  fileprivate func obstacle(on branch: String) -> String {
    approvals > 0
      ? "it needs \(approvals) approving review\(approvals == 1 ? "" : "s")"
      : "a rule of \(branch) is not met, for example a required review"
  }
}

extension WatchedPullRequest {
  mutating func setWaiting(_ reason: String) {
    status.merging = .waiting
    status.mergingNote = reason
  }

  fileprivate mutating func clearAutoMerge() {
    current?.hasAutoMerge = false
    current?.autoMergeBy = nil
  }

  fileprivate mutating func setWaiting(for action: MergeOrder.Action, _ text: ForgeText) {
    switch action {
    case .merge, .wait:
      let jobs = status.jobsToStart.joined(separator: ", ")
      setWaiting(jobs.isEmpty ? "its checks are not finished" : "a person has to start \(jobs)")
    case .rebuild:
      status.merging = .behind
      status.mergingNote = "it has to be rebuilt on its base"
    case .queue(let other):
      status.merging = .queued
      status.mergingNote = "\(text.reference(other)) is merged first"
    }
  }
}

extension MergeMethod {
  init(_ method: Automerge.Method) {
    self =
      switch method {
      case .merge: .merge
      case .squash: .squash
      case .rebase: .rebase
      }
  }
}

extension ForgeError {
  /// Whether the error is about the whole forge or the credential, so that further requests would
  /// fail too.
  var isOfHost: Bool {
    switch code {
    case .rateLimited, .unauthorized, .cancelled: true
    default: false
    }
  }
}
