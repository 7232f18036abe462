package import Ecosystem
package import Text
package import Versioning
import YAML

/// A rule of `allow`, which matches dependencies that fulfil all of its conditions.
package struct AllowRule: Hashable, Sendable {
  /// The values of `dependency-type`.
  package enum DependencyType: String, CaseIterable, Hashable, Sendable {
    case direct, indirect, all, production, development
  }

  /// Nil: all names.
  package var name: NamePattern?
  /// Nil: all types.
  package var dependencyType: DependencyType?
  /// Empty: all steps.
  package var updateTypes: Set<Step> = []

  /// Creates a rule that matches everything.
  package init() {}

  /// Whether it matches a dependency, ignoring the step.
  package func allows(_ dependency: Dependency) -> Bool {
    guard name?.matches(dependency.name) ?? true else { return false }
    return switch dependencyType {
    case nil, .all: true
    case .direct: dependency.kind == .direct
    case .indirect: dependency.kind == .indirect
    case .production: dependency.group == .production
    case .development: dependency.group == .development
    }
  }
}

/// A rule of `ignore`.
package struct IgnoreRule: Hashable, Sendable {
  /// `*` without `dependency-name`, for all dependencies.
  package var name = NamePattern("*")
  /// Requirements in the ecosystem's syntax; versions that satisfy one of them are ignored.
  package var versions: [String] = []
  /// The locations of `versions`, in the same order.
  package var locations: [Location] = []
  /// The ignored steps; security updates don't use them.
  package var updateTypes: Set<Step> = []

  /// Creates a rule that ignores everything.
  package init() {}

  /// Whether all versions are ignored, because the rule has neither versions nor steps.
  package var ignoresEverything: Bool { versions.isEmpty && updateTypes.isEmpty }
}

extension UpdateEntry {
  /// Whether `allow` includes a dependency; without rules, direct dependencies are included.
  package func allows(_ dependency: Dependency) -> Bool {
    allow.isEmpty ? dependency.kind == .direct : allow.contains { $0.allows(dependency) }
  }

  /// Whether `allow` includes a step of a dependency.
  package func allows(_ dependency: Dependency, step: Step) -> Bool {
    if allow.isEmpty { return dependency.kind == .direct }
    return allow.contains {
      $0.allows(dependency) && ($0.updateTypes.isEmpty || $0.updateTypes.contains(step))
    }
  }
}

extension Shape where Value == AllowRule {
  static var allowRule: Shape {
    section(
      AllowRule(),
      [
        Key("dependency-name", \.name, .namePattern),
        Key("dependency-type", \.dependencyType, .word),
        Key("update-types", \.updateTypes, .versionUpdates),
      ])
  }
}

extension Shape where Value == IgnoreRule {
  static var ignoreRule: Shape {
    section(
      IgnoreRule(),
      [
        Key("dependency-name", \.name, .namePattern),
        Key("versions", type: versions.type) { node, rule, decoding in
          guard let texts = versions.decode(node, &decoding) else { return }
          rule.versions = texts
          rule.locations = (node.elements ?? [node]).map(\.location)
        },
        Key("update-types", \.updateTypes, .versionUpdates),
      ])
  }

  private static var versions: Shape<[String]> { .listOrOne(of: .string) }
}

extension Shape where Value == Set<Step> {
  /// `version-update:semver-major` and so on.
  fileprivate static var versionUpdates: Shape {
    let words = Step.allCases.map { ("version-update:semver-\($0.rawValue)", $0) }
    return Shape<[Step]>.list(of: .word(Dictionary(words) { first, _ in first })).map { Set($0) }
  }

  /// `major`, `minor`, `patch`.
  static var steps: Shape { Shape<[Step]>.list(of: .word).map { Set($0) } }
}
