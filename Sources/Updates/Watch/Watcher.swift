import Ecosystem
import Forges
import Store

/// Asks a forge about the pull requests into one branch, and writes what there is to say.
struct Watcher: Sendable {
  let forge: any Forge
  let identity: Account
  let world: World
  let repository: RepositoryName
  let branch: String
  /// Read once a pass, when first needed.
  private var known: BranchRules?
  /// Likewise.
  var allows: Bool?

  init(_ pass: RepositoryPass, _ checkout: Checkout) {
    forge = pass.forge
    identity = pass.identity
    world = pass.world
    repository = checkout.base.repository
    branch = checkout.branch
  }

  /// What the branch demands.
  mutating func branchRules() async throws(ForgeError) -> BranchRules {
    if let known { return known }
    let rules =
      try await forge.branchRules?.rules(of: branch, in: repository) ?? BranchRules()
    known = rules
    return rules
  }

  /// Judges the head as it is now.
  mutating func look(at watched: inout Watched) async throws(ForgeError) {
    let present = try await forge.pullRequest(watched.number, in: repository)
    watched.present = present
    guard present.state != .closed else { return }
    let now = world.now()
    if present.headSHA != watched.note.head { watched.note.begin(present.headSHA, now: now) }
    let rules = try await branchRules()
    var evidence = Evidence(
      checks: try await forge.checks(of: present.headSHA, in: repository),
      required: rules.checks, configured: watched.rules.required,
      age: now - watched.note.since, timeout: watched.rules.timeout)
    if evidence.demands.isEmpty, let suites = forge.checkSuites,
      case .passed = Verdict(of: evidence)
    {
      evidence.unfinished = try await suites.unfinishedSuites(of: present.headSHA, in: repository)
    }
    watched.note.take(
      Verdict(of: evidence), isDemanded: !evidence.demands.isEmpty,
      timeout: watched.rules.timeout, now: now)
    watched.mergeVerdict = Verdict(of: evidence.forMerging)
  }
}

extension Evidence {
  /// The same with every demand there is: what the file leaves out, the base may still want.
  fileprivate var forMerging: Evidence {
    var evidence = self
    evidence.configured = nil
    evidence.required = demands + required.filter { !demands.contains($0) }
    return evidence
  }
}
