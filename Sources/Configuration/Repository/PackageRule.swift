import YAML

/// A rule of `rules`: settings for the dependencies that a pattern matches.
///
///     rules:
///       - dependency-name: "react*"
///         labels: [frontend]
///         reviewers: [ann]
///         automerge: {update-types: [patch]}
package struct PackageRule: Hashable, Sendable {
  /// A dependency matches if one of its names matches any of them.
  package var names: [NamePattern] = []
  /// Added to the entry's labels, or to the default labels.
  package var labels: [String] = []
  /// Added to the entry's reviewers.
  package var reviewers: [String] = []
  /// Replaces the entry's setting; nil: the entry's.
  ///
  /// Without update types nothing is merged.
  package var automerge: Automerge?
  /// When version updates of the dependencies are due; nil: by the entry's schedule.
  package var schedule: Schedule?

  /// Creates a rule that matches nothing.
  package init() {}

  /// Whether a dependency with some names matches.
  package func matches(_ names: [String]) -> Bool {
    self.names.contains { pattern in names.contains(where: pattern.matches) }
  }
}

extension UpdateEntry {
  /// Returns which pull requests with a dependency are merged automatically: by the last rule that
  /// matches and has the key, otherwise by the entry; nil: none.
  ///
  /// - Parameter names: the names that patterns can match.
  /// - Returns: a setting with at least one update type.
  package func automerge(of names: [String]) -> Automerge? {
    let rule = rules.last { $0.automerge != nil && $0.matches(names) }
    let chosen = rule?.automerge ?? automerge
    return chosen?.updateTypes.isEmpty ?? true ? nil : chosen
  }
}

extension Shape where Value == PackageRule {
  static var packageRule: Shape {
    section(
      PackageRule(),
      [
        Key("dependency-name", \.names, .listOrOne(of: .namePattern), required: true),
        Key("labels", \.labels, .list(of: .string)),
        Key("reviewers", \.reviewers, .listOrOne(of: .string)),
        Key("automerge", \.automerge, .automerge),
        Key("schedule", \.schedule, .schedule),
      ]
    ).checked { rule, node, decoding in
      if node.entries.map({ $0.count < 2 }) ?? false {
        decoding.note("the rule has no effect: it only has a 'dependency-name'", at: node)
      }
    }
  }
}
