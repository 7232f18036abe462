import Time

/// The order in which pull requests into one branch are merged.
///
/// Pure. Only the first pull request that needs a rebuild is rebuilt. The others would have to be
/// rebuilt again after each merge before theirs, and their checks would run each time.
package struct MergeOrder: Sendable {
  /// A pull request that is configured to merge and only waits for its checks or its base.
  package struct Candidate: Hashable, Sendable {
    /// The number of the pull request; the lowest is merged first.
    package var number: Int
    /// Whether every required check is green.
    package var isGreen: Bool
    /// Whether it conflicts with its base, or lacks a base commit that the branch rules require.
    package var needsRebuild: Bool

    /// Creates a candidate.
    package init(number: Int, isGreen: Bool, needsRebuild: Bool) {
      self.number = number
      self.isGreen = isGreen
      self.needsRebuild = needsRebuild
    }
  }

  /// What a pull request may do now.
  package enum Action: Hashable, Sendable {
    /// Merge: it is green and needs no rebuild.
    case merge
    /// Wait for its checks.
    case wait
    /// Rebuild on its base, because it is the first that needs it.
    case rebuild
    /// Wait until another one is merged.
    case queue(behind: Int)
  }

  /// Whether the base accepts only branches that contain its newest commit.
  package var isStrict: Bool
  /// The first pull request that is not merged yet.
  private var first: Int?

  /// Creates an empty order.
  package init(isStrict: Bool) {
    self.isStrict = isStrict
  }

  /// Returns the turn of a pull request.
  ///
  /// Called in the order of their numbers.
  package mutating func action(of candidate: Candidate) -> Action {
    if let first, isStrict || candidate.needsRebuild { return .queue(behind: first) }
    if candidate.isGreen, !candidate.needsRebuild { return .merge }
    if first == nil { first = candidate.number }
    return candidate.needsRebuild ? .rebuild : .wait
  }
}
