import Configuration
import Ecosystem

extension CandidateSet {
  /// Changes the candidate set to a security update if advisories affect a locked version.
  ///
  /// Pure. A version update to a fixed version stays a version update, without the affected
  /// candidates, unless a group for security updates takes the fix. Otherwise the candidates become the
  /// fixed versions, lowest first (Dependabot's choice).
  ///
  /// - Parameters:
  ///   - advisories: the advisories for the dependency.
  ///   - releases: all releases, oldest first.
  ///   - policy: what the entry allows.
  ///   - rules: the entry's rules for some dependencies.
  mutating func apply(
    _ advisories: PackageAdvisories, releases: [Release], _ policy: Policy, _ rules: RuleBook
  ) {
    guard dependency.problem == nil else { return }
    alerts = advisories.alerts(on: dependency.versions, releases: releases.map(\.actualVersion))
    guard !alerts.isEmpty else { return }
    let unaffected = aboveAffected(releases).filter { advisories.isSafe($0.actualVersion) }
    let safe = unaffected.filter { $0.heldBack == nil }
    lowestFix = (safe.first ?? unaffected.first)?.version
    let versions = Set(safe.map(\.version))
    let updates =
      notProposed == nil && candidates.first.map { versions.contains($0.version) } ?? false
      ? candidates.filter { versions.contains($0.version) } : []
    let result = policy.fixes.map {
      fix(among: safe, heldBack: unaffected.first?.heldBack, $0, policy, rules)
    }
    if !updates.isEmpty {
      candidates = updates
      guard case .success(let releases) = result, isGrouped(releases, policy, rules) else { return }
    }
    switch result {
    case nil: return
    case .failure(let obstacle):
      unfixed = .unfixed(
        version: lowestFix, advisories: alerts.map(\.id), obstacle: obstacle.value)
    case .success(let releases):
      versionUpdates = updates
      candidates = releases
      notProposed = nil
      purpose = .securityUpdates
    }
  }

  /// Whether a group for security updates takes the lowest of some fixed versions.
  private func isGrouped(_ releases: [Release], _ policy: Policy, _ rules: RuleBook) -> Bool {
    guard let lowest = releases.first, let fixes = policy.fixes else { return false }
    return fixes.isGrouped(dependency, lowest, rules.applied(to: dependency, lowest, facts))
  }

  /// The releases above the oldest affected version that could be proposed.
  private func aboveAffected(_ releases: [Release]) -> [Release] {
    let affected = Set(alerts.flatMap(\.affected))
    let oldest = releases.firstIndex { affected.contains($0.actualVersion) }
    return releases[(oldest.map { $0 + 1 } ?? 0)...].compactMap { release in
      var release = release
      release.step = release.step ?? release.copyStep
      let isStable = !release.isPrerelease || release.satisfiesRequirement
      return release.step != nil && !release.isWithdrawn && isStable ? release : nil
    }
  }

  /// An obstacle as an error, for `Result`.
  private struct Obstacle: Error {
    var value: FixObstacle
  }

  /// Returns the fixed versions that the rules allow; at least one.
  private func fix(
    among safe: [Release], heldBack reason: String?, _ fixes: FixPolicy, _ policy: Policy,
    _ rules: RuleBook
  ) -> Result<[Release], Obstacle> {
    guard let lowest = safe.first else {
      return .failure(Obstacle(value: reason.map { .heldBack(reason: $0) } ?? .noSafeVersion))
    }
    if let rule = fixes.excludes(dependency) { return .failure(Obstacle(value: .rule(rule))) }
    let rule = { policy.fixRule(against: $0, of: dependency, rules, facts) }
    let allowed = safe.filter { rule($0) == nil }
    if allowed.isEmpty {
      let rule = rule(lowest) ?? ""
      return .failure(Obstacle(value: .rule(rule)))
    }
    let reachable = allowed.filter {
      let applied = rules.applied(to: dependency, $0, facts)
      let strategy = applied.setting(\.strategy).value ?? policy.strategy
      return strategy != .lockfileOnly || $0.satisfiesRequirement || $0.copyStep != nil
    }
    return reachable.isEmpty
      ? .failure(Obstacle(value: .rule("versioning-strategy: lockfile-only")))
      : .success(reachable)
  }
}

extension CandidateSet {
  /// The state of a security update without a solution; nil for version updates and other problems.
  func unfixed(by problem: Problem) -> UpdateState? {
    guard purpose == .securityUpdates, problem.kind == .unsolvable else { return nil }
    return .unfixed(
      version: lowestFix, advisories: alerts.map(\.id), obstacle: .conflict(problem))
  }
}
