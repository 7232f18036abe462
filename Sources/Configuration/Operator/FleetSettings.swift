import YAML

/// What a repository learns from the others: the keys `evidence` and `rollout`.
package struct FleetSettings: Hashable, Sendable {
  /// Whether results of checks in other repositories are shown and hold updates back.
  package var usesEvidence = false
  /// Nil: all repositories get a version at once.
  package var rollout: RolloutSettings?

  /// Creates settings under which every repository is on its own.
  package init() {}

  /// Whether results are stored.
  package var collectsResults: Bool { usesEvidence || rollout != nil }

  /// The key `evidence`.
  var evidence: PeopleSettings.Switch {
    get { usesEvidence ? .on : .off }
    set { usesEvidence = newValue == .on }
  }
}

/// In which order the repositories get a new version: canaries, then the rest in waves.
package struct RolloutSettings: Hashable, Sendable {
  /// The repositories that get it first.
  package var canaries: [RepositoryPattern] = []
  /// The number of waves for the others.
  package var waves = 1
  /// The time between two waves.
  package var pause = TimeSpan(seconds: 86_400)

  /// Creates one wave, a day after the canaries.
  package init() {}
}

extension Shape where Value == RolloutSettings {
  static var rollout: Shape {
    section(
      RolloutSettings(),
      [
        Key("canary", \.canaries, .listOrOne(of: .repository), required: true),
        Key("waves", \.waves, .integer(1...50)),
        Key("pause", \.pause, .timeSpan),
      ])
  }
}
