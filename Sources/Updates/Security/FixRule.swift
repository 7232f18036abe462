import Configuration
import Ecosystem

extension Policy {
  /// Returns the rule that excludes a release from security updates; nil if none does.
  ///
  /// Rules about the step or the age of updates don't concern security updates, as with `ignore`.
  func fixRule(
    against release: Release, of dependency: Dependency, _ rules: RuleBook, _ facts: RuleFacts
  ) -> String? {
    if let rule = fixes?.ignores(dependency, release) { return rule }
    var book = rules
    book.rules.removeAll { !$0.match.updateTypes.isEmpty || $0.match.age != nil }
    switch book.applied(to: dependency, release, facts).setting(\.ignores) {
    case .value(true, let rule): return rule.reference
    case .undecided(let value, let otherwise, let reason) where value || otherwise == true:
      return reason
    case .none, .value, .undecided: return nil
    }
  }
}
