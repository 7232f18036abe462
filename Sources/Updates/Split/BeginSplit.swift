import Configuration
import Forges
import Logging
import Store
import Time

/// What the checks of a base say about failed checks of a commit on it.
enum BaseChecks: Hashable, Sendable {
  /// At least one of them doesn't fail on the base: its failure is the commit's own.
  case green(own: [Check])
  /// All of them fail on the base, too.
  case red
  /// They still run on the base.
  case pending
}

extension RepositoryPass {
  /// Starts a search if the checks of the group fail, those of its base don't, and they failed again
  /// when they were started again.
  ///
  /// - Returns: false if it doesn't begin now.
  func begins(_ search: inout GroupSearch, _ checkout: Checkout) async throws -> Bool {
    guard search.mayBegin else { return false }
    let repository = checkout.base.repository
    let head = search.pullRequest.head
    if search.record.head != head {
      search.record.head = head
      (search.record.restart, search.record.obstacle) = (nil, "")
      search.record.isBaseRed = nil
    }
    let failed = try await forge.checks(of: head, in: repository).current
      .filter { $0.state.outcome == .failed }
    guard !failed.isEmpty, let own = try await ownFailures(failed, &search, checkout) else {
      return false
    }
    if let restart = search.record.restart {
      guard restart.isOver(own, now: world.now()) else { return false }
    } else if let restarts = forge.checkRestarts {
      // Saved first, because after a crash nothing that has failed might be left to start again.
      search.record.restart = SplitRestart(own, at: world.now())
      try await world.store.save(search.record)
      if try await restarts.restart(own, of: head, in: repository) { return false }
      // No check was started again, so a search that begins again has no result to wait for.
      search.record.restart?.last = nil
    }
    search.record.checks = own.map(\.name).unique.sorted()
    search.record.versions = search.versions
    search.record.trials = []
    (search.record.obstacle, search.record.isBaseRed) = ("", nil)
    try await world.store.save(search.record)
    world.log.info(
      "a search for the updates that make the checks of a group fail begins",
      [
        "repository": "\(repository)", "group": search.planned.key.subject.name,
        "updates": "\(search.versions.count)",
      ])
    return true
  }

  /// Finds the failed checks of a group that don't fail on its base.
  ///
  /// - Returns: nil without such checks, or if that isn't known yet. A group on a commit of the base
  ///   that was red is rebuilt once the base is green.
  private func ownFailures(
    _ failed: [Check], _ search: inout GroupSearch, _ checkout: Checkout
  ) async throws -> [Check]? {
    switch try await baseChecks(of: failed, at: checkout.head, in: checkout.base.repository) {
    case .pending: return nil
    case .red:
      try await giveUp(&search.record, onBase: checkout.branch)
      return nil
    case .green(let own):
      guard search.mayBeRebuilt, let parent = try await parent(of: search.pullRequest, checkout),
        parent != checkout.head,
        try await baseChecks(of: own, at: parent, in: checkout.base.repository) == .red
      else { return own }
      try await world.store.save(search.rebuild(at: world.now()))
      search.record.obstacle = ""
      search.record.isBaseRed = true
      try await world.store.save(search.record)
      return nil
    }
  }

  /// The commit of the base that a pull request's branch is built on.
  ///
  /// The record has the newest one that the branch was compared with.
  private func parent(
    of record: PullRequestRecord, _ checkout: Checkout
  ) async throws(ForgeError) -> String? {
    try await forge.commits(
      from: checkout.head, to: record.head, in: checkout.base.repository
    ).first?.parents.first
  }

  /// Compares failed checks of a commit with those of its base.
  ///
  /// A base whose checks don't run, or not within a day, says nothing: the failures count as the
  /// commit's own.
  func baseChecks(
    of failed: [Check], at base: String, in repository: RepositoryName
  ) async throws(ForgeError) -> BaseChecks {
    let all = try await forge.checks(of: base, in: repository).current
    let red = Set(all.filter { $0.state.outcome == .failed }.map(\.name))
    let now = world.now()
    let running = all.filter { check in
      check.state == .pending && now - (check.startedAt ?? now) < .days(1)
    }.map(\.name)
    let own = failed.filter { !red.contains($0.name) }
    if own.isEmpty { return .red }
    let settled = own.filter { !running.contains($0.name) }
    return settled.isEmpty ? .pending : .green(own: settled)
  }

  /// Ends a search because the checks of the base fail, too; once they don't, it is tried again.
  func giveUp(_ record: inout SplitRecord, onBase branch: String) async throws {
    let before = record
    record.obstacle = "the checks of \(branch) fail, too"
    record.isBaseRed = true
    if record != before { try await world.store.save(record) }
  }
}

extension GroupSearch {
  /// Whether the branch of the pull request may be moved to the newest commit of its base.
  fileprivate var mayBeRebuilt: Bool {
    !planned.members.contains { $0.state.entry.policy.rebase == .disabled }
  }

  /// The request to move the branch to the newest commit of its base.
  fileprivate func rebuild(at time: Timestamp) -> RebuildRequest {
    RebuildRequest(
      repository: record.repository, key: record.key, kind: .rebase, number: pullRequest.number,
      comment: -pullRequest.number, author: "martlet", head: pullRequest.head, createdAt: time)
  }
}
