import Forges
import Synchronization
import Time

/// The commits whose failed checks were started again.
final class Restarts: CheckRestarting, Sendable {
  private let commits = Mutex<Set<String>>([])

  /// Returns the commits, and forgets them.
  func take() -> Set<String> {
    commits.withLock { known in
      defer { known = [] }
      return known
    }
  }

  func restart(
    _ checks: [Check], of commit: String, in repository: RepositoryName
  ) async throws(ForgeError) -> Bool {
    _ = commits.withLock { $0.insert(commit) }
    return true
  }
}

/// Loses the answer to the first pull request that is opened: it exists, but martlet gets an error.
final class LostAnswer: Sendable {
  private let isDue = Mutex(true)

  /// Throws once.
  func lose() throws(ForgeError) {
    let wasDue = isDue.withLock { due in
      defer { due = false }
      return due
    }
    if wasDue { throw ForgeError(.unavailable, subject: "the host doesn't answer") }
  }
}

/// Ends a pass at one of its writes to the forge, as if the process had been killed.
final class Kill: Sendable {
  /// When the process ends.
  enum Moment: String, CaseIterable, Sendable {
    case beforeWrite, afterWrite
  }

  private struct State {
    var writes: [String] = []
    var isDead = false
  }

  private let state = Mutex(State())
  private let target: Int?
  private let moment: Moment
  /// Keeps the files as they are in that moment.
  private let keepFiles: @Sendable () -> Void

  /// Prepares the end at a write, counted from 0; nil: it only counts them.
  init(
    at target: Int?, _ moment: Moment = .beforeWrite,
    keepingFiles keepFiles: @escaping @Sendable () -> Void = {}
  ) {
    (self.target, self.moment, self.keepFiles) = (target, moment, keepFiles)
  }

  /// Whether the process has ended.
  var isDead: Bool { state.withLock(\.isDead) }
  /// The writes so far.
  var writes: [String] { state.withLock(\.writes) }

  private static let ended = ForgeError(.cancelled, subject: "the process was killed")

  /// Refuses everything after the end.
  func check() throws(ForgeError) { if isDead { throw Self.ended } }

  /// Carries out a write, unless it is the one at which the process ends.
  func write<Value: Sendable>(
    _ name: String, _ body: () async throws(ForgeError) -> Value
  ) async throws(ForgeError) -> Value {
    try check()
    let index = state.withLock { state in
      state.writes.append(name)
      return state.writes.count - 1
    }
    if index == target, moment == .beforeWrite { try end() }
    let value = try await body()
    if index == target { try end() }
    return value
  }

  private func end() throws(ForgeError) {
    keepFiles()
    state.withLock { $0.isDead = true }
    throw Self.ended
  }
}

/// A local forge whose process can be killed, and whose CI can start checks again.
struct FaultyForge: Forge {
  let inner: LocalForge
  let kill: Kill
  var restarts: Restarts?
  /// Whether its lists have the numbers of comments.
  var countsComments = true
  /// Whether it fails to serve the contents of files.
  var losesFiles = false
  /// Whether it leaves pull requests open whose branch is gone, as GitLab does.
  var missesBranches = false
  var lostAnswer: LostAnswer?

  var name: String { inner.name }
  var kind: ForgeKind { inner.kind }
  var limiter: ForgeRateLimiter? { nil }
  var checkRestarts: (any CheckRestarting)? { restarts }

  var automaticMerging: (any AutomaticMerging)? { nil }
  var branchRules: (any BranchRuleReading)? { kill.isDead ? nil : inner.branchRules }
  var checkSuites: (any CheckSuiteReading)? { nil }
  var closings: (any ClosingReading)? { kill.isDead ? nil : inner.closings }
  var headBranches: (any HeadBranchReading)? { missesBranches ? self : nil }
  var pullRequestChanges: (any PullRequestComparing)? { nil }
  var reviews: (any ReviewReading)? { kill.isDead ? nil : inner.reviews }
  var reactions: (any Reacting)? { kill.isDead ? nil : inner.reactions }
  var labelling: (any Labelling)? { kill.isDead ? nil : inner.labelling }
  var assigning: (any Assigning)? { kill.isDead ? nil : inner.assigning }
  var reviewRequests: (any ReviewRequesting)? { kill.isDead ? nil : inner.reviewRequests }
  var milestones: (any MilestoneSetting)? { nil }
  var drafts: (any DraftEnding)? { kill.isDead ? nil : inner.drafts }
  var redelivery: (any HookDelivering)? { nil }
  var issues: (any IssueTracking)? { kill.isDead ? nil : inner.issues }
  var commitSigning: (any CommitSigning)? { nil }
  var ownerListing: (any OwnerListing)? { nil }
  var fleetSurvey: (any FleetSurveying)? { nil }
  var dependencyGraph: (any DependencySubmitting)? { nil }
  var grants: (any GrantChecking)? { nil }
}

extension FaultyForge {
  func identity() async throws(ForgeError) -> Account { try await inner.identity() }

