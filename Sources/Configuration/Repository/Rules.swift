package import Ecosystem
package import Text
package import Versioning
import YAML

/// What a rule of `allow` lets through: a dependency that fits all that the rule says.
package struct AllowRule: Hashable, Sendable {
  /// Kinds of dependency, as `dependency-type` names them.
  package enum DependencyType: String, CaseIterable, Hashable, Sendable {
    case direct, indirect, all, production, development
  }

  /// Nil: every name.
  package var name: NamePattern?
  /// Nil: every kind.
  package var dependencyType: DependencyType?
  /// Empty: every step.
  package var updateTypes: Set<Step> = []

  /// Starts from a rule that lets everything through.
  package init() {}

  /// Whether a dependency fits, whatever the step.
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

/// What a rule of `ignore` keeps away.
package struct IgnoreRule: Hashable, Sendable {
  /// `*` unless `dependency-name` is said: the rule then is about every dependency.
  package var name = NamePattern("*")
  /// Requirements in the ecosystem's own grammar; a version inside one of them is ignored.
  package var versions: [String] = []
  /// Where the file has each of `versions`, in the same order.
  package var places: [Location] = []
  /// Steps that are ignored; security updates pay no heed to them.
  package var updateTypes: Set<Step> = []

  /// Starts from a rule that ignores everything.
  package init() {}

  /// Whether everything of the dependency is ignored: neither versions nor steps are named.
  package var ignoresEverything: Bool { versions.isEmpty && updateTypes.isEmpty }
}

extension UpdateEntry {
  /// Whether a dependency is to be updated at all: by `allow`, or being direct where that is empty.
  package func allows(_ dependency: Dependency) -> Bool {
    allow.isEmpty ? dependency.kind == .direct : allow.contains { $0.allows(dependency) }
  }

  /// Whether a step of a dependency is let through by `allow`.
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
          rule.places = (node.elements ?? [node]).map(\.location)
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
