package import Ecosystem
package import Versioning
import YAML

/// A group of `groups`: dependencies that move together in one pull request.
package struct GroupRule: Hashable, Sendable {
  /// What kind of update a group is for.
  package enum Purpose: String, CaseIterable, Hashable, Sendable {
    /// To newer versions, as the schedule and the rules have it.
    case versionUpdates = "version-updates"
    /// To the lowest version that no advisory hits.
    case securityUpdates = "security-updates"
  }

  /// What makes a group of several.
  package enum Grouping: String, CaseIterable, Hashable, Sendable {
    /// One pull request per dependency across directories.
    case dependencyName = "dependency-name"
  }

  /// Only these kinds of dependency.
  package enum DependencyType: String, CaseIterable, Hashable, Sendable {
    case production, development
  }

  /// Its key in `groups`; part of the branch's name and of the title.
  package var name = ""
  /// A group takes updates of one kind alone.
  package var appliesTo = Purpose.versionUpdates
  /// Empty: every name.
  package var patterns: [NamePattern] = []
  /// Win over `patterns`.
  package var excludePatterns: [NamePattern] = []
  /// Nil: both; which a dependency is, its ecosystem tells.
  package var dependencyType: DependencyType?
  /// Empty: every step; what is not among them gets its own pull request.
  package var updateTypes: Set<Step> = []
  /// Nil: one pull request for the group; it counts only with several directories.
  package var groupBy: Grouping?

  /// Starts from a group of everything.
  package init() {}

  /// Whether a dependency is left out of the group by its name.
  package func excludes(_ dependency: Dependency) -> Bool {
    excludePatterns.contains { $0.matches(dependency.name) }
  }

  /// How exactly the group means a dependency; nil where it doesn't.
  ///
  /// The most exact group of an entry takes the dependency, not the first, as Dependabot's code has
  /// it and its documentation hasn't: 1000 for the name itself, 500 without patterns, less for
  /// wildcards.
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
      ]
    ).checked { group, node, decoding in
      if let place = node["group-by"], group.appliesTo == .securityUpdates {
        decoding.error("'group-by' is for version updates alone", at: place)
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
