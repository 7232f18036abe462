package import Configuration
package import Time

/// When a pull request is rebuilt because its base has moved.
///
/// A rebuild costs a CI run, so not every push triggers one. A pull request that conflicts with its
/// base is rebuilt immediately. If branch protection requires up-to-date branches, it is rebuilt at
/// most once a day. Otherwise it stays, and always after 30 days (Dependabot's limit).
package struct Rebase: Hashable, Sendable {
  /// `disabled` never rebuilds, `behindBase` whenever the base has moved.
  package var strategy: UpdateEntry.RebaseStrategy
  /// Whether the base accepts only branches that contain its newest commit.
  package var isStrict: Bool

  /// Creates the rule.
  package init(strategy: UpdateEntry.RebaseStrategy = .auto, isStrict: Bool = false) {
    self.strategy = strategy
    self.isStrict = isStrict
  }

  /// What to do after the base has moved.
  package enum Decision: Hashable, Sendable {
    /// Rebuild the branch on the base.
    case rebuild
    /// Keep the branch until the base moves again.
    case keep
    /// Keep the branch for now and decide again in the next pass.
    case wait
  }

  /// Decides for a pull request with the right text whose base has moved.
  ///
  /// - Parameters:
  ///   - isMergeable: nil while the forge computes it.
  ///   - openedAt: when the pull request was opened; nil if unknown.
  ///   - movedAt: when martlet last wrote the branch.
  ///   - now: the current time.
  /// - Returns: the decision.
  package func decision(
    isMergeable: Bool?, openedAt: Timestamp?, movedAt: Timestamp, now: Timestamp
  ) -> Decision {
    guard strategy != .disabled, now - (openedAt ?? now) < .days(30) else { return .keep }
    if strategy == .behindBase { return .rebuild }
    guard let isMergeable else { return .wait }
    if !isMergeable { return .rebuild }
    guard isStrict else { return .keep }
    return now - movedAt >= .days(1) ? .rebuild : .wait
  }
}
