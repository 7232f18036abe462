package import Text

/// What the rules of an entry say about a dependency: `config check --explain`.
package struct RuleExplanation: Hashable, Sendable {
  /// A rule with the result of each condition.
  package struct Rule: Hashable, Sendable {
    /// Where the rule is.
    package var location: Location
    /// Whether it applies, doesn't, or depends on the update.
    package var judgement: RuleJudgement
    /// In the order of the documentation.
    package var results: [ConditionResult]
  }

  /// All rules, in the order of the file.
  package var rules: [Rule]
  /// Each setting with the lines of the rules that it is from: `labels: frontend (line 9)`.
  package var settings: [String]

  /// Explains rules for a dependency.
  ///
  /// - Parameters:
  ///   - rules: the rules of an entry.
  ///   - subject: the known facts about the dependency, without an update.
  ///   - satisfies: returns whether a version satisfies a requirement of its ecosystem.
  package init(
    _ rules: [PackageRule], for subject: RuleSubject,
    satisfies: (_ version: String, _ range: String) throws -> Bool
  ) {
    self.rules = rules.map { rule in
      let results = rule.match.results(for: subject, satisfies: satisfies)
      return Rule(
        location: rule.location, judgement: RuleJudgement(results), results: results)
    }
    settings = AppliedRules(rules, to: subject, satisfies: satisfies).settings
  }
}

extension RuleExplanation.Rule {
  /// Lines for people: the judgement, then each condition with the fact that decides it.
  package var lines: [String] {
    let head =
      switch judgement {
      case .matches: "applies"
      case .fails: "doesn't apply"
      case .isUndecided: "depends on the update"
      }
    let conditions = results.map { result in
      let sign = result.isFulfilled.map { $0 ? "yes" : "no" } ?? "open"
      return "  \(result.condition): \(sign), \(result.reason)"
    }
    return ["\(location): \(head)"] + conditions
  }
}

extension AppliedRules {
  /// What the rules set; settings that depend on the update are marked.
  fileprivate var settings: [String] {
    let single = PackageRule.singleKeys.flatMap { key in
      // Of the rules that certainly match, the last one counts.
      let last = rules.lastIndex { $0.judgement == .matches && key.value($0.rule) != nil }
      return rules.enumerated().filter { index, _ in index >= last ?? 0 }
        .compactMap { _, judged in key.value(judged.rule).map { line(key.name, $0, judged) } }
    }
    let added = rules.flatMap { judged in
      [
        ("labels", judged.rule.labels), ("reviewers", judged.rule.reviewers),
        ("assignees", judged.rule.assignees),
      ].filter { !$0.1.isEmpty }.map { line($0.0, $0.1.joined(separator: ", "), judged) }
    }
    return single + added
  }

  private func line(_ key: String, _ value: String, _ judged: JudgedRule) -> String {
    let condition = judged.judgement == .matches ? "" : ", depends on the update"
    return "\(key): \(value) (line \(judged.rule.location.line)\(condition))"
  }
}
