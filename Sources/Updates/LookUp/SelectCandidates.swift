import Configuration
package import Ecosystem
package import Time

extension CandidateSet {
  /// Assesses the releases of a dependency.
  ///
  /// Pure.
  ///
  /// - Parameters:
  ///   - dependency: the dependency before the update.
  ///   - releases: all releases, oldest first.
  ///   - policy: what the entry allows.
  ///   - rules: the entry's rules for some dependencies.
  ///   - facts: what the look-up found, apart from `firstSeen` and `now`.
  ///   - firstSeen: when versions were first seen, for registries without publication times.
  ///   - now: the current time.
  ///   - advisories: the advisories for the dependency; nil: none.
  package init(
    _ dependency: Dependency, releases: [Release], policy: Policy,
    rules: RuleBook = RuleBook(), facts: RuleFacts = RuleFacts(),
    firstSeen: [String: Timestamp] = [:], now: Timestamp, advisories: PackageAdvisories? = nil
  ) {
    let stock = ReleaseStock(dependency, releases, now: now)
    self.init(dependency: dependency, wanted: stock.wanted, candidates: [])
    self.facts = facts
    self.facts.firstSeen = firstSeen
    self.facts.now = now
    judge(stock.stable, policy, rules, at: now)
    let excluded = leaveOut(policy, newest: stock.stable.last)
    climb(policy, rules)
    latest = candidates.first?.version ?? stock.current
    notProposed = Self.notProposed(dependency, candidates, held, excluded, limit: policy.limit)
    age = stock.age
    let isExcluded = policy.fixes?.excludes(dependency) != nil
    movable = stock.stable.filter {
      !isExcluded && $0.heldBack == nil
        && policy.fixRule(against: $0, of: dependency, rules, self.facts) == nil
    }
    if dependency.problem?.kind == .failed {
      // The versions are unknown.
      wanted = nil
      latest = nil
    }
    if let advisories { apply(advisories, releases: releases, policy, rules) }
  }

  /// Divides releases into candidates and those that are held back, each with the reason.
  ///
  /// - Parameters:
  ///   - stable: newer releases, oldest first.
  ///   - policy: what the entry allows.
  ///   - rules: the entry's rules for some dependencies.
  ///   - now: the current time.
  private mutating func judge(
    _ stable: [Release], _ policy: Policy, _ rules: RuleBook, at now: Timestamp
  ) {
    for release in stable.reversed() {
      let judgement = ReleaseJudgement(
        dependency: dependency, release: release, policy: policy,
        applied: rules.applied(to: dependency, release, facts))
      let objection = facts.fleet[release.version]?.objection
      if let reason = Self.heldBack(judgement, facts.firstSeen, now)
        ?? judgement.heldBack(by: objection)
      {
        objections[release.version] = reason
        if candidates.isEmpty { held = held ?? reason }
      } else if judgement.isReachable {
        candidates.append(release)
      }
    }
  }

  /// Removes the candidates of a dependency that the policy excludes.
  ///
  /// - Returns: the state that says so; nil if it isn't excluded, or has no newer release.
  private mutating func leaveOut(_ policy: Policy, newest: Release?) -> UpdateState? {
    guard let rule = policy.excludes(dependency) else { return nil }
    let excluded = newest.map { UpdateState.leftOut(version: $0.version, rule: rule) }
    if rule != Policy.onlyDirect {
      candidates = []
      held = excluded
    }
    return excluded
  }

  /// Creates the candidate set of a dependency that a rule excludes, whose releases were not requested.
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

  static func heldBack(
    _ judgement: ReleaseJudgement, _ firstSeen: [String: Timestamp], _ now: Timestamp
  ) -> UpdateState? {
    let release = judgement.release
    if let refusal = judgement.refusal { return refusal }
    if let reason = release.heldBack {
      return .heldBack(version: release.version, reason: reason)
    }
    let cooldown = judgement.cooldown
    // A release of unknown age counts as new.
    let since = release.published ?? firstSeen[release.version] ?? now
    let ends = [cooldown > .zero ? since + cooldown : nil, release.matureAt].compactMap(\.self)
    if let end = ends.max(), end > now {
      return .coolingDown(version: release.version, until: end)
    }
    return judgement.needsApproval ? .awaitingApproval(version: release.version) : nil
  }
}

/// The releases of a dependency that come into question before any rule.
private struct ReleaseStock {
  /// The version in use; nil if it is unknown.
  var current: String?
  /// The newest version inside the requirement; the current one if there is no newer one.
  var wanted: String?
  /// Newer releases without withdrawn ones, and prereleases only of the line in use, oldest first.
  var stable: [Release]
  /// The time between the release in use and the newest one; nil if either isn't known.
  var age: Duration?

  init(_ dependency: Dependency, _ releases: [Release], now: Timestamp) {
    // If every release is deprecated, the newest one is still better than an older one.
    let areDeprecated = releases.allSatisfy { $0.deprecation != nil }
    let isWithdrawn = { (release: Release) in release.isWithdrawn && !areDeprecated }
    let line = Self.prereleaseLine(dependency, releases)
    stable = releases.filter { release in
      release.step != nil && !isWithdrawn(release)
        && (!release.isPrerelease || release.satisfiesRequirement
          || line != nil && Self.numbers(of: release.version) == line)
    }
    let inside = releases.last { release in
      release.satisfiesRequirement && !release.isPrerelease && !isWithdrawn(release)
        && release.heldBack == nil && !release.isYoung(at: now)
    }
    current = dependency.current ?? inside?.version
    let reachable = stable.last {
      $0.satisfiesRequirement && $0.heldBack == nil && !$0.isYoung(at: now)
    }
    wanted = reachable?.version ?? current
    let present = releases.first { [current] in $0.version == current }?.published
    let newest = stable.last.map(\.published) ?? present
    age = present.flatMap { present in newest.map { max(.zero, $0 - present) } }
  }

  /// The numbers of the current version if it is a prerelease: later prereleases of the same numbers
  /// are candidates, too.
  ///
  /// For example, 1.0.0-rc.1 is one for `exact: "1.0.0-beta.1"`, and 1.1.0-beta.1 isn't.
  private static func prereleaseLine(_ dependency: Dependency, _ releases: [Release]) -> String? {
    let current = dependency.current.flatMap { text in releases.first { $0.version == text } }
    let present = current ?? releases.last { $0.satisfiesRequirement && !$0.isWithdrawn }
    return present.flatMap { $0.isPrerelease ? numbers(of: $0.version) : nil }
  }

  /// Returns the numbers before the prerelease: `2.0.0` of `2.0.0.beta1` and `v2.0.0-beta.1`.
  private static func numbers(of version: String) -> String? {
    let bare = version.drop { !("0"..."9").contains($0) }
    let numbers = bare.prefix { ("0"..."9").contains($0) || $0 == "." }
    let end = numbers.lastIndex { $0 != "." }
    return end.map { String(numbers[...$0]) }
  }
}
