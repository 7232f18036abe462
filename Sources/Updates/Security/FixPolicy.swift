package import Configuration
package import Ecosystem

/// What an entry of the repository's file says about security updates, ready to be asked.
///
/// Neither cooldown nor `open-pull-requests-limit` is among it: a fix waits for neither.
package struct FixPolicy: Sendable {
  /// Pull requests for security updates that an entry has open at a time, as with Dependabot.
  package static let limit = 10

  /// The rule that leaves a dependency out altogether; nil where it may be fixed.
  package var leavesOut: @Sendable (Dependency) -> String?
  /// The rule that keeps a version away; nil where none does.
  package var ignores: @Sendable (Dependency, Release) -> String?

  /// Joins the answers.
  package init(
    leavesOut: @escaping @Sendable (Dependency) -> String?,
    ignores: @escaping @Sendable (Dependency, Release) -> String?
  ) {
    self.leavesOut = leavesOut
    self.ignores = ignores
  }

  /// Every dependency, indirect ones too, to every version.
  package static let open = FixPolicy(leavesOut: { _ in nil }, ignores: { _, _ in nil })
}

extension FixPolicy {
  /// Takes from an entry what counts for security updates too.
  ///
  /// `allow` by names and by development or production; `ignore` by names and versions, and not by
  /// the kind of step (Dependabot's rules).
  init(
    _ entry: UpdateEntry, satisfies: @escaping @Sendable (String, String) throws -> Bool
  ) {
    self.init(
      leavesOut: { dependency in
        let isAllowed = entry.allow.isEmpty || dependency.aliases.contains(where: entry.allowsFix)
        if !isAllowed { return "'allow', none of whose rules means it" }
        let rule = entry.ignore.first { rule in
          rule.ignoresEverything && dependency.aliases.contains { rule.name.matches($0.name) }
        }
        return rule.map { "ignore of \($0.name)" }
      },
      ignores: { dependency, release in
        entry.versionRule(against: release, of: dependency, satisfies: satisfies)
      })
  }
}

extension UpdateEntry {
  /// Whether a rule of `allow` lets a dependency be fixed.
  ///
  /// What the manifest names and what comes along are told apart by `indirect` alone: `direct` is
  /// what version updates have for default.
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

  /// Reports the `versions` of ignore rules that the ecosystem's grammar cannot read.
  package func unreadableRanges(
    satisfies: (_ version: String, _ range: String) throws -> Bool
  ) -> [Finding] {
    ignore.flatMap { rule in
      zip(rule.versions, rule.places).compactMap { range, place in
        // Any version that every grammar can read will do.
        if (try? satisfies("1.0.0", range)) != nil { return nil }
        return Finding(
          .warning,
          "'\(range.prefix(60))' is not a version range for \(ecosystem?.word ?? "this ecosystem")"
            + "; nothing is ignored because of it", at: place)
      }
    }
  }

  /// Finds the `versions` of an ignore rule that keep a release away.
  func versionRule(
    against release: Release, of dependency: Dependency, satisfies: (String, String) throws -> Bool
  ) -> String? {
    for rule in ignore where dependency.aliases.contains(where: { rule.name.matches($0.name) }) {
      // A range that is not readable ignores nothing; `unreadableRanges` reports it.
      for range in rule.versions where (try? satisfies(release.version, range)) == true {
        return "ignore of \(rule.name), versions \(range)"
      }
    }
    return nil
  }
}
