import Forges
import Store

extension RepositoryPass {
  /// Continues the searches for updates that make the checks of their group fail.
  ///
  /// A search is saved before each write, so that the next pass finds what an ended one left on the
  /// forge. Its verdicts are those that the watch stage has read.
  func continueSplits(
    _ analysis: BranchAnalysis, _ checkout: Checkout, _ report: inout RepositoryReport
  ) async throws {
    guard !isDry else { return }
    let repository = forge.id(of: checkout.base.repository)
    let all = try await world.store.splits(of: repository)
    var known = all.filter { UpdateKey($0.key, of: repository)?.base == checkout.branch }
    let requested = Set(known.filter { $0.request != nil }.map(\.key))
    let groups = analysis.plan.plannedPullRequests.filter {
      $0.splitsOnFailure || requested.contains($0.key.recordKey)
    }
    guard !known.isEmpty || !groups.isEmpty else { return }
    let records = try await records(of: checkout.base.repository)
    let verdicts = try await world.store.verdicts(of: repository)
    var room = SplitRoom(all, world.split, now: world.now())
    for index in known.indices where known[index].isLeftOver {
      try await endSearch(&known[index], in: checkout.base.repository)
    }
    for planned in groups {
      let key = planned.key.recordKey
      guard let open = records[planned.key], open.state == .open else { continue }
      var search = GroupSearch(
        planned: planned, pullRequest: open, verdict: verdicts.first { $0.key == key },
        record: known.first { $0.key == key } ?? SplitRecord(repository: repository, key: key))
      if try await prepare(&search, checkout) {
        try await advance(&search, &room, checkout, &report)
      }
      report.notices += [search.noticeGivenUp(sign: report.sign)].compactMap(\.self)
    }
    try await dropBisections(
      known, planned: analysis.plan.plannedPullRequests, records, in: checkout.base.repository)
    for record in known where !isWanted(record, records, checkout) {
      try await end(record, analysis.plan.current(of: record, analysis.mended, checkout))
    }
  }

  /// Whether a search belongs to an open pull request of a group that is still split.
  private func isWanted(
    _ record: SplitRecord, _ records: [UpdateKey: PullRequestRecord], _ checkout: Checkout
  ) -> Bool {
    guard let key = UpdateKey(record.key, of: record.repository), let open = records[key] else {
      return false
    }
    return open.state == .open && (checkout.splits(open) || record.request != nil)
  }

  private func advance(
    _ search: inout GroupSearch, _ room: inout SplitRoom, _ checkout: Checkout,
    _ report: inout RepositoryReport
  ) async throws {
    let repository = checkout.base.repository
    guard search.record.isSearching || search.mayBegin else { return }
    let isOpen = try await isAsLeft(search.pullRequest, in: repository)
    if search.isOutdated || search.record.isSearching && !isOpen {
      try await endSearch(&search.record, in: repository)
    }
    guard isOpen else { return }
    if !search.record.isSearching {
      let before = search.record
      guard try await begins(&search, checkout) else {
        let isNew =
          search.record.obstacle != before.obstacle || search.record.isRebuilt && !before.isRebuilt
        // The next pass rebuilds the branch, or says in the pull request why the search was given up.
        report.needsPass = report.needsPass || isNew
        return report.looksAgain(at: search.record.nextLook(after: world.now()))
      }
    }
    switch search.step {
    case .found(let members):
      search.record.keep(members, areFamily: search.areFamily(members))
      try await endSearch(&search.record, in: repository)
      report.needsPass = true
    case .judge(let sets):
      let judged = search.record.trials.count
      let isLimited = try await judge(sets, &search, &room, checkout)
      report.notices.append(
        search.record.notice(
          search.planned.key.subject.name, number: search.pullRequest.number, sign: report.sign,
          isLimited: isLimited))
      // A part that can't be installed is judged at once.
      let begun = search.record.trials.dropFirst(judged)
      if begun.contains(where: { $0.outcome == .unresolved && $0.head.isEmpty }) {
        report.needsPass = true
      }
    }
  }

  /// Puts parts of the group on branches, as many as the limits allow, and removes all others.
  ///
  /// - Returns: whether a part waits for the daily limit.
  private func judge(
    _ sets: [[String]], _ search: inout GroupSearch, _ room: inout SplitRoom, _ checkout: Checkout
  ) async throws -> Bool {
    try await removeTrials(&search.record, in: checkout.base.repository) { trial in
      trial.outcome != nil || !sets.contains { trial.isOf($0) }
    }
    // One that was removed before its checks ended begins again.
    search.record.trials.removeAll { $0.outcome == nil && $0.isRemoved }
    for set in sets {
      let known = search.record.trials.first { $0.isOf(set) }
      guard known?.isInterrupted ?? true else { continue }
      guard known != nil || room.take(at: world.now()) else { return room.isUsedUp }
      try await begin(set, &search, checkout)
    }
    return false
  }

  /// Whether a pull request is open, and its branch as martlet left it.
  private func isAsLeft(
    _ record: PullRequestRecord, in repository: RepositoryName
  ) async throws(ForgeError) -> Bool {
    let current = try await forge.pullRequest(record.number, in: repository)
    return current.state == .open && current.headSHA == record.head
  }
}
