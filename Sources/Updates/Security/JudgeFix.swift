import Configuration
import Ecosystem

extension Outlook {
  /// BatchQueue the outlook to what fixes the locked versions, where advisories hit one; pure.
  ///
  /// A version update that brings the fix stays what it is, without candidates that are hit. Else
  /// the candidates become the versions that nothing hits, the lowest first (Dependabot's choice).
  ///
  /// - Parameters:
  ///   - alarm: what advisories say of the dependency.
  ///   - releases: all of them, oldest first.
  ///   - policy: the repository's rules.
  mutating func apply(_ advisories: PackageAdvisories, releases: [Release], _ policy: Policy) {
    guard dependency.problem == nil else { return }
    alerts = advisories.alerts(on: dependency.versions, releases: releases.map(\.version))
    guard !alerts.isEmpty else { return }
    let unhit = aboveHits(releases).filter { advisories.isSafe($0.version) }
    let safe = unhit.filter { $0.heldBack == nil }
    lowestFix = (safe.first ?? unhit.first)?.version
    let versions = Set(safe.map(\.version))
    if settled == nil, let newest = candidates.first, versions.contains(newest.version) {
      candidates.removeAll { !versions.contains($0.version) }
      return
    }
    guard let fixes = policy.fixes else { return }
    switch fix(among: safe, heldBack: unhit.first?.heldBack, fixes, policy) {
    case .failure(let obstacle):
      unfixed = .unfixed(
        version: lowestFix, advisories: alerts.map(\.id), obstacle: obstacle.value)
    case .success(let releases):
      candidates = releases
      settled = nil
      purpose = .securityUpdates
    }
  }

  /// The releases above the oldest version that is hit, as far as they could be proposed.
  private func aboveHits(_ releases: [Release]) -> [Release] {
    let hits = Set(alerts.flatMap(\.hits))
    let oldest = releases.firstIndex { hits.contains($0.version) }
    return releases[(oldest.map { $0 + 1 } ?? 0)...].compactMap { release in
      var release = release
      release.step = release.step ?? release.copyStep
      let isStable = !release.isPrerelease || release.satisfiesRequirement
      return release.step != nil && !release.isWithdrawn && isStable ? release : nil
    }
  }

  /// An obstacle in the place of an error.
  private struct Obstacle: Error {
    var value: FixObstacle
  }

  /// The versions that fix and that the rules let through; at least one.
  private func fix(
    among safe: [Release], heldBack reason: String?, _ fixes: FixPolicy, _ policy: Policy
  ) -> Result<[Release], Obstacle> {
    guard let lowest = safe.first else {
      return .failure(Obstacle(value: reason.map { .heldBack(reason: $0) } ?? .noSafeVersion))
    }
    if let rule = fixes.leavesOut(dependency) { return .failure(Obstacle(value: .rule(rule))) }
    let allowed = safe.filter { fixes.ignores(dependency, $0) == nil }
    if allowed.isEmpty {
      let rule = fixes.ignores(dependency, lowest) ?? ""
      return .failure(Obstacle(value: .rule(rule)))
    }
    let reachable = allowed.filter {
      policy.strategy != .lockfileOnly || $0.satisfiesRequirement || $0.copyStep != nil
    }
    return reachable.isEmpty
      ? .failure(Obstacle(value: .rule("versioning-strategy: lockfile-only")))
      : .success(reachable)
  }
}

extension Outlook {
  /// The state of a fix that no solution has; nil where it is none, or the trouble is another.
  func unfixed(by problem: Problem) -> UpdateState? {
    guard purpose == .securityUpdates, problem.kind == .unsolvable else { return nil }
    return .unfixed(
      version: lowestFix, advisories: alerts.map(\.id), obstacle: .conflict(problem))
  }
}
