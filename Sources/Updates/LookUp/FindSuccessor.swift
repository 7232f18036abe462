import Configuration
import Ecosystem
import Time

/// What the look-up found about the package that replaces a dependency.
enum SuccessorFound: Sendable {
  /// Its releases, and when they were first seen.
  case releases(Successor, firstSeen: [String: Timestamp])
  case offered(reason: String)
  /// A request failed.
  case unknown(reason: String)
}

extension ConfiguredProject {
  /// Whether a pull request may replace a dependency by another package.
  func mayReplace(_ dependency: Dependency) -> Bool {
    let isAsked = entry.policy.replace == .pullRequest || entry.rules.hasReplacements
    return isAsked && dependency.kind == .direct && dependency.current != nil
      && project.lock != nil
  }
}

extension World {
  /// Looks up the package that replaces a dependency.
  ///
  /// A registry that doesn't answer prevents no update of the dependency itself.
  func successor(
    _ name: String, of dependency: Dependency, among releases: [Release],
    of opened: any OpenProject, at configured: ConfiguredProject
  ) async throws -> SuccessorFound {
    let answer: SuccessorAnswer
    do throws(Problem) {
      answer = try await opened.successor(of: dependency, named: name, among: releases)
    } catch {
      return error.kind == .failed && error.unavailable == nil
        ? .unknown(reason: error.clause) : .offered(reason: error.clause)
    }
    switch answer {
    case .offered(let reason): return .offered(reason: reason)
    case .replaceable(let successor):
      return .releases(
        successor,
        firstSeen: try await firstSeen(
          successor.releases, of: successor.dependency, at: configured))
    }
  }
}

extension CandidateSet {
  /// Decides whether a pull request replaces the dependency, and by which releases.
  ///
  /// A rule that ignores either of the two packages ignores the replacement. Its releases keep the
  /// cooldown, but have no steps.
  mutating func weigh(
    _ found: SuccessorFound, _ policy: Policy, _ rules: RuleBook, at now: Timestamp
  ) {
    let applied = rules.applied(to: dependency, nil, facts)
    guard (applied.setting(\.replace).value ?? policy.replace) == .pullRequest,
      dependency.problem == nil
    else { return }
    switch found {
    case .offered(let reason): replacement = .offered(reason: reason)
    case .unknown(let reason): replacement = .unknown(reason: reason)
    case .releases(let successor, let firstSeen):
      let strategy = applied.setting(\.strategy).value ?? policy.strategy
      if let reason = obstacleToReplacing(policy, applied, strategy) {
        replacement = .offered(reason: reason)
        return
      }
      var known = RuleFacts()
      (known.firstSeen, known.now) = (firstSeen, now)
      replacement = Self.outlook(for: successor, known, policy, rules, at: now)
    }
  }

  /// Why the dependency isn't replaced, by what rules say about itself.
  private func obstacleToReplacing(
    _ policy: Policy, _ applied: AppliedRules, _ strategy: VersioningStrategy
  ) -> String? {
    if let rule = policy.excludes(dependency) {
      return "\(dependency.name) is excluded by \(rule)"
    }
    if policy.limit == 0 { return "version updates are off (open-pull-requests-limit: 0)" }
    if strategy == .lockfileOnly { return "'lockfile-only' edits no requirement" }
    let present = Release(
      version: dependency.current ?? "", satisfiesRequirement: true, step: nil)
    return Self.refusal(dependency, present, policy, applied)
      .map { "\(dependency.name) \($0)" }
  }

  private static func refusal(
    _ dependency: Dependency, _ release: Release, _ policy: Policy, _ applied: AppliedRules
  ) -> UpdateState? {
    ReleaseJudgement(
      dependency: dependency, release: release, policy: policy, applied: applied
    ).refusal
  }

  /// Decides by the releases of the successor.
  private static func outlook(
    for successor: Successor, _ facts: RuleFacts, _ policy: Policy, _ rules: RuleBook,
    at now: Timestamp
  ) -> ReplacementOutlook {
    let package = successor.dependency
    var reason: UpdateState?
    var allowed: [Release] = []
    for release in successor.releases.reversed()
    where !release.isPrerelease && !release.isWithdrawn {
      let judgement = ReleaseJudgement(
        dependency: package, release: release, policy: policy,
        applied: rules.applied(to: package, release, facts))
      if let objection = heldBack(judgement, facts.firstSeen, now) {
        reason = reason ?? objection
      } else {
        allowed.append(release)
      }
    }
    guard allowed.isEmpty else { return .proposed(by: package.name, allowed, facts) }
    return .offered(
      reason: reason.map { "\(package.name) \($0)" } ?? "\(package.name) has no release")
  }
}
