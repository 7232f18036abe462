import Configuration
import Impact
import Store

extension WatchRules {
  /// Whether a merge needs an update without an impact.
  ///
  /// - Parameter steps: in the format of `Update.steps`.
  /// - Returns: whether a setting of one of its updates says so.
  func needsNoImpact(_ steps: String) -> Bool {
    chosen(steps).contains { $0.settings.impact != nil }
  }
}

extension PullRequestRecord {
  /// The answers about the impact of its updates, by the dependency's name; the worst one of
  /// several.
  var impactAnswers: [String: ImpactAnswer] {
    let order: [ImpactAnswer] = [.notAffected, .unknown, .affected]
    let all = impacts.map { ($0.name, ImpactAnswer($0.verdict)) }
    return Dictionary(all) { first, second in
      order.last { $0 == first || $0 == second } ?? .unknown
    }
  }

  /// Why its updates don't count as ones without an impact; nil if all are *not affected*.
  var reasonAgainstNoImpact: String? {
    guard !impacts.isEmpty else {
      return "'automerge' needs 'impact: none', and the impact of its versions isn't known"
    }
    guard let report = impacts.first(where: { $0.verdict != .notAffected }) else { return nil }
    let word = report.verdict == .affected ? "is affected" : "can't be compared for certain"
    let reason =
      report.symbols.first.map { "\($0.name) \($0.change)" } ?? report.reasons.first
    return "'automerge' needs 'impact: none', and the use of \(report.name) \(word)"
      + (reason.map { ": \($0)" } ?? "")
  }
}
