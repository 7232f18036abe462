import Configuration
import Crypto
import Ecosystem
import Forges
import Impact
import Store
import Time

/// Publishes one proposal: makes its branch, commit and pull request on the forge match.
///
/// `publish` is the sequence: check the saved record, find the pull request on the forge, stop if a
/// person declined the update, write the branch, write the pull request, add labels, save the record.
///
/// Every write is idempotent or a compare-and-swap, and the forge refuses a second branch of the same
/// name. If the process dies anywhere, the next pass continues from what it finds.
struct ProposalPublisher: Sendable {
  let forge: any Forge
  /// Our account on the forge.
  let identity: Account
  let world: World
  let labels: LabelCache
  var proposal: Proposal
  /// The record that the last pass saved for the key.
  let record: PullRequestRecord?
  /// All versions of each dependency by dependency key, oldest first.
  let order: [String: [String]]
  /// What to do if the base has moved.
  let rebase: Rebase
  /// Whether CI judges the branch first.
  let judging: Judging
  /// Every pull request of the repository; nil: request those of the branch.
  let pullRequests: [PullRequest]?
  /// The pull request of another bot that continues as the proposal's.
  var adopted: ForeignProposal?

  init(
    _ pass: RepositoryPass, _ proposal: Proposal, _ record: PullRequestRecord?,
    order: [String: [String]], rebase: Rebase, judging: Judging = Judging(),
    pullRequests: [PullRequest]?
  ) {
    forge = pass.forge
    identity = pass.identity
    world = pass.world
    labels = pass.labels
    self.proposal = proposal
    self.record = record
    self.order = order
    self.rebase = rebase
    self.judging = judging
    self.pullRequests = pullRequests
  }

  var store: StateStore { world.store }
  var repository: RepositoryName { proposal.repository }
  private var version: String { proposal.update.version }

  /// Opens the pull request or updates the open one.
  ///
  /// - Throws: `ForgeError`, or `DatabaseError` if the state cannot be saved.
  func publish() async throws -> UpdateState {
    do {
      return try await publish(isBranchTaken: false)
    } catch is BranchTaken {
      // Another process created the branch after `pullRequests` was listed, and a person may already
      // have closed its pull request.
      return try await publish(isBranchTaken: true)
    }
  }

  private func publish(isBranchTaken: Bool) async throws -> UpdateState {
    if let declined { return declined }
    let requests = try await rebuildRequests(for: record)
    if let state = try await holdBackChanged(requests) { return state }
    let earlier = try await earlierImprints()
    let isNoted = record?.changedContents.isEmpty == false
    let status =
      requests.isEmpty && earlier.isEmpty && !isNoted ? try await recordStatus() : .differs
    if status == .current, let record {
      try await saveSteps(of: record)
      return .current(number: record.number, version: version)
    }
    let found = try await findPullRequest(among: isBranchTaken ? nil : pullRequests)
    if let found, let state = try await saveEnd(meanwhile: found, begun: earlier) { return state }
    if let found, try await isDeclined(found) { return try await saveDeclined(found) }
    let isOpen = found?.state == .open
    let isNew = found == nil && record == nil && !isBranchTaken && !judging.isWanted
    try await begin(after: earlier)
    if judging.isWanted, !isOpen, let state = try await judge(after: earlier) { return state }
    let rebuild: Rebuild =
      isNew
      ? .new
      : adopted?.rebuild ?? requests.rebuild
        ?? (status == .needsRebase ? .conflicting : .ifDifferent)
    let ownership = Ownership(known: record?.head, begun: earlier, proposal: proposal)
    let written = try await write(
      over: found.flatMap { $0.state == .open ? $0 : nil }, ownership, rebuild)
    let state = try await settle(written, found, requests)
    try await answer(requests, state, proposal)
    return state
  }

  /// The state of an update that a person has declined; nil otherwise.
  ///
  /// If the pull request had been reopened, the stage that reads comments would have saved it.
  private var declined: UpdateState? {
    guard let record, record.state == .declined,
      proposal.isReplacement || record.versions.isAtLeast(proposal.versions, in: order)
    else { return nil }
    return .declined(version: version, number: record.number)
  }

  /// Holds an open pull request back whose contents have changed, unless a person wants it again.
  private func holdBackChanged(_ requests: [RebuildRequest]) async throws -> UpdateState? {
    guard let compared = record?.comparing(proposal.update), compared.state == .open,
      !compared.changedContents.isEmpty, !requests.contains(where: { $0.kind == .recreate })
    else { return nil }
    return try await holdBack(compared, requests)
  }

  /// Saves that a person has closed the pull request.
  private func saveDeclined(_ found: PullRequest) async throws -> UpdateState {
    let written = WrittenBranch(unproven: found.headSHA)
    try await save(found, written, base: proposal.base, as: .declined)
    return .declined(version: version, number: found.number)
  }

