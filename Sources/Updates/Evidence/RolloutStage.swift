package import Configuration
import Crypto
package import Forges
package import Store
package import Time

/// The place of a repository in a rollout.
///
/// Wave k begins k pauses after the checks of a canary passed. If no canary has a pull request for
/// the step, it begins k pauses after the version was first seen, so that packages that no canary
/// uses are updated, too. For example, with `waves: 3` and `pause: 1d`, the repositories of the third
/// wave get a version three days after the canaries were green.
package struct RolloutStage: Sendable {
  private let rollout: RolloutSettings
  private let wave: Int
  private let now: Timestamp

  /// Creates a place.
  ///
  /// - Parameters:
  ///   - rollout: the settings.
  ///   - wave: from 1 on.
  ///   - now: the time of the pass.
  package init(_ rollout: RolloutSettings, wave: Int, now: Timestamp) {
    self.rollout = rollout
    self.wave = wave
    self.now = now
  }

  /// Explains why the repository doesn't get a version yet.
  ///
  /// - Parameters:
  ///   - evidence: the results of the step in other repositories.
  ///   - seen: when the version was first seen.
  /// - Returns: a predicate; nil if it gets the version.
  package func objection(_ evidence: StepEvidence, seen: Timestamp) -> String? {
    if evidence.isRedInCanary { return "failed in a canary repository" }
    if evidence.isInCanary, evidence.canaryGreenAt == nil {
      return "reaches the canary repositories first, and their checks aren't finished"
    }
    // A clock that was ahead must not delay a wave.
    let start = min(evidence.canaryGreenAt ?? seen, now)
    let begin = start + .seconds(Int64(rollout.pause.seconds * wave))
    guard begin > now else { return nil }
    return "reaches this repository in wave \(wave) of \(rollout.waves), at \(begin)"
  }
}

extension RolloutSettings {
  /// The wave of a repository, from 1 on; the same in every pass and for every version.
  package func wave(of repository: RepositoryID) -> Int {
    let digest = Digest(.sha256, of: repository.description.lowercased()).hexadecimal
    return (Int(digest.prefix(6), radix: 16) ?? 0) % waves + 1
  }
}
