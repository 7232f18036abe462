import Ecosystem
import Forges
import Store
import Time

/// Watches and merges the pull requests into one branch.
struct Watcher: Sendable {
  let forge: any Forge
  let identity: Account
  let world: World
  let repository: RepositoryName
  let branch: String
  /// The commit of the branch.
  let head: String
  /// The commit of the default branch, which has the configuration.
  let baseHead: String
  /// Whether a survey has just shown that no pull request has changed.
  let isSurveyed: Bool
  /// Requested once per pass, on first use.
  private var knownRules: BranchRules?
  /// Requested once per pass, on first use.
  private var isAutoMergeAllowed: Bool?
  /// Pull requests that one request listed, by number.
  private var listed: [Int: PullRequest] = [:]
  /// Pull requests that were compared with their marks, by number.
  var compared: [Int: ComparedPullRequest] = [:]

  init(_ pass: RepositoryPass, _ checkout: Checkout) {
    forge = pass.forge
    identity = pass.identity
    world = pass.world
    repository = checkout.base.repository
    branch = checkout.branch
    head = checkout.head
    baseHead = checkout.base.head
    isSurveyed = checkout.base.isUnchanged
  }

  var closer: PullRequestCloser {
    PullRequestCloser(forge: forge, identity: identity, world: world, repository: repository)
  }

  /// Stores a new verdict about the commit that martlet wrote, for other repositories.
  func saveResults(of watched: WatchedPullRequest, since before: VerdictRecord) async throws {
    let status = watched.status
    guard watched.isOurs, status.verdict != before.verdict || status.head != before.head else {
      return
    }
    try await ResultKeeper(forge: forge, world: world, repository: repository)
      .save(status, of: watched.record)
  }

  /// The rules of the branch.
  mutating func branchRules() async throws(ForgeError) -> BranchRules {
    if let knownRules { return knownRules }
    let rules =
      try await forge.branchRules?.rules(of: branch, in: repository) ?? BranchRules()
    knownRules = rules
    return rules
  }

  /// Whether the repository allows auto-merge.
  mutating func allowsAutoMerge() async throws(ForgeError) -> Bool {
    if let isAutoMergeAllowed { return isAutoMergeAllowed }
    let isAllowed = try await forge.repository(repository).allowsAutoMerge
    isAutoMergeAllowed = isAllowed
    return isAllowed
  }

  /// Reads the checks of a commit without a pull request, and computes the verdict with everything that
  /// a merge needs.
  mutating func verdict(
    of head: String, since: Timestamp, _ settings: WatchRules
  ) async throws(ForgeError) -> Verdict {
    let rules = try await branchRules()
    var evidence = Evidence(
      checks: try await forge.checks(of: head, in: repository),
      required: rules.checks, demandsAll: rules.demandsAllChecks, configured: settings.required,
      age: world.now() - since, timeout: settings.timeout
    ).forMerging
    // The host's rules can require checks that run for pull requests only.
    if evidence.checks.isEmpty, evidence.age >= evidence.timeout { return .timedOut(awaiting: []) }
    if evidence.demands.isEmpty, let suites = forge.checkSuites,
      case .passed = Verdict(of: evidence)
    {
      evidence.unfinished = try await suites.unfinishedSuites(of: head, in: repository)
    }
    return Verdict(of: evidence)
  }

  /// Lists pull requests at once if several are due that aren't merged, which need no more than a list
  /// shows.
  mutating func list(_ all: [WatchedPullRequest]) async throws(ForgeError) {
    let due = all.filter {
      $0.isRead && $0.needsNoDetails && compared[$0.number]?.checks == nil
    }
    guard due.count > 1 else { return }
    // Without a base branch: some servers can't filter by it, and their version would have to be read.
    let query = PullRequestQuery(state: .open, limit: 100)
    let found = try await forge.pullRequests(query, in: repository)
    // A list can be out of date: one that shows another head is not used.
    for watched in due {
      listed[watched.number] = found.first {
        $0.number == watched.number && $0.headSHA == watched.record.head
      }
    }
  }

  /// Reads the pull request and the checks of its head, and computes the verdict.
  mutating func readChecks(of watched: inout WatchedPullRequest) async throws(ForgeError) {
    let current: PullRequest
    // A list can be out of date: one that shows another head is not used.
    let compared = compared[watched.number].flatMap {
      $0.checks == nil || $0.pullRequest.headSHA != watched.record.head ? nil : $0
    }
    if let known = listed[watched.number] ?? compared?.pullRequest, watched.needsNoDetails {
      current = known
    } else {
      current = try await forge.pullRequest(watched.number, in: repository)
    }
    watched.current = current
    guard current.state != .closed else { return }
    let now = world.now()
    if current.headSHA != watched.status.head {
      watched.status.reset(to: current.headSHA, now: now)
    }
    let rules = try await branchRules()
    let checks: [Check]
    if let compared, compared.pullRequest.headSHA == current.headSHA, let known = compared.checks {
      checks = known
    } else {
      checks = try await forge.checks(of: current.headSHA, in: repository)
    }
    var evidence = Evidence(
      checks: checks, required: rules.checks, demandsAll: rules.demandsAllChecks,
      configured: watched.rules.required,
      age: now - watched.status.since, timeout: watched.rules.timeout)
    if evidence.demands.isEmpty, let suites = forge.checkSuites,
      case .passed = Verdict(of: evidence)
    {
      evidence.unfinished = try await suites.unfinishedSuites(of: current.headSHA, in: repository)
    }
    watched.status.update(
      to: Verdict(of: evidence), hasRequiredChecks: !evidence.demands.isEmpty,
      timeout: watched.rules.timeout, now: now)
    watched.mergeVerdict = Verdict(of: evidence.forMerging)
  }
}

extension Evidence {
  /// The same with all requirements: the base branch may require checks that the file does not name.
  fileprivate var forMerging: Evidence {
    var evidence = self
    evidence.configured = nil
    evidence.required = demands + required.filter { !demands.contains($0) }
    return evidence
  }
}
