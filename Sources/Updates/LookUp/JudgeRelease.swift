import Configuration
import Ecosystem
import Time
import Versioning

/// What the rules of an entry say about a release of a dependency.
struct ReleaseJudgement {
  let dependency: Dependency
  let release: Release
  let policy: Policy
  /// The rules that match the update, or can't be decided.
  let applied: AppliedRules

  /// Why the rules don't propose the release in version updates; nil if they do.
  var refusal: UpdateState? {
    if let rule = policy.ignores(dependency, release) {
      return .ignored(version: release.version, rule: rule)
    }
    switch applied.setting(\.ignores) {
    case .value(true, let rule):
      return .ignored(version: release.version, rule: rule.reference)
    case .undecided(let value, let otherwise, let reason) where value || otherwise == true:
      return .heldBack(version: release.version, reason: "may be ignored: \(reason)")
    case .none, .value, .undecided: return nil
    }
  }

  /// Whether a person has to approve the release first, and hasn't; also if it depends on a rule that
  /// can't be decided.
  var needsApproval: Bool {
    guard !policy.isApproved(dependency, release) else { return false }
    let needs = { (steps: Set<Step>) in release.step.map(steps.contains) ?? false }
    switch applied.setting(\.approval) {
    case .none: return policy.needsApproval(dependency, release)
    case .value(let steps, _): return needs(steps)
    case .undecided(let steps, let otherwise, _):
      return needs(steps) || otherwise.map(needs) ?? policy.needsApproval(dependency, release)
    }
  }

  /// The minimum age of the release, unless a person asked for it now or it is proposed already.
  var cooldown: Duration {
    policy.isAsked(dependency, release) || policy.isProposed(dependency, release)
      ? min(configuredCooldown, policy.minimumCooldown) : configuredCooldown
  }

  /// The minimum age by the configuration; the longer one if it depends on a rule that can't be decided.
  private var configuredCooldown: Duration {
    let own = policy.cooldown(dependency, release)
    switch applied.setting(\.cooldown) {
    case .none: return own
    case .value(let cooldown, _): return duration(cooldown)
    case .undecided(let cooldown, let otherwise, _):
      return max(duration(cooldown), otherwise.map(duration) ?? own)
    }
  }

  private func duration(_ cooldown: Cooldown) -> Duration {
    .days(cooldown.days(for: dependency.aliases.map(\.name), step: release.step))
  }

  /// Returns that an objection holds the release back, unless a person asked for it.
  func heldBack(by objection: String?) -> UpdateState? {
    guard let objection, !policy.isAsked(dependency, release) else { return nil }
    return .heldBack(version: release.version, reason: objection)
  }

  /// How the requirement is edited.
  var strategy: VersioningStrategy { applied.setting(\.strategy).value ?? policy.strategy }

  /// Whether the strategy can reach the release.
  var isReachable: Bool { strategy != .lockfileOnly || release.satisfiesRequirement }
}