  /// Opens what an interrupted pass has left, and notes commits of other people.
  private func settle(
    _ written: UpdateState, _ found: PullRequest?, _ requests: [RebuildRequest]
  ) async throws -> UpdateState {
    var state = written
    if case .foreignCommits = state, found == nil, record == nil {
      state = try await openInterrupted() ?? state
    }
    if case .foreignCommits(let number, _) = state {
      try await store.remove(begun([]))
      // The answer to a request says the same.
      if let number, requests.isEmpty { try await notice.write(on: number) }
    }
    return state
  }

  /// Stores what is about to be written on which branch.
  ///
  /// If the process dies before the record is saved, this distinguishes our commit from anybody
  /// else's. If the update isn't needed any more by then, the next pass would not even know the pull
  /// request or its branch.
  private func begin(after earlier: [String]) async throws {
    let imprint = proposal.imprint(on: proposal.base).text
    try await store.save(begun((earlier.filter { $0 != imprint } + [imprint]).suffix(8)))
  }

  /// What earlier passes were about to write on the branch when they were ended.
  private func earlierImprints() async throws -> [String] {
    try await store.begunBranches(of: proposal.update.key.repository)
      .first { $0.branch == proposal.branch }?.imprints ?? []
  }

  private func begun(_ imprints: [String]) -> BegunBranch {
    let key = proposal.update.key
    return BegunBranch(
      repository: key.repository, branch: proposal.branch, base: key.base, imprints: imprints)
  }

  private var notice: ForeignCommitsNotice {
    ForeignCommitsNotice(
      forge: forge, identity: identity, world: world, repository: repository)
  }

  /// Finds the open pull request of the proposal, else the newest closed one.
  ///
  /// - Parameter all: every pull request of the repository; nil: request those of the branch.
  /// - Returns: nil if there has never been one.
  /// - Throws: `ForgeError`.
  private func findPullRequest(among all: [PullRequest]?) async throws -> PullRequest? {
    let query = PullRequestQuery(
      head: proposal.branch, base: proposal.update.key.base, state: .all, limit: 30)
    let found: [PullRequest]
    if let all {
      found = all.filter {
        query.includes($0, of: repository) || isClosed($0, under: proposal.update.key)
      }
    } else {
      found = try await forge.pullRequests(query, in: repository)
    }
    return found.first { $0.state == .open } ?? found.max { $0.number < $1.number }
  }

  /// Whether a pull request is a closed one of ours for a key, by its marker.
  ///
  /// Its branch may differ, because branch names can depend on the other branches.
  private func isClosed(_ found: PullRequest, under key: UpdateKey) -> Bool {
    guard found.state == .closed, found.base == key.base, found.author?.login == identity.login,
      let marker = BodyMarker(in: found.body)
    else { return false }
    return marker.scope == key.scope && marker.subject == key.subject && marker.step == key.step
  }

  /// Whether a person closed the pull request when it proposed these versions or newer ones.
  private func isDeclined(_ found: PullRequest) async throws -> Bool {
    guard found.state == .closed,
      proposal.isReplacement || found.versions.isAtLeast(proposal.versions, in: order)
    else { return false }
    // What a recorded one declines isn't in the plan.
    if let record, record.number == found.number, record.state != .open { return false }
    // If the forge does not say who closed it, a person may have.
    let closer = try await forge.closings?.closer(of: found.number, in: repository)
    guard closer?.login == identity.login else { return true }
    let comments = try await forge.comments(on: found.number, in: repository)
    return DeclineComment.isPresent(in: comments, by: identity)
  }

  /// Writes branch and pull request, and saves the record.
  private func write(
    over open: PullRequest?, _ ownership: Ownership, _ rebuild: Rebuild
  ) async throws -> UpdateState {
    let key = proposal.update.key
    try await disableAutoMerge(of: open, key, in: repository)
    guard let branch = try await writeBranch(of: open, ownership, rebuild) else {
      return .foreignCommits(number: open?.number, branch: proposal.branch)
    }
    var annotated = self
    annotated.proposal = await world.measuring(.describe) {
      await world.annotated(proposal, on: forge)
    }
    let (result, isEdited) = try await annotated.writePullRequest(over: open)
    try await annotated.addMetadata(to: result.value)
    try await annotated.save(result.value, branch.written, base: branch.base, as: .open)
    if judging.isWanted {
      try await store.removeJudgedBranch(of: key.recordKey, in: key.repository, now: world.now())
    }
    let number = result.value.number
    if case .created = result { return .opened(number: number, version: version) }
    return isEdited || branch.written.head != open?.headSHA
      ? .updated(number: number, version: version) : .current(number: number, version: version)
  }

