package import Ecosystem
package import Versioning
import YAML

/// A group of `groups`: dependencies that share a pull request.
package struct GroupRule: Hashable, Sendable {
  /// What kind of update a group is for.
  package enum Purpose: String, CaseIterable, Hashable, Sendable {
    /// Updates to newer versions, by the schedule and the rules.
    case versionUpdates = "version-updates"
    /// Updates to the lowest version without a known vulnerability.
    case securityUpdates = "security-updates"
  }

  /// How a group is split.
  package enum Grouping: String, CaseIterable, Hashable, Sendable {
    /// One pull request per dependency across directories.
    case dependencyName = "dependency-name"
    /// One pull request per family of packages that are released together; others aren't in the group.
    case family
  }

  /// Only these kinds of dependency.
  package enum DependencyType: String, CaseIterable, Hashable, Sendable {
    case production, development
  }

  /// What happens if the checks of a group fail.
  package enum OnFailure: String, CaseIterable, Hashable, Sendable {
    /// The pull request stays as it is.
    case keep
    /// The updates that make the checks fail are searched, and get a pull request of their own.
    case split
  }

  /// The key in `groups`; part of branch names and titles.
  package var name = ""
  /// The kind of updates in the group.
  package var appliesTo = Purpose.versionUpdates
  /// Empty: all names.
  package var patterns: [NamePattern] = []
  /// Take precedence over `patterns`.
  package var excludePatterns: [NamePattern] = []
  /// Nil: both types.
  package var dependencyType: DependencyType?
  /// Empty: all steps; other updates get their own pull requests.
  package var updateTypes: Set<Step> = []
  /// Nil: one pull request for the group; only used with several directories.
  package var groupBy: Grouping?
  /// What happens if the checks of the pull request fail.
  package var onFailure = OnFailure.keep
  /// The number of updates that it needs before it gets a pull request; nil: the entry's.
  package var minimumSize: Int?

  /// Creates a group that includes everything.
  package init() {}

  /// Whether `exclude-patterns` exclude a dependency.
  package func excludes(_ dependency: Dependency) -> Bool {
    excludePatterns.contains { $0.matches(dependency.name) }
  }

  /// Returns how specific the group's match of a dependency is; nil if it doesn't match.
  ///
  /// The most specific group of an entry gets the dependency, as in Dependabot's code but not its
  /// documentation: 1000 for the name itself, 500 without patterns, less for wildcards.
  package func specificity(for dependency: Dependency) -> Int? {
    if let dependencyType, dependencyType.rawValue != dependency.group.rawValue { return nil }
    if excludes(dependency) { return nil }
    return patterns.isEmpty
      ? 500 : patterns.compactMap { $0.specificity(for: dependency.name) }.max()
  }
}

extension Shape where Value == GroupRule {
  static var groupRule: Shape {
    section(
      GroupRule(),
      [
        Key("applies-to", \.appliesTo, .word),
        Key("patterns", \.patterns, .list(of: .namePattern)),
        Key("exclude-patterns", \.excludePatterns, .list(of: .namePattern)),
        Key("dependency-type", \.dependencyType, .word),
        Key("update-types", \.updateTypes, .steps),
        Key("group-by", \.groupBy, .word),
        Key("on-failure", \.onFailure, .word),
        Key("minimum-group-size", \.minimumSize, .integer(1...1000)),
      ]
    ).checked { group, node, decoding in
      if let value = node["group-by"], group.appliesTo == .securityUpdates {
        decoding.error("'group-by' is only for version updates", at: value)
      }
    }
  }
}

extension Shape where Value == [GroupRule] {
  /// Refuses names that can't be written into a title: they reach branches and commit messages too.
  var namedPlainly: Shape {
    checked { groups, node, decoding in
      for entry in (node.entries ?? []).prefix(1_000) where !isPlain(entry.name) {
        decoding.error(
          "a group's name is one line of at most 100 characters without '`', '<' and '>'",
          at: entry.key)
      }
    }
  }
}

/// Whether a name can be written into a title.
func isPlain(_ name: String) -> Bool {
  !name.isEmpty && name.count <= 100
    && name.unicodeScalars.allSatisfy { scalar in
      scalar.properties.generalCategory != .control && !scalar.properties.isWhitespace
        || scalar == " "
    } && !name.contains { "`<>".contains($0) }
}

extension UpdateEntry {
  /// The group that takes a dependency's update: the most exact one, of equal ones the first.
  package func group(
    for dependency: Dependency, purpose: GroupRule.Purpose = .versionUpdates
  ) -> GroupRule? {
    var best: (group: GroupRule, score: Int)?
    for group in groups where group.appliesTo == purpose {
      guard let score = group.specificity(for: dependency) else { continue }
      if score > best?.score ?? -1 { best = (group, score) }
    }
    return best?.group
  }
}
