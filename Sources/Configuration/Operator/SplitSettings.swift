import YAML

/// How groups are split whose checks fail (`on-failure: split`).
package struct SplitSettings: Hashable, Sendable {
  /// Where parts of a group are judged.
  package enum Candidates: String, CaseIterable, Hashable, Sendable {
    /// On branches without a pull request.
    case branches
    /// In draft pull requests.
    case drafts
  }

  /// Nil: on branches, and in drafts as soon as a branch gets no checks.
  package var candidates: Candidates?
  /// The most parts that are judged in a repository within 24 hours.
  package var perDay = 24
  /// The most parts that are judged in a repository at the same time.
  package var atOnce = 2

  /// Creates the defaults.
  package init() {}
}

extension Shape where Value == SplitSettings {
  static var split: Shape {
    section(
      SplitSettings(),
      [
        Key("on", \.candidates, .word),
        Key("per-day", \.perDay, .integer(1...1000)),
        Key("at-once", \.atOnce, .integer(1...50)),
      ])
  }
}
