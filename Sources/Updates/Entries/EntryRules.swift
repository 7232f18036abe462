import Configuration
import Ecosystem

extension Entry {
  /// Returns the updates of a dependency that are due, by the last rule that matches and has a
  /// schedule, or otherwise by the entry.
  ///
  /// A rule with a schedule that can't be decided counts as not due until it can.
  func due(for applied: AppliedRules) -> DueUpdates {
    let scheduled = rules.rules.filter { $0.schedule != nil }
    // Without a schedule, as in `run`, everything is due.
    let all = Dictionary(zip(scheduled.map(\.location), dueByRule)) { first, _ in first }
    for judged in applied.rules.reversed() where judged.rule.schedule != nil {
      if let due = all[judged.rule.location] { return due }
    }
    return due
  }

  /// Whether the lock file maintenance is due.
  var isMaintenanceDue: Bool {
    guard let lockMaintenance else { return false }
    // Without a schedule, as in `run`, everything is due.
    let own = lockMaintenance.schedule == nil || dueByRule.isEmpty ? due : dueByRule.last ?? due
    return own == .everything
  }

  /// Whether any update can be due.
  var hasDueUpdates: Bool { due != .nothing || dueByRule.contains { $0 != .nothing } }
}

extension AppliedRules {
  /// The sentences about rules that can't be decided.
  package var uncertainties: [String] {
    rules.filter { !$0.awaitsImpact }.compactMap(\.uncertainty)
  }

  /// The rules that only wait for the report on the update's impact, without a setting that a later
  /// rule decides.
  var awaitingImpact: [PackageRule] {
    rules.enumerated().compactMap { index, judged in
      guard judged.awaitsImpact else { return nil }
      var rule = judged.rule
      let later = rules[(index + 1)...]
      if later.contains(where: { $0.judgement == .matches && $0.rule.draft != nil }) {
        rule.draft = nil
      }
      return rule
    }
  }
}
