package import Configuration

/// Whether a pull request is built anew because its base has moved.
///
/// Not every push costs a run of CI: one that conflicts with its base is built anew at once; where
/// the branch's protection wants branches up to date, one is brought up to date at most once a day;
/// otherwise it stays, and so it does 30 days after it was opened (Dependabot's bound).
package struct Rebase: Hashable, Sendable {
  /// `disabled` lets every pull request stay.
  package var strategy: UpdateEntry.RebaseStrategy
  /// Whether the base takes only what contains its newest commit.
  package var isStrict: Bool

  /// Joins what the file and the branch's protection say.
  package init(strategy: UpdateEntry.RebaseStrategy = .auto, isStrict: Bool = false) {
    self.strategy = strategy
    self.isStrict = isStrict
  }

  /// What is to be done about a base that has moved.
  package enum Decision: Hashable, Sendable {
    /// The branch is built anew on the base.
    case rebuild
    /// Nothing, until the base moves again.
    case stay
    /// Nothing yet: it may be time later, though the base stays.
    case wait
  }

  /// Decides for a pull request whose words are right and whose base has moved.
  ///
  /// - Parameters:
  ///   - isMergeable: nil while the forge still computes.
  ///   - openedAt: seconds since 1970; nil: the forge does not tell.
  ///   - movedAt: when its branch was last brought up to date, in seconds since 1970.
  ///   - now: seconds since 1970.
  /// - Returns: what is to be done.
  package func decision(
    isMergeable: Bool?, openedAt: Int64?, movedAt: Int64, now: Int64
  ) -> Decision {
    guard strategy == .auto, now - (openedAt ?? now) < 30 * day else { return .stay }
    guard let isMergeable else { return .wait }
    if !isMergeable { return .rebuild }
    guard isStrict else { return .stay }
    return now - movedAt >= day ? .rebuild : .wait
  }
}

private let day: Int64 = 86_400
