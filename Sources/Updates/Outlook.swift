package import Ecosystem

/// Where a dependency could go: what the rules allow, and what they hold back.
package struct Outlook: Hashable, Sendable {
  package var dependency: Dependency
  /// The newest version inside the requirement; the current one where none is newer.
  package var wanted: String?
  /// The newest version that the policy allows; the current one where none is newer.
  package var latest: String?
  /// Releases that may be proposed, best first; empty when there is nothing to do.
  package var candidates: [Release]
  /// What holds the newest release back, where something does.
  package var held: UpdateState?

  /// Judges the releases of a dependency; pure.
  ///
  /// - Parameters:
  ///   - dependency: as it stands.
  ///   - releases: all of them, oldest first.
  ///   - policy: the repository's rules.
  ///   - firstSeen: seconds since 1970 by version, for registries without publication times.
  ///   - now: seconds since 1970.
  package init(
    _ dependency: Dependency, releases: [Release], policy: Policy,
    firstSeen: [String: Int64] = [:], now: Int64
  ) {
    self.dependency = dependency
    let newer = releases.filter { $0.step != nil && !$0.isWithdrawn }
    let stable = newer.filter { !$0.isPrerelease || $0.satisfiesRequirement }
    wanted = stable.last { $0.satisfiesRequirement }?.version ?? dependency.current
    var candidates: [Release] = []
    for release in stable.reversed() {
      if let hold = Self.hold(on: release, of: dependency, policy, firstSeen, now) {
        held = held ?? hold
      } else if policy.strategy != .lockfileOnly || release.satisfiesRequirement {
        candidates.append(release)
      }
    }
    self.candidates = candidates
    latest = candidates.first?.version ?? dependency.current
  }

  private static func hold(
    on release: Release, of dependency: Dependency, _ policy: Policy,
    _ firstSeen: [String: Int64], _ now: Int64
  ) -> UpdateState? {
    if let rule = policy.ignores(dependency, release) {
      return .ignored(version: release.version, rule: rule)
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
    case .ignored: return .ignored
    case .coolingDown: return .coolingDown
    default: return .upToDate
    }
  }

  /// The statuses of `check --json`.
  package enum Status: String, Sendable {
    case upToDate = "up-to-date"
    case outdated
    case ignored
    case coolingDown = "cooling-down"
    case refused
    case failed
  }
}
