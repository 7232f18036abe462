package import Ecosystem
package import Text
package import Versioning

/// A rule of `rules`: settings for the updates that fulfill its conditions.
///
///     rules:
///       - match: {name: "react*", update-type: [patch]}
///         labels: [frontend]
///         automerge: {update-types: [patch]}
///
/// Nil is a setting that the rule doesn't have.
package struct PackageRule: Hashable, Sendable {
  /// The location of the rule.
  package var location = Location(file: "", line: 1, column: 1)
  /// The conditions; `dependency-name` is one about names.
  package var match = RuleMatch()
  /// Whether the updates are ignored; false undoes an earlier rule.
  package var ignores: Bool?
  /// The group of the updates; `none`: none.
  package var group: String?
  /// Added to the entry's labels, or to the default labels.
  package var labels: [String] = []
  /// Added to the entry's reviewers.
  package var reviewers: [String] = []
  /// Added to the entry's assignees.
  package var assignees: [String] = []
  /// Without update types nothing is merged.
  package var automerge: Automerge?
  /// When version updates are due.
  package var schedule: Schedule?
  /// Replaces the entry's.
  package var cooldown: Cooldown?
  /// Replaces the entry's.
  package var strategy: VersioningStrategy?
  /// The steps that a person has to approve first; replaces the entry's.
  package var approval: Set<Step>?
  /// Replaces the entry's.
  package var replace: ReplaceMode?
  /// Replaces the entry's.
  package var opening: OpeningMode?
  /// Replaces the entry's.
  package var draft: DraftMode?
  /// Replaces the entry's.
  package var separate: Set<Step>?
  /// Replaces the entry's.
  package var majors: MajorSteps?
  /// Higher ones are opened first; 0 without a rule.
  package var priority: Int?

  /// Creates a rule without conditions and settings.
  package init() {}

  /// The value of `group` for updates that belong to no group.
  package static let noGroup = "none"

  /// The rule in a sentence: `the rule at .martlet.yml:12`.
  package var reference: String { "the rule at \(location.file):\(location.line)" }
}

/// A rule with its judgement of one subject.
package struct JudgedRule: Hashable, Sendable {
  /// The rule.
  package var rule: PackageRule
  /// `matches` or `isUndecided`.
  package var judgement: RuleJudgement

  /// The sentence about an undecided rule: `the rule at x:3 can't be decided: its licence isn't
  /// known`; nil if it is decided.
  package var uncertainty: String? {
    guard case .isUndecided(let open) = judgement else { return nil }
    let reasons = open.map(\.reason).joined(separator: " and ")
    return "\(rule.reference) can't be decided: \(reasons)"
  }
}

extension JudgedRule {
  /// Whether it only waits for the report on the update's impact.
  package var awaitsImpact: Bool {
    guard !rule.match.impacts.isEmpty, case .isUndecided(let open) = judgement else { return false }
    return open.count == 1 && open[0].condition.hasPrefix("impact: ")
  }
}

/// The value of a setting after all rules.
package enum RuleSetting<Value: Hashable & Sendable>: Hashable, Sendable {
  /// No rule sets it.
  case none
  /// The last rule that matches and has the key.
  case value(Value, PackageRule)
  /// It depends on a rule that can't be decided: its value, that of the earlier rules, and the reason.
  case undecided(Value, otherwise: Value?, reason: String)

  /// The certain value; nil without one.
  package var value: Value? {
    if case .value(let value, _) = self { value } else { nil }
  }
}

/// The rules that concern one subject.
package struct AppliedRules: Hashable, Sendable {
  /// Those that match or can't be decided, in the order of the file.
  package var rules: [JudgedRule] = []

  /// Applies no rules.
  package init() {}

  /// Judges a subject by rules.
  ///
  /// - Parameters:
  ///   - rules: the rules in the order of the file.
  ///   - subject: the dependency and its update.
  ///   - satisfies: returns whether a version satisfies a requirement of its ecosystem.
  package init(
    _ rules: [PackageRule], to subject: RuleSubject,
    satisfies: (_ version: String, _ range: String) throws -> Bool
  ) {
    self.rules = rules.compactMap { rule in
      // Most rules are about other names.
      guard rule.match.admits(subject.names) else { return nil }
      let judgement = RuleJudgement(rule.match.results(for: subject, satisfies: satisfies))
      if case .fails = judgement { return nil }
      return JudgedRule(rule: rule, judgement: judgement)
    }
  }

  /// The rules that match for certain.
  package var matching: [PackageRule] {
    rules.filter { $0.judgement == .matches }.map(\.rule)
  }

  /// The value of a key that a later rule replaces.
  ///
  /// A rule that can't be decided counts only if it would change the value.
  package func setting<Value: Hashable & Sendable>(
    _ key: KeyPath<PackageRule, Value?>
  ) -> RuleSetting<Value> {
    var uncertainty: (value: Value, judged: JudgedRule)?
    for judged in rules.reversed() {
      guard let value = judged.rule[keyPath: key] else { continue }
      if judged.judgement == .matches {
        guard let uncertainty, uncertainty.value != value else { return .value(value, judged.rule) }
        return .undecided(
          uncertainty.value, otherwise: value, reason: uncertainty.judged.uncertainty ?? "")
      }
      uncertainty = uncertainty ?? (value, judged)
    }
    guard let uncertainty else { return .none }
    return .undecided(
      uncertainty.value, otherwise: nil, reason: uncertainty.judged.uncertainty ?? "")
  }
}

extension UpdateEntry {
  /// Returns which pull requests with a dependency are merged automatically: by the last rule that
  /// matches and has the key, otherwise by the entry; nil: none, or not known.
  ///
  /// - Parameters:
  ///   - subject: the dependency and its update.
  ///   - satisfies: returns whether a version satisfies a requirement of its ecosystem.
  /// - Returns: a setting with at least one update type.
  package func automerge(
    of subject: RuleSubject, satisfies: (String, String) throws -> Bool = { _, _ in false }
  ) -> Automerge? {
    let chosen: Automerge? =
      switch AppliedRules(rules, to: subject, satisfies: satisfies).setting(\.automerge) {
      case .none: automerge
      case .value(let value, _): value
      // An entry that doesn't merge anything has no uncertainty about it either.
      case .undecided: nil
      }
    return chosen?.updateTypes.isEmpty ?? true ? nil : chosen
  }
}
