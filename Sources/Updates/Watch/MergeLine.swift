/// The order in which pull requests into one branch merge by themselves; pure.
///
/// Only the first that needs it is rebuilt on its base: the others would have to be rebuilt once
/// more after every merge before theirs, and each time their checks would run again.
package struct MergeLine: Sendable {
  /// A pull request that is wanted to merge and that nothing but its checks or its base keeps.
  package struct Place: Hashable, Sendable {
    /// Of the pull request; the lower goes first.
    package var number: Int
    /// Whether every check that counts is green.
    package var isGreen: Bool
    /// Whether it conflicts with its base, or lacks its newest commit where that is demanded.
    package var needsRebuild: Bool

    /// Describes a place.
    package init(number: Int, isGreen: Bool, needsRebuild: Bool) {
      self.number = number
      self.isGreen = isGreen
      self.needsRebuild = needsRebuild
    }
  }

  /// What a pull request may do now.
  package enum Turn: Hashable, Sendable {
    /// At once: it is green and needs no rebuild.
    case merge
    /// Its checks are not done.
    case wait
    /// On its base, since it is the first that needs it.
    case rebuild
    /// It waits for another one to merge.
    case queue(behind: Int)
  }

  /// Whether the base takes only heads that contain its newest commit.
  package var isStrict: Bool
  /// The first that is on its way.
  private var front: Int?

  /// Begins an empty line.
  package init(isStrict: Bool) {
    self.isStrict = isStrict
  }

  /// Says whose turn it is, for one after the other in the order of their numbers.
  package mutating func turn(of place: Place) -> Turn {
    if let front, isStrict || place.needsRebuild { return .queue(behind: front) }
    if place.isGreen, !place.needsRebuild { return .merge }
    if front == nil { front = place.number }
    return place.needsRebuild ? .rebuild : .wait
  }
}
