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
  /// Pull requests that were read at the same time, by number.
  private var observed: [Int: Result<ObservedPullRequest, ForgeError>] = [:]
  /// The present marks of the pull requests that are due, by number.
  var marks: [Int: String] = [:]

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

  /// Reads the pull requests that are due, with their checks, at the same time.
  mutating func read(_ all: [WatchedPullRequest]) async throws(ForgeError) {
    let due = all.filter(\.isRead)
    guard due.count > 1 else { return }
    // What a check means can depend on the rules. Each pull request reports an error of theirs.
    let rules: BranchRules
    do throws(ForgeError) { rules = try await branchRules() } catch { return }
    // A list doesn't name the commits that such checks run on.
    if !rules.testsMergeCommits { try await list(due) }
    let reader = self
    let found = await concurrently(due, limit: 8) { watched in
      do throws(ForgeError) {
        let current = try await reader.current(watched)
        return Result<_, ForgeError>.success(try await reader.observe(current))
      } catch {
        return .failure(error)
      }
    }
    for (watched, result) in zip(due, found) { observed[watched.number] = result }
  }

  /// Lists pull requests at once if several are due that aren't merged, which need no more than a list
  /// shows.
  private mutating func list(_ all: [WatchedPullRequest]) async throws(ForgeError) {
    let due = all.filter(\.needsNoDetails)
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

  /// The pull request, from the list if that is enough.
  private func current(_ watched: WatchedPullRequest) async throws(ForgeError) -> PullRequest {
    if let known = listed[watched.number], watched.needsNoDetails { return known }
    return try await forge.pullRequest(watched.number, in: repository)
  }

  /// Reads the checks of a pull request's head unless it is closed; the rules come first.
  private func observe(
    _ current: PullRequest
  ) async throws(ForgeError) -> ObservedPullRequest {
    guard current.state != .closed else { return ObservedPullRequest(pullRequest: current) }
    return ObservedPullRequest(
      pullRequest: current, checks: try await forge.checks(of: current.headSHA, in: repository))
  }

  /// Reads the pull request and the checks of its head, and computes the verdict.
  mutating func readChecks(of watched: inout WatchedPullRequest) async throws(ForgeError) {
    let found: ObservedPullRequest
    if let known = observed.removeValue(forKey: watched.number) {
      found = try known.get()
    } else {
      let current = try await current(watched)
      if current.state != .closed { _ = try await branchRules() }
      found = try await observe(current)
    }
    let current = found.pullRequest
    watched.current = current
    guard current.state != .closed else { return }
    let now = world.now()
    if current.headSHA != watched.status.head {
      watched.status.reset(to: current.headSHA, now: now)
    }
    let rules = try await branchRules()
    var evidence = Evidence(
      checks: found.checks, required: rules.checks, demandsAll: rules.demandsAllChecks,
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

/// A pull request as the forge shows it, with the checks of its head.
private struct ObservedPullRequest: Sendable {
  var pullRequest: PullRequest
  var checks: [Check] = []
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