  func listing() async throws(ForgeError) -> RepositoryListing {
    try kill.check()
    return try await inner.listing()
  }

  func repository(_ name: RepositoryName) async throws(ForgeError) -> Repository {
    try kill.check()
    return try await inner.repository(name)
  }

  func permission(
    of login: String, in repository: RepositoryName
  ) async throws(ForgeError) -> Permission {
    try kill.check()
    return try await inner.permission(of: login, in: repository)
  }

  func checks(
    of commit: String, in repository: RepositoryName
  ) async throws(ForgeError) -> [Check] {
    try kill.check()
    return try await inner.checks(of: commit, in: repository)
  }

  func branch(
    _ name: String, in repository: RepositoryName
  ) async throws(ForgeError) -> Branch? {
    try kill.check()
    return try await inner.branch(name, in: repository)
  }

  func tree(
    at commit: String, in repository: RepositoryName
  ) async throws(ForgeError) -> [TreeEntry] {
    try kill.check()
    return try await inner.tree(at: commit, in: repository)
  }

  func blob(
    _ sha: String, limit: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> [UInt8] {
    try kill.check()
    if losesFiles { throw ForgeError(.unavailable, subject: "the host doesn't answer") }
    return try await inner.blob(sha, limit: limit, in: repository)
  }

  func prefetch(_ blobs: [String], in repository: RepositoryName) async {}

  func commits(
    on branch: String, limit: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> [Commit] {
    try kill.check()
    return try await inner.commits(on: branch, limit: limit, in: repository)
  }

  func commits(
    from base: String, to head: String, in repository: RepositoryName
  ) async throws(ForgeError) -> [Commit] {
    try kill.check()
    return try await inner.commits(from: base, to: head, in: repository)
  }

  func writeBranch(
    _ proposal: CommitProposal, on branch: String, expecting expected: String?,
    in repository: RepositoryName
  ) async throws(ForgeError) -> BranchWrite {
    try await kill.write("write \(branch)") { () throws(ForgeError) in
      try await inner.writeBranch(proposal, on: branch, expecting: expected, in: repository)
    }
  }

  func deleteBranch(
    _ branch: String, at expected: String, in repository: RepositoryName
  ) async throws(ForgeError) -> BranchMove {
    try await kill.write("delete \(branch)") { () throws(ForgeError) in
      try await inner.deleteBranch(branch, at: expected, in: repository)
    }
  }
}

extension FaultyForge {
  func pullRequests(
    _ query: PullRequestQuery, in repository: RepositoryName
  ) async throws(ForgeError) -> [PullRequest] {
    try kill.check()
    return try await inner.pullRequests(query, in: repository)
  }

  func pullRequest(
    _ number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> PullRequest {
    try kill.check()
    return try await inner.pullRequest(number, in: repository)
  }

  func open(
    _ draft: PullRequestDraft, in repository: RepositoryName
  ) async throws(ForgeError) -> Creation<PullRequest> {
    let opened = try await kill.write("open \(draft.head)") { () throws(ForgeError) in
      try await inner.open(draft, in: repository)
    }
    try lostAnswer?.lose()
    return opened
  }

  func update(
    _ number: Int, _ edit: PullRequestEdit, in repository: RepositoryName
  ) async throws(ForgeError) -> PullRequest {
    try await kill.write("edit \(number)") { () throws(ForgeError) in
      try await inner.update(number, edit, in: repository)
    }
  }

  func activity(
    since: Timestamp?, in repository: RepositoryName
  ) async throws(ForgeError) -> [Activity] {
    try kill.check()
    return try await inner.activity(since: since, in: repository).map { activity in
      var activity = activity
      if !countsComments { activity.comments = nil }
      return activity
    }
  }

  func comments(
    on number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> [Comment] {
    try kill.check()
    return try await inner.comments(on: number, in: repository)
  }

  func comment(
    _ body: String, on number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> Comment {
    try await kill.write("comment on \(number)") { () throws(ForgeError) in
      try await inner.comment(body, on: number, in: repository)
    }
  }

  func updateComment(
    _ id: Int, on number: Int, to body: String, in repository: RepositoryName
  ) async throws(ForgeError) {
    try await kill.write("edit a comment on \(number)") { () throws(ForgeError) in
      try await inner.updateComment(id, on: number, to: body, in: repository)
    }
  }

  func merge(
    _ number: Int, at head: String, by method: MergeMethod, in repository: RepositoryName
  ) async throws(ForgeError) -> MergeOutcome {
    try await kill.write("merge \(number)") { () throws(ForgeError) in
      try await inner.merge(number, at: head, by: method, in: repository)
    }
  }
}

extension FaultyForge: HeadBranchReading {
  func missing(
    of branches: [String], in repository: RepositoryName
  ) async throws(ForgeError) -> Set<String> {
    var missing: Set<String> = []
    for branch in branches where try await self.branch(branch, in: repository) == nil {
      missing.insert(branch)
    }
    return missing
  }
}