  /// Opens the missing pull request of a branch on which others have continued.
  ///
  /// The process died between the branch and its pull request, and then a person pushed to the branch.
  /// It has the proposed contents, so the pull request describes it, and nothing is rewritten.
  ///
  /// - Returns: nil if the branch has other contents, or doesn't start with our commit.
  private func openInterrupted() async throws -> UpdateState? {
    let branch = ProposalBranch(forge: forge, identity: identity)
    guard let own = try await branch.ownCommit(for: proposal) else { return nil }
    var annotated = self
    annotated.proposal = await world.measuring(.describe) {
      await world.annotated(proposal, on: forge)
    }
    let (result, _) = try await annotated.writePullRequest(over: nil)
    try await annotated.addMetadata(to: result.value)
    try await annotated.save(result.value, own, base: proposal.base, as: .open)
    try await notice.write(on: result.value.number)
    return .opened(number: result.value.number, version: version)
  }

  /// Writes the branch; nil if it holds commits of others.
  ///
  /// A branch with the right contents on an old base can still conflict with the new base, for
  /// example if the base took a part of the update and only the text of the pull request differs.
  ///
  /// - Returns: the branch's commit, and the newest base that it is known to merge into.
  private func writeBranch(
    of open: PullRequest?, _ ownership: Ownership, _ rebuild: Rebuild
  ) async throws -> (written: WrittenBranch, base: String)? {
    let branch = ProposalBranch(forge: forge, identity: identity)
    if rebuild == .new {
      guard let written = try await branch.create(proposal) else { throw BranchTaken() }
      return (written, proposal.base)
    }
    guard let written = try await branch.write(proposal, ownership, rebuild) else { return nil }
    guard rebuild == .ifDifferent, let open, written.head == open.headSHA,
      record?.base != proposal.base
    else { return (written, proposal.base) }
    switch try await rebaseDecision(for: readWithMergeability(open.number)) {
    case .keep: return (written, proposal.base)
    case .wait: return (written, record?.base ?? "")
    case .rebuild:
      let moved = try await branch.write(proposal, Ownership(known: written.head), .conflicting)
      return moved.map { ($0, proposal.base) }
    }
  }

  /// Opens the pull request, or edits title and body of the open one if they differ.
  private func writePullRequest(
    over open: PullRequest?
  ) async throws -> (Creation<PullRequest>, isEdited: Bool) {
    let result: Creation<PullRequest>
    if let open {
      result = .existed(open)
    } else {
      var draft = PullRequestDraft(
        head: proposal.branch, base: proposal.update.key.base, title: proposal.title,
        body: proposal.body)
      draft.labels = try await labelsForOpening()
      if proposal.isDraft {
        draft.isDraft = true
        try await store.keep(
          [1], as: OwnDraft.name(of: proposal.update.key), now: world.now())
      }
      result = try await forge.open(draft, in: repository)
    }
    guard case .existed(let current) = result else { return (result, false) }
    let edit = PullRequestEdit(
      title: current.title == proposal.title ? nil : proposal.title,
      body: current.body == proposal.body ? nil : proposal.body)
    guard edit != PullRequestEdit() else { return (result, false) }
    return (.existed(try await forge.update(current.number, edit, in: repository)), true)
  }

  private func save(
    _ pullRequest: PullRequest, _ written: WrittenBranch, base: String,
    as state: PullRequestRecord.State
  ) async throws {
    let key = proposal.update.key
    try await store.startActivity(at: pullRequest.createdAt, of: key.repository)
    var saved = PullRequestRecord(
      key: key.recordKey, repository: key.repository, number: pullRequest.number,
      branch: proposal.branch, head: written.head, base: base,
      digest: proposal.digest,
      versions: state == .declined ? pullRequest.versions : proposal.versions, state: state,
      updatedAt: world.now())
    saved.imprint = written.imprint?.text ?? ""
    saved.pins = proposal.update.pins
    saved.steps = steps
    saved.impacts = proposal.impacts
    saved.originWarnings = proposal.origins.originWarnings
    saved.unreadOrigins = proposal.origins.unread
    let isNews =
      !saved.originWarnings.isEmpty && saved.originWarnings != record?.originWarnings
      && state == .open
    try await store.save(saved, noting: isNews ? [.origin(about: saved, now: world.now())] : [])
    if state == .open { try await saveOpening(of: saved) }
  }

  /// The version steps, if results are collected.
  private var steps: [PackageStep] {
    world.fleet.collectsResults ? proposal.update.packageSteps : []
  }

  /// Stores the version steps of a pull request that was opened before they were collected.
  private func saveSteps(of record: PullRequestRecord) async throws {
    guard record.steps != steps else { return }
    var record = record
    record.steps = steps
    try await store.save(record)
    try await saveOpening(of: record)
  }

  /// Stores for other repositories that a pull request has these steps.
  private func saveOpening(of record: PullRequestRecord) async throws {
    try await store.save(
      record.steps.map { StepResult(step: $0, kind: .opened, at: world.now()) },
      of: record.repository)
  }
}

/// The branch of a new proposal already exists.
private struct BranchTaken: Error {}
