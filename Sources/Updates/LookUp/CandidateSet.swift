package import Configuration
package import Ecosystem
package import Time

/// The releases of a dependency, judged by the policy: candidates, and reasons to hold others back.
package struct CandidateSet: Hashable, Sendable {
  /// The dependency; its `problem` is set if the releases could not be requested.
  package var dependency: Dependency
  /// The newest version inside the requirement; the current one if there is no newer one.
  package var wanted: String?
  /// The newest version that the policy allows; the current one if there is no newer one.
  package var latest: String?
  /// Releases that may be proposed, best first; empty if there is no update.
  package var candidates: [Release]
  /// Why the newest release is held back; nil if it is not.
  package var held: UpdateState?
  /// Why the dependency gets no pull request; nil if it does.
  ///
  /// Can be set although there are candidates.
  package var notProposed: UpdateState?
  /// The advisories that affect the current version; empty also if none were requested.
  package var alerts: [Alert] = []
  /// The lowest newer version without advisories, whatever the policy; nil if there is none, or
  /// nothing to fix.
  package var lowestFix: String?
  /// For security updates, the candidates are the fixed versions, lowest first.
  package var purpose = GroupRule.Purpose.versionUpdates
  /// Why no pull request fixes the advisories.
  package var unfixed: UpdateState?
  /// A newer release that the dependency's registry doesn't have; nil if it wasn't looked for or
  /// found.
  package var migrationHint: MigrationHint?
  /// The sentence that says that the dependency's registry takes no new releases; nil if it does.
  package var frozen: String?
  /// Newer releases that a security update of another dependency may use, oldest first.
  var movable: [Release] = []

  /// Assesses the releases of a dependency.
  ///
  /// Pure.
  ///
  /// - Parameters:
  ///   - dependency: the dependency before the update.
  ///   - releases: all releases, oldest first.
  ///   - policy: the rules of the entry.
  ///   - firstSeen: when versions were first seen, for registries without publication times.
  ///   - now: the current time.
  ///   - advisories: the advisories for the dependency; nil: none.
  package init(
    _ dependency: Dependency, releases: [Release], policy: Policy,
    firstSeen: [String: Timestamp] = [:], now: Timestamp, advisories: PackageAdvisories? = nil
  ) {
    self.dependency = dependency
    let newer = releases.filter { $0.step != nil && !$0.isWithdrawn }
    let stable = newer.filter { !$0.isPrerelease || $0.satisfiesRequirement }
    let inside = releases.last { release in
      release.satisfiesRequirement && !release.isPrerelease && !release.isWithdrawn
        && release.heldBack == nil
    }
    let current = dependency.current ?? inside?.version
    wanted =
      stable.last { $0.satisfiesRequirement && $0.heldBack == nil }?.version ?? current
    var candidates: [Release] = []
    for release in stable.reversed() {
      if let held = Self.heldBack(release, of: dependency, policy, firstSeen, now) {
        if candidates.isEmpty { self.held = self.held ?? held }
      } else if policy.strategy != .lockfileOnly || release.satisfiesRequirement {
        candidates.append(release)
      }
    }
    let rule = policy.excludes(dependency)
    let excluded = stable.last.flatMap { newest in
      rule.map { UpdateState.leftOut(version: newest.version, rule: $0) }
    }
    if rule != nil, rule != Policy.onlyDirect {
      candidates = []
      held = excluded
    }
    self.candidates = candidates
    latest = candidates.first?.version ?? current
    notProposed = Self.notProposed(dependency, candidates, held, excluded, limit: policy.limit)
    movable = stable.filter {
      $0.heldBack == nil && policy.fixes?.ignores(dependency, $0) == nil
    }
    if let advisories { apply(advisories, releases: releases, policy) }
  }

  /// Creates the assessment of a dependency that a rule excludes, whose releases were not requested.
  init(of dependency: Dependency, excludedBy rule: String) {
    self.dependency = dependency
    wanted = dependency.current
    latest = dependency.current
    candidates = []
    notProposed = .leftOut(version: nil, rule: rule)
  }

  private static func notProposed(
    _ dependency: Dependency, _ candidates: [Release], _ held: UpdateState?,
    _ excluded: UpdateState?, limit: Int
  ) -> UpdateState? {
    if let problem = dependency.problem { return .problem(problem) }
    guard let newest = candidates.first else { return held ?? .upToDate }
    return limit == 0 ? .switchedOff(version: newest.version) : excluded
  }

  private static func heldBack(
    _ release: Release, of dependency: Dependency, _ policy: Policy,
    _ firstSeen: [String: Timestamp], _ now: Timestamp
  ) -> UpdateState? {
    if let rule = policy.ignores(dependency, release) {
      return .ignored(version: release.version, rule: rule)
    }
    if let reason = release.heldBack {
      return .heldBack(version: release.version, reason: reason)
    }
    let cooldown = policy.cooldown(dependency, release)
    guard cooldown > .zero else { return nil }
    // A release of unknown age counts as new.
    let since = release.published ?? firstSeen[release.version] ?? now
    guard since > now - cooldown else { return nil }
    return .coolingDown(version: release.version, until: since + cooldown)
  }

  /// The status in `martlet check`.
  package var status: Status {
    if let problem = dependency.problem {
      return problem.kind == .refused ? .refused : .failed
    }
    guard candidates.isEmpty else { return .outdated }
    switch held {
    case .ignored, .leftOut, .heldBack: return .ignored
    case .coolingDown: return .coolingDown
    default: return .upToDate
    }
  }

  /// Why the newest release, or no release, is proposed; nil if it is proposed.
  package var reason: String? {
    if let held { return held.description }
    switch notProposed {
    case nil, .upToDate, .problem: return nil
    case .some(let state): return state.description
    }
  }

  /// The statuses in `check --json`.
  package enum Status: String, Sendable {
    /// There is no newer version.
    case upToDate = "up-to-date"
    /// There is a newer version that may be proposed.
    case outdated
    /// A rule, or the runtime version of the project, excludes the newer versions.
    case ignored
    /// The newer versions were published too recently.
    case coolingDown = "cooling-down"
    /// martlet does not evaluate its source or its declaration.
    case refused
    /// Its registry or repository did not return a usable response.
    case failed
  }
}
