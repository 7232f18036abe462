import Crypto
import Ecosystem
import Forges
import FoundationEssentials
import Logging
package import Store

/// Makes branch, commit and pull request of the forge converge with a proposal.
///
/// Every write is idempotent or a compare-and-swap, and the forge refuses a second branch of the
/// same name: killed anywhere, the next pass goes on from what it finds.
package struct Publisher: Sendable {
  let forge: any Forge
  /// Who the forge says we are.
  let identity: Account
  let world: World
  let labels: LabelMemory
  /// Every pull request of the repository, where the pass has listed them.
  let past: [PullRequest]?

  /// Joins what publishing needs.
  init(_ pass: RepositoryPass, past: [PullRequest]?) {
    forge = pass.forge
    identity = pass.identity
    world = pass.world
    labels = pass.labels
    self.past = past
  }

  private var store: StateStore { world.store }

  /// Opens the pull request, or moves the one that is there.
  ///
  /// - Parameters:
  ///   - proposal: what should be.
  ///   - record: what was left there by the last pass.
  ///   - order: all versions of each dependency by slot, oldest first, to tell what is older than
  ///     what a person has declined.
  ///   - rebase: what is done when the base has moved.
  /// - Returns: what was found or done.
  /// - Throws: `ForgeError`, or `DatabaseError` where the state cannot be kept.
  package func publish(
    _ proposal: Proposal, after record: PullRequestRecord?, order: [String: [String]],
    rebase: Rebase = Rebase()
  ) async throws -> UpdateState {
    do {
      return try await publish(proposal, after: record, order: order, rebase)
    } catch is BranchTaken {
      // Somebody was quicker since the list was read, and a person may have closed what he opened.
      return try await publish(proposal, after: record, order: order, rebase, isTaken: true)
    }
  }

  private func publish(
    _ proposal: Proposal, after record: PullRequestRecord?, order: [String: [String]],
    _ rebase: Rebase, isTaken: Bool = false
  ) async throws -> UpdateState {
    let version = proposal.update.version
    // The listening stage would have noticed that it was opened again.
    if let record, record.state == .declined,
      record.versions.isAtLeast(proposal.versions, in: order)
    {
      return .declined(version: version, number: record.number)
    }
    let requested = try await rebuildRequests(for: record)
    let standing =
      requested.isEmpty ? try await standing(of: record, for: proposal, rebase) : .stale
    if standing == .stands, let record {
      return .current(number: record.number, version: version)
    }
    let found = try await newest(of: proposal, among: isTaken ? nil : past)
    if let found, found.state == .closed {
      let declined = found.versions.isAtLeast(proposal.versions, in: order)
      if declined, try await wasClosedByPerson(found, record, proposal.repository) {
        try await remember(
          found, proposal, head: found.headSHA, on: proposal.base, as: .declined)
        return .declined(version: version, number: found.number)
      }
    }
    let state = try await converge(
      proposal, with: found.flatMap { $0.state == .open ? $0 : nil }, record,
      rebuild: found == nil && record == nil && !isTaken
        ? .new : requested.rebuild ?? (standing == .outdated ? .conflicting : .ifStale), rebase)
    try await answer(requested, state, proposal)
    return state
  }

  private enum Standing {
    case stands
    case stale
    /// The words are right and the branch has to be built anew on its base.
    case outdated
  }

  /// Whether the remembered pull request already says all of the proposal.
  ///
  /// Nothing is asked while the base is where it was.
  private func standing(
    of record: PullRequestRecord?, for proposal: Proposal, _ rebase: Rebase
  ) async throws -> Standing {
    guard let record, record.state == .open, record.digest == proposal.digest else { return .stale }
    let merging = try await store.verdict(of: record.key)?.merging
    if merging == .behind { return .outdated }
    guard record.base != proposal.base, merging != .queued else { return .stands }
    let present = try await judged(record.number, in: proposal.repository)
    guard present.state == .open, present.headSHA == record.head else { return .stale }
    switch try await decision(on: present, record, in: proposal.repository, rebase) {
    case .rebuild: return .outdated
    case .wait: return .stands
    case .stay:
      var moved = record
      moved.base = proposal.base
      try await store.save(moved)
      return .stands
    }
  }

  private func decision(
    on present: PullRequest, _ record: PullRequestRecord?, in repository: RepositoryName,
    _ rebase: Rebase
  ) async throws -> Rebase.Decision {
    rebase.decision(
      isMergeable: present.isMergeable, openedAt: try await opening(of: present, in: repository),
      movedAt: record?.updatedAt ?? world.now(), now: world.now())
  }

  /// Reads a pull request until the forge knows whether it merges, at most for four seconds:
  /// GitHub begins to work that out when it is first asked, and the next pass may be a day away.
  private func judged(
    _ number: Int, in repository: RepositoryName
  ) async throws -> PullRequest {
    var present = try await forge.pullRequest(number, in: repository)
    for seconds in [1, 3] where present.state == .open && present.isMergeable == nil {
      try await world.sleep(.seconds(seconds))
      present = try await forge.pullRequest(number, in: repository)
    }
    return present
  }

  /// When it was opened, in seconds since 1970: by our own clock where that is later, since the
  /// forge's may be another.
  private func opening(
    of present: PullRequest, in repository: RepositoryName
  ) async throws -> Int64? {
    let events = try await store.events(
      of: present.number, in: repository.description, forge: forge.name)
    let ours = events.last { $0.kind == "opened" }?.at
    let theirs = present.createdAt.map { Int64($0.timeIntervalSince1970) }
    return theirs.map { max($0, ours ?? $0) } ?? ours
  }

  /// The open pull request of a proposal, else the newest.
  ///
  /// - Parameters:
  ///   - proposal: what it would say.
  ///   - past: all of the repository; nil: the forge is asked.
  /// - Returns: nil where there never was one.
  /// - Throws: `ForgeError`.
  private func newest(
    of proposal: Proposal, among past: [PullRequest]?
  ) async throws -> PullRequest? {
    let query = PullRequestQuery(
      head: proposal.branch, base: proposal.update.key.base, state: .all, limit: 30)
    let all: [PullRequest]
    if let past {
      all = past.filter {
        query.includes($0, of: proposal.repository) || isClosed($0, under: proposal.update.key)
      }
    } else {
      all = try await forge.pullRequests(query, in: proposal.repository)
    }
    return all.first { $0.state == .open } ?? all.max { $0.number < $1.number }
  }

  /// Whether a pull request of ours was closed that stood for a key, whatever its branch was called:
  /// some names depend on the repository's.
  private func isClosed(_ found: PullRequest, under key: UpdateKey) -> Bool {
    guard found.state == .closed, found.base == key.base, found.author?.login == identity.login,
      let marker = BodyMarker(in: found.body)
    else { return false }
    return marker.scope == key.scope && marker.subject == key.subject
  }

  private func wasClosedByPerson(
    _ found: PullRequest, _ record: PullRequestRecord?, _ repository: RepositoryName
  ) async throws -> Bool {
    if let record, record.number == found.number, record.state == .closed { return false }
    // If the forge doesn't tell who closed it, a person may have.
    let closer = try await forge.closings?.closer(of: found.number, in: repository)
    return closer?.login != identity.login
  }

  private func converge(
    _ proposal: Proposal, with open: PullRequest?, _ record: PullRequestRecord?,
    rebuild: Rebuild, _ rebase: Rebase
  ) async throws -> UpdateState {
    let key = proposal.update.key.description
    try await store.begin(Intent(key: key, branch: proposal.branch, startedAt: world.now()))
    try await takeBackMerge(of: open, key, in: proposal.repository)
    guard let built = try await built(proposal, with: open, record, rebuild: rebuild, rebase) else {
      try await store.forgetIntent(key)
      return .foreignCommits(number: open?.number, branch: proposal.branch)
    }
    let (present, isEdited) = try await presented(
      await world.annotated(proposal, on: forge), open)
    try await addMetadata(present.value, proposal)
    try await remember(present.value, proposal, head: built.head, on: built.base, as: .open)
    let (number, version) = (present.value.number, proposal.update.version)
    if case .created = present { return .opened(number: number, version: version) }
    return isEdited || built.head != open?.headSHA
      ? .updated(number: number, version: version) : .current(number: number, version: version)
  }

  /// Brings the branch to the proposal; nil where it is not ours to move.
  ///
  /// The right bytes on an old base may still conflict with the new one: when the base took half of
  /// the step, only the words of the pull request differ.
  ///
  /// - Returns: the branch's commit, and the base up to which it is known to merge.
  private func built(
    _ proposal: Proposal, with open: PullRequest?, _ record: PullRequestRecord?,
    rebuild: Rebuild, _ rebase: Rebase
  ) async throws -> (head: String, base: String)? {
    let branching = Branching(forge: forge, identity: identity)
    if rebuild == .new {
      guard let head = try await branching.create(proposal) else { throw BranchTaken() }
      return (head, proposal.base)
    }
    guard
      let head = try await branching.converge(proposal, known: record?.head, rebuild: rebuild)
    else { return nil }
    guard rebuild == .ifStale, let open, head == open.headSHA, record?.base != proposal.base
    else { return (head, proposal.base) }
    let present = try await judged(open.number, in: proposal.repository)
    switch try await decision(on: present, record, in: proposal.repository, rebase) {
    case .stay: return (head, proposal.base)
    case .wait: return (head, record?.base ?? "")
    case .rebuild:
      let moved = try await branching.converge(proposal, known: head, rebuild: .conflicting)
      return moved.map { ($0, proposal.base) }
    }
  }

  /// Opens the pull request, or gives the open one its words and tells whether they were others.
  private func presented(
    _ proposal: Proposal, _ open: PullRequest?
  ) async throws -> (Creation<PullRequest>, isEdited: Bool) {
    var result: Creation<PullRequest>
    if let open {
      result = .existed(open)
    } else {
      result = try await forge.open(
        PullRequestDraft(
          head: proposal.branch, base: proposal.update.key.base, title: proposal.title,
          body: proposal.body), in: proposal.repository)
    }
    guard case .existed(let present) = result else { return (result, false) }
    let edit = PullRequestEdit(
      title: present.title == proposal.title ? nil : proposal.title,
      body: present.body == proposal.body ? nil : proposal.body)
    guard edit != PullRequestEdit() else { return (result, false) }
    result = .existed(try await forge.update(present.number, edit, in: proposal.repository))
    return (result, true)
  }

  /// Adds labels, assignees and milestone that are missing.
  private func addMetadata(_ present: PullRequest, _ proposal: Proposal) async throws {
    let repository = proposal.repository
    let isMarked = present.labels.contains(where: Label.isSecurity)
    let missing = proposal.labels.filter { label in
      !present.labels.contains(label.name) && !(label == .security && isMarked)
    }
    if !missing.isEmpty, let labelling = forge.labelling {
      let usable = try await known(missing, by: labelling, in: repository)
      if !usable.isEmpty {
        try await labelling.addLabels(usable, to: present.number, in: repository)
      }
    }
    let assignees = proposal.assignees.filter { !present.assignees.contains($0) }
    if !assignees.isEmpty {
      if let assigning = forge.assigning {
        try await assigning.assign(assignees, to: present.number, in: repository)
      } else {
        world.log.warning("the forge has no assignees", ["forge": forge.name])
      }
    }
    if let milestone = proposal.milestone, present.milestone != milestone {
      if let milestones = forge.milestones {
        try await milestones.setMilestone(milestone, of: present.number, in: repository)
      } else {
        world.log.warning("the forge has no milestones", ["forge": forge.name])
      }
    }
  }

  /// The names that may be given: a name from the repository's file must exist already, and
  /// martlet's own are made where they are missing.
  ///
  /// The list is read only where a name has to be looked for in it.
  private func known(
    _ labels: [Label], by labelling: any Labelling, in repository: RepositoryName
  ) async throws -> [String] {
    if labels.contains(where: { !$0.isOurs || $0 == .security }) {
      try await self.labels.read(of: repository) { () async throws(ForgeError) in
        try await labelling.labels(in: repository)
      }
    }
    var usable: [String] = []
    for label in labels {
      if !self.labels.knows(label, in: repository) {
        if label == .security,
          let own = self.labels.names(in: repository).first(where: Label.isSecurity)
        {
          usable.append(own)
          continue
        }
        guard label.isOurs else {
          world.log.warning("the repository has no such label", ["label": label.name])
          continue
        }
        try await make(label, by: labelling, in: repository)
      }
      usable.append(label.name)
    }
    return usable
  }

  /// Makes a label of ours, once for each repository: that it is there is remembered.
  ///
  /// To ask before would cost as much as to be told that it exists.
  private func make(
    _ label: Label, by labelling: any Labelling, in repository: RepositoryName
  ) async throws {
    let name = "label \(forge.name) \(repository) \(label.name)"
    if try await store.content(name) == nil {
      do throws(ForgeError) {
        _ = try await labelling.createLabel(label, in: repository)
      } catch {
        // Who may not make labels may still give those that are there.
        guard [.forbidden, .notFound].contains(error.code) else { throw error }
      }
      try await store.keep(Array(label.name.utf8), as: name, now: world.now())
    }
    labels.note([label.name], in: repository)
  }

  private func remember(
    _ present: PullRequest, _ proposal: Proposal, head: String, on base: String,
    as state: PullRequestRecord.State
  ) async throws {
    let key = proposal.update.key
    try await store.save(
      PullRequestRecord(
        key: key.description, forge: key.forge, repository: key.repository.description,
        number: present.number, branch: proposal.branch, head: head, base: base,
        digest: proposal.digest,
        versions: state == .declined ? present.versions : proposal.versions, state: state,
        updatedAt: world.now()))
  }
}

/// A branch was there already that nothing was known of.
private struct BranchTaken: Error {}
