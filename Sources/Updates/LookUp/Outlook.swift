package import Configuration
package import Ecosystem

/// Where a dependency could go: what the rules allow, and what they hold back.
package struct Outlook: Hashable, Sendable {
  /// As it was read; its `problem` is set where its registry did not answer.
  package var dependency: Dependency
  /// The newest version inside the requirement; the current one where none is newer.
  package var wanted: String?
  /// The newest version that the policy allows; the current one where none is newer.
  package var latest: String?
  /// Releases that may be proposed, best first; empty when there is nothing to do.
  package var candidates: [Release]
  /// What holds the newest release back, where something does.
  package var held: UpdateState?
  /// Why there is no pull request for it, whatever else may be done with its candidates.
  package var settled: UpdateState?
  /// What hits the current version; empty also where nobody was asked.
  package var alerts: [Alert] = []
  /// The lowest newer version that no advisory hits, whatever the rules; nil: there is none, or
  /// nothing is to be fixed.
  package var lowestFix: String?
  /// What the candidates are for: those that fix come lowest first.
  package var purpose = GroupRule.Purpose.versionUpdates
  /// Why what hits it is not fixed by a pull request.
  package var unfixed: UpdateState?
  /// Newer releases that a security update of something else may take along, oldest first.
  var movable: [Release] = []

  /// Judges the releases of a dependency; pure.
  ///
  /// - Parameters:
  ///   - dependency: as it stands.
  ///   - releases: all of them, oldest first.
  ///   - policy: the repository's rules.
  ///   - firstSeen: seconds since 1970 by version, for registries without publication times.
  ///   - now: seconds since 1970.
  ///   - alarm: what advisories say of it; nil: nothing.
  package init(
    _ dependency: Dependency, releases: [Release], policy: Policy,
    firstSeen: [String: Int64] = [:], now: Int64, advisories: PackageAdvisories? = nil
  ) {
    self.dependency = dependency
    let newer = releases.filter { $0.step != nil && !$0.isWithdrawn }
    let stable = newer.filter { !$0.isPrerelease || $0.satisfiesRequirement }
    let inside = releases.last { release in
      release.satisfiesRequirement && !release.isPrerelease && !release.isWithdrawn
        && release.heldBack == nil
    }
    let standing = dependency.current ?? inside?.version
    wanted =
      stable.last { $0.satisfiesRequirement && $0.heldBack == nil }?.version ?? standing
    var candidates: [Release] = []
    for release in stable.reversed() {
      if let hold = Self.hold(on: release, of: dependency, policy, firstSeen, now) {
        held = held ?? hold
      } else if policy.strategy != .lockfileOnly || release.satisfiesRequirement {
        candidates.append(release)
      }
    }
    let rule = policy.leavesOut(dependency)
    let leftOut = stable.last.flatMap { newest in
      rule.map { UpdateState.leftOut(version: newest.version, rule: $0) }
    }
    if rule != nil, rule != Policy.onlyDirect {
      candidates = []
      held = leftOut
    }
    self.candidates = candidates
    latest = candidates.first?.version ?? standing
    settled = Self.settled(dependency, candidates, held, leftOut, limit: policy.limit)
    movable = stable.filter {
      $0.heldBack == nil && policy.fixes?.ignores(dependency, $0) == nil
    }
    if let advisories { apply(advisories, releases: releases, policy) }
  }

  /// Says what needs no resolving.
  private static func settled(
    _ dependency: Dependency, _ candidates: [Release], _ held: UpdateState?,
    _ leftOut: UpdateState?, limit: Int
  ) -> UpdateState? {
    if let problem = dependency.problem { return .problem(problem) }
    guard let newest = candidates.first else { return held ?? .upToDate }
    return limit == 0 ? .switchedOff(version: newest.version) : leftOut
  }

  private static func hold(
    on release: Release, of dependency: Dependency, _ policy: Policy,
    _ firstSeen: [String: Int64], _ now: Int64
  ) -> UpdateState? {
    if let rule = policy.ignores(dependency, release) {
      return .ignored(version: release.version, rule: rule)
    }
    if let reason = release.heldBack {
      return .heldBack(version: release.version, reason: reason)
    }
    let cooldown = policy.cooldown(dependency, release)
    guard cooldown > 0 else { return nil }
    // A release of unknown age counts as new: no time is no proof of age.
    let since = release.published ?? firstSeen[release.version] ?? now
    guard since > now - cooldown else { return nil }
    return .coolingDown(version: release.version, until: since + cooldown)
  }

  /// What `martlet check` says of the dependency.
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

  /// Why the newest release is not proposed, or nothing is; nil where nothing keeps it.
  package var reason: String? {
    if let held { return held.description }
    switch settled {
    case nil, .upToDate, .problem: return nil
    case .some(let state): return state.description
    }
  }

  /// The statuses of `check --json`.
  package enum Status: String, Sendable {
    /// Nothing newer is to be had.
    case upToDate = "up-to-date"
    /// Something newer may be proposed.
    case outdated
    /// A rule, or the version of the runtime that the project names, keeps newer versions away.
    case ignored
    /// What is newer is too young.
    case coolingDown = "cooling-down"
    /// Its source, or how it is stated, is not evaluated.
    case refused
    /// Its registry or repository gave no answer that can be used.
    case failed
  }
}
