package import Versioning
import YAML

/// The minimum age of releases for version updates, in days.
package struct Cooldown: Hashable, Sendable {
  /// Three days by default, as in Dependabot since July 2026.
  package var defaultDays = 3
  /// Zero or less: `defaultDays`.
  package var majorDays: Int?
  /// Zero or less: `defaultDays`.
  package var minorDays: Int?
  /// Zero or less: `defaultDays`.
  package var patchDays: Int?
  /// Empty: every dependency waits.
  package var include: [NamePattern] = []
  /// Takes precedence over `include`.
  package var exclude: [NamePattern] = []
  /// The operator's minimum, also for excluded dependencies.
  package var minimumDays = 0
  /// Whether a file states it; the default counts only where the age of a release is known.
  package var isStated = false

  /// Creates a cooldown of three days for all dependencies.
  package init() {}

  /// Returns the minimum age of a release in days; `step` is nil if unknown.
  package func days(for name: String, step: Step?) -> Int { days(for: [name], step: step) }

  /// Returns the minimum age for a dependency with several names that patterns can match.
  package func days(for names: [String], step: Step?) -> Int {
    max(minimumDays, isWaiting(names) ? days(step) : 0)
  }

  private func isWaiting(_ names: [String]) -> Bool {
    if exclude.contains(where: { names.contains(where: $0.matches) }) { return false }
    return include.isEmpty || include.contains { names.contains(where: $0.matches) }
  }

  private func days(_ step: Step?) -> Int {
    let own =
      switch step {
      case .major: majorDays
      case .minor: minorDays
      case .patch: patchDays
      case nil: Int?.none
      }
    return own.map { $0 > 0 ? $0 : defaultDays } ?? defaultDays
  }
}

extension Shape where Value == Cooldown {
  static var cooldown: Shape {
    section(
      Cooldown(),
      [
        Key("default-days", \.defaultDays, .integer(0...90)),
        Key("semver-major-days", \.majorDays, .integer(-90...90)),
        Key("semver-minor-days", \.minorDays, .integer(-90...90)),
        Key("semver-patch-days", \.patchDays, .integer(-90...90)),
        .withoutEffect(
          "default-days-before-reopen", Shape<Int>.integer(0...1_000),
          "martlet reopens no pull request"),
        Key("include", \.include, .list(of: .namePattern, limit: 150)),
        Key("exclude", \.exclude, .list(of: .namePattern, limit: 150)),
      ]
    ).map { cooldown in
      var cooldown = cooldown
      cooldown.isStated = true
      return cooldown
    }
  }
}
