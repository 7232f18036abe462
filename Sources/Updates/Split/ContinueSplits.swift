import Configuration
import Crypto
import Ecosystem
import Forges
import Logging
import Store
import Time

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
    let known = try await world.store.splits(of: repository)
      .filter { UpdateKey($0.key, of: repository)?.base == checkout.branch }
    let requested = Set(known.filter { $0.request != nil }.map(\.key))
    let groups = analysis.plan.plannedPullRequests.filter {
      $0.splitsOnFailure || requested.contains($0.key.recordKey)
    }
    guard !known.isEmpty || !groups.isEmpty else { return }
    let records = try await records(of: checkout.base.repository)
    let verdicts = try await world.store.verdicts(of: repository)
    var room = SplitRoom(known, world.split, now: world.now())
    for planned in groups {
      let key = planned.key.recordKey
      guard let open = records[planned.key], open.state == .open else { continue }
      var search = GroupSearch(
        planned: planned, pullRequest: open, verdict: verdicts.first { $0.key == key },
        record: known.first { $0.key == key } ?? SplitRecord(repository: repository, key: key))
      guard try await prepare(&search, checkout) else { continue }
      try await advance(&search, &room, checkout, &report)
    }
    try await dropBisections(
      known, planned: analysis.plan.plannedPullRequests, records, in: checkout.base.repository)
    for record in known where !isWanted(record, records, checkout) {
      try await end(record, analysis, checkout)
    }
  }

  /// Ends the search in a group without an open pull request.
  ///
  /// What it found stays known as long as the versions are proposed: otherwise the group would take
  /// the updates back as soon as its rest is merged.
  private func end(
    _ record: SplitRecord, _ analysis: BranchAnalysis, _ checkout: Checkout
  ) async throws {
    var record = record
    let key = UpdateKey(record.key, of: record.repository)
    let isSplit = record.request != nil || key.map { checkout.splits($0) } ?? false
    let findings =
      key.map {
        isSplit ? analysis.plan.current(record.findings, analysis.mended, ofGroup: $0) : []
      } ?? []
    if !record.trials.isEmpty || record.isSearching {
      try await endSearch(&record, in: checkout.base.repository)
    }
    if findings.isEmpty {
      try await world.store.remove(record)
    } else if findings != record.findings {
      record.findings = findings
      try await world.store.save(record)
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
      guard try await begins(&search, checkout) else {
        report.looksAgain(at: search.record.restart?.nextLook(after: world.now()))
        return
      }
    }
    switch search.step {
    case .found(let members):
      search.record.keep(members, areFamily: search.areFamily(members))
      try await endSearch(&search.record, in: repository)
      report.needsPass = true
    case .judge(let sets):
      try await removeTrials(&search.record, in: repository) { trial in
        trial.outcome != nil || !sets.contains { Set($0) == Set(trial.members) }
      }
      for set in sets where !search.record.trials.contains(where: { $0.isOf(set) }) {
        guard room.take(at: world.now()) else { break }
        try await begin(set, &search, checkout)
      }
      report.notices.append(
        search.record.notice(
          search.planned.key.subject.name, number: search.pullRequest.number, sign: report.sign))
      // A part that can't be installed is judged at once.
      if search.record.trials.contains(where: { $0.outcome == .unresolved && $0.head.isEmpty }) {
        report.needsPass = true
      }
    }
  }

  /// Whether a pull request is open, and its branch as martlet left it.
  private func isAsLeft(
    _ record: PullRequestRecord, in repository: RepositoryName
  ) async throws(ForgeError) -> Bool {
    let current = try await forge.pullRequest(record.number, in: repository)
    return current.state == .open && current.headSHA == record.head
  }

  /// Starts a search if the checks of the group fail, those of its base don't, and they failed again
  /// when they were started again.
  private func begins(_ search: inout GroupSearch, _ checkout: Checkout) async throws -> Bool {
    guard search.mayBegin else { return false }
    let repository = checkout.base.repository
    let head = search.pullRequest.head
    if search.record.head != head {
      search.record.head = head
      (search.record.restart, search.record.obstacle) = (nil, "")
    }
    let failed = try await forge.checks(of: head, in: repository).current
      .filter { $0.state.outcome == .failed }
    let red = try await forge.checks(of: checkout.head, in: repository).current
      .filter { $0.state.outcome == .failed }.map(\.name)
    let own = failed.filter { !red.contains($0.name) }
    guard !own.isEmpty else {
      search.record.obstacle = "the checks of \(checkout.branch) fail, too"
      try await world.store.save(search.record)
      return false
    }
    if let restart = search.record.restart {
      guard restart.isOver(own, now: world.now()) else { return false }
    } else if let restarts = forge.checkRestarts {
      // Saved first, because after a crash nothing that has failed might be left to start again.
      search.record.restart = SplitRestart(own, at: world.now())
      try await world.store.save(search.record)
      if try await restarts.restart(own, of: head, in: repository) { return false }
    }
    search.record.checks = own.map(\.name).unique.sorted()
    search.record.versions = search.versions
    search.record.trials = []
    try await world.store.save(search.record)
    world.log.info(
      "a search for the updates that make the checks of a group fail begins",
      [
        "repository": "\(repository)", "group": search.planned.key.subject.name,
        "updates": "\(search.versions.count)",
      ])
    return true
  }

  /// Puts a part of the group on a branch.
  private func begin(
    _ set: [String], _ search: inout GroupSearch, _ checkout: Checkout
  ) async throws {
    guard let update = await self.update(of: set, in: search, checkout) else {
      var trial = SplitTrial(members: set, branch: "", startedAt: world.now())
      trial.outcome = .unresolved
      search.record.trials.append(trial)
      return try await world.store.save(search.record)
    }
    let house = try await houseStyle(of: checkout, isOpening: true)
    var proposal = describe(
      update, search.planned.style(house: house, in: world.catalog), branch: search.branch(of: set),
      taken: [],
      checkout)
    proposal.body = search.candidateText(of: set)
    var trial = SplitTrial(members: set, branch: proposal.branch, startedAt: world.now())
    let index = search.record.trials.count
    search.record.trials.append(trial)
    try await world.store.save(search.record)
    let branch = ProposalBranch(forge: forge, identity: identity)
    guard let written = try await branch.write(proposal, Ownership(known: nil), .ifDifferent) else {
      // Somebody else has a branch of that name, which stays.
      trial.isRemoved = true
      trial.outcome = .unresolved
      search.record.trials[index] = trial
      return try await world.store.save(search.record)
    }
    trial.head = written.head
    search.record.trials[index] = trial
    try await world.store.save(search.record)
    guard world.split.candidates == .drafts else { return }
    try await openDraft(of: &search.record.trials[index], proposal.title, proposal.body, checkout)
    try await world.store.save(search.record)
  }

  /// Resolves a part; nil if it can't be installed alone.
  private func update(
    of set: [String], in search: GroupSearch, _ checkout: Checkout
  ) async -> Update? {
    let part = search.planned.keeping(set)
    if let moved = search.moved {
      let resolved = await moved.resolve(set, in: checkout.tree.source)
      return resolved.map { Update(key: part.key, group: part.group, parts: [$0]) }
    }
    let resolved = await world.resolve(part, in: checkout.tree.source)
    let update = Update(key: part.key, group: part.group, parts: resolved.parts)
    return resolved.problems.isEmpty && Set(update.versions.keys) == Set(set) ? update : nil
  }

  /// Opens a draft pull request for a branch, on which checks run that don't run on branches.
  func openDraft(
    of trial: inout SplitTrial, _ title: String, _ body: String, _ checkout: Checkout
  ) async throws(ForgeError) {
    let draft = PullRequestDraft(
      head: trial.branch, base: checkout.branch, title: title, body: body, isDraft: true)
    trial.number = try await forge.open(draft, in: checkout.base.repository).value.number
  }

  /// Ends a search: everything that it left on the forge is removed.
  private func endSearch(
    _ record: inout SplitRecord, in repository: RepositoryName
  ) async throws {
    try await removeTrials(&record, in: repository) { _ in true }
    record.versions = [:]
    record.trials = []
    try await world.store.save(record)
  }

  /// Removes the branches of trials, and their draft pull requests with them.
  private func removeTrials(
    _ record: inout SplitRecord, in repository: RepositoryName,
    where isObsolete: (SplitTrial) -> Bool
  ) async throws {
    for index in record.trials.indices {
      let trial = record.trials[index]
      guard trial.isOnForge, isObsolete(trial) else { continue }
      let head: String?
      if trial.head.isEmpty {
        // The process ended between the branch and its record.
        head = try await forge.head(of: trial.branch, in: repository)
      } else {
        head = trial.head
      }
      if let number = trial.number {
        _ = try await forge.update(number, PullRequestEdit(isOpen: false), in: repository)
      }
      if let head { _ = try await forge.deleteBranch(trial.branch, at: head, in: repository) }
      record.trials[index].isRemoved = true
      try await world.store.save(record)
    }
  }
}
