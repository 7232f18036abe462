import Configuration
import Ecosystem
import Forges
import Store
import Time

extension RepositoryPass {
  /// Puts a part of the group on a branch, or completes what an ended pass left of it.
  func begin(
    _ set: [String], _ search: inout GroupSearch, _ checkout: Checkout
  ) async throws {
    let known = search.record.trials.firstIndex { $0.isOf(set) }
    let index = known ?? search.record.trials.count
    if known == nil {
      search.record.trials.append(
        SplitTrial(members: set, branch: "", startedAt: world.now()))
    }
    var trial = search.record.trials[index]
    guard let update = await self.update(of: set, in: search, checkout) else {
      // Its branch, if there is one, is removed with those that are judged.
      trial.outcome = .unresolved
      return try await save(trial, at: index, in: &search.record)
    }
    let proposal = try await proposal(of: update, set, in: search, checkout)
    if trial.head.isEmpty {
      try await write(proposal, of: &trial, at: index, &search.record)
    }
    guard trial.opensDraft == true, trial.number == nil, trial.isOpen else { return }
    try await openDraft(
      of: &trial, proposal.title, proposal.body, base: checkout.branch, in: proposal.repository)
    try await save(trial, at: index, in: &search.record)
  }

  /// Writes the branch of a part, and saves before what is about to be written.
  private func write(
    _ proposal: Proposal, of trial: inout SplitTrial, at index: Int, _ record: inout SplitRecord
  ) async throws {
    let earlier = trial.imprints
    trial.branch = proposal.branch
    trial.imprints = (earlier + [proposal.imprint(on: proposal.base).text]).unique
    trial.startedAt = world.now()
    if earlier.isEmpty {
      record.forgetStarts(before: world.now() - .days(1))
      record.starts.append(trial.startedAt)
    }
    try await save(trial, at: index, in: &record)
    let branch = ProposalBranch(forge: forge, identity: identity)
    let ownership = Ownership(known: nil, begun: earlier, proposal: proposal)
    if let written = try await branch.write(proposal, ownership, .ifDifferent) {
      (trial.head, trial.base) = (written.head, written.parent)
      if world.split.candidates == .drafts { trial.opensDraft = true }
    } else {
      // Somebody else has a branch of that name, which stays.
      (trial.isRemoved, trial.outcome) = (true, .unresolved)
    }
    try await save(trial, at: index, in: &record)
  }

  /// Describes the branch of a part.
  private func proposal(
    of update: Update, _ set: [String], in search: GroupSearch, _ checkout: Checkout
  ) async throws -> Proposal {
    let house = try await houseStyle(of: checkout, isOpening: true)
    var proposal = describe(
      update, search.planned.style(house: house, in: world.catalog), branch: search.branch(of: set),
      taken: [], checkout)
    proposal.body = search.candidateText(
      reference: forge.kind.text.reference(search.pullRequest.number))
    return proposal
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
  ///
  /// The trial's `opensDraft` is saved before. The forge returns the draft that an ended pass opened.
  func openDraft(
    of trial: inout SplitTrial, _ title: String, _ body: String, base: String,
    in repository: RepositoryName
  ) async throws(ForgeError) {
    let draft = PullRequestDraft(
      head: trial.branch, base: base, title: title, body: body, isDraft: true)
    trial.number = try await forge.open(draft, in: repository).value.number
  }

  /// Saves a part that has changed.
  func save(
    _ trial: SplitTrial, at index: Int, in record: inout SplitRecord
  ) async throws {
    guard record.trials[index] != trial else { return }
    record.trials[index] = trial
    try await world.store.save(record)
  }
}
