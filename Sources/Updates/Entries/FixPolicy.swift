package import Configuration
package import Ecosystem

/// The rules of an entry for security updates.
///
/// Cooldown and `open-pull-requests-limit` do not apply to security updates.
package struct FixPolicy: Sendable {
  /// The limit of open pull requests for security updates per entry, as in Dependabot.
  package static let limit = 10

  /// Returns the rule that excludes a dependency; nil if it may be fixed.
  package var excludes: @Sendable (Dependency) -> String?
  /// Returns the rule that ignores a version; nil if there is none.
  package var ignores: @Sendable (Dependency, Release) -> String?
  /// Returns whether a fix belongs to a group with `applies-to: security-updates`.
  var isGrouped: @Sendable (Dependency, Release, AppliedRules) -> Bool = { _, _, _ in false }

  /// Creates a policy.
  package init(
    excludes: @escaping @Sendable (Dependency) -> String?,
    ignores: @escaping @Sendable (Dependency, Release) -> String?
  ) {
    self.excludes = excludes
    self.ignores = ignores
  }

  /// Allows every version of every dependency, including indirect ones.
  package static let open = FixPolicy(excludes: { _ in nil }, ignores: { _, _ in nil })
}

extension FixPolicy {
  /// Creates the policy of an entry.
  ///
  /// `allow` applies by name and by dependency type, `ignore` by name and versions but not by update
  /// type (Dependabot's rules).
  init(
    _ entry: UpdateEntry, satisfies: @escaping @Sendable (String, String) throws -> Bool
  ) {
    self.init(
      excludes: { dependency in
        let isAllowed = entry.allow.isEmpty || dependency.aliases.contains(where: entry.allowsFix)
        if !isAllowed { return Policy.notAllowed }
        let rule = entry.ignore.first { rule in
          rule.ignoresEverything && dependency.aliases.contains { rule.name.matches($0.name) }
        }
        return rule.map { "the ignore rule '\($0.name)'" }
      },
      ignores: { dependency, release in
        entry.versionRule(against: release, of: dependency, satisfies: satisfies)
      })
    isGrouped = { dependency, release, applied in
      entry.groups.group(for: dependency, newest: release, purpose: .securityUpdates, applied)
        != nil
    }
  }
}

extension UpdateEntry {
  /// Whether a rule of `allow` matches a dependency, for security updates.
  ///
  /// `direct` matches indirect dependencies too, because it is the default of version updates.
  fileprivate func allowsFix(of dependency: Dependency) -> Bool {
    allow.contains { rule in
      guard rule.name?.matches(dependency.name) ?? true else { return false }
      return switch rule.dependencyType {
      case nil, .all, .direct: true
      case .indirect: dependency.kind == .indirect
      case .production: dependency.group == .production
      case .development: dependency.group == .development
      }
    }
  }

  /// Reports the `versions` of ignore rules, and the requirements in rules, that the ecosystem cannot parse.
  package func unreadableRanges(
    satisfies: (_ version: String, _ range: String) throws -> Bool
  ) -> [Finding] {
    unreadableRanges(ofRules: satisfies)
      + ignore.flatMap { rule in
        zip(rule.versions, rule.locations).compactMap { range, location in
          // Any version that every ecosystem can parse.
          if (try? satisfies("1.0.0", range)) != nil { return nil }
          return Finding(
            .warning,
            "'\(range.prefix(60))' is not a version range for \(ecosystem?.word ?? "this ecosystem")"
              + "; this range ignores nothing", at: location)
        }
      }
  }

  private func unreadableRanges(ofRules satisfies: (String, String) throws -> Bool) -> [Finding] {
    rules.flatMap { $0.match.current + $0.match.to }.compactMap { range in
      if (try? satisfies("1.0.0", range.text)) != nil { return nil }
      return Finding(
        .warning,
        "'\(range.text.prefix(60))' is not a version range for "
          + "\(ecosystem?.word ?? "this ecosystem"); the rule can't be decided", at: range.location)
    }
  }

  /// Returns the ignore rule whose `versions` contain a release.
  func versionRule(
    against release: Release, of dependency: Dependency, satisfies: (String, String) throws -> Bool
  ) -> String? {
    for rule in ignore where dependency.aliases.contains(where: { rule.name.matches($0.name) }) {
      // An unreadable range ignores nothing; `unreadableRanges` reports it.
      for range in rule.versions where (try? satisfies(release.version, range)) == true {
        return "the ignore rule '\(rule.name)' for versions \(range)"
      }
    }
    return nil
  }
}
