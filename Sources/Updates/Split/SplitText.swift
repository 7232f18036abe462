import Ecosystem
import Store

extension SplitFinding {
  /// The names and versions: `react 19.0.0 and react-dom 19.0.0`.
  fileprivate var updates: String {
    let names = versions.keys.sorted().map { key in
      "`\(key)` \(versions[key] ?? "")"
    }
    return names.count < 2
      ? names.joined() : names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
  }

  fileprivate var failing: String {
    checks.isEmpty ? "The checks fail" : "`\(checks.joined(separator: "`, `"))` fails"
  }

  /// Says in the group's pull request what was left out.
  func remark(inGroup group: String) -> String {
    "Without \(updates): \(failing.lowercasedFirst) with \(versions.count == 1 ? "it" : "them"), "
      + "so \(versions.count == 1 ? "it has a pull request of its own" : "they have one of their own")."
  }

  /// Says in the pull request of the culprits what was tried.
  func remarks(of group: String) -> [String] {
    let together = versions.count == 1 ? "" : " Only together they fail."
    let sentence =
      "\(failing) with this update: it was taken out of the group `\(group)`, whose updates were "
      + "tried in \(rows.count) smaller sets.\(together)"
    guard !rows.isEmpty else { return [sentence] }
    return [sentence + "\n\n" + table("Updates")]
  }

  /// The judged parts, as rows of a table.
  fileprivate var rows: [String] {
    trials.filter { $0.outcome != nil && $0.outcome != .unresolved }.map { trial in
      let names = trial.members.map { "`\($0)`" }.joined(separator: ", ")
      let word = trial.outcome == .fails ? "fails" : "passes"
      return "| \(names) | \(trial.url.map { "[\(word)](\($0))" } ?? word) |"
    }
  }

  fileprivate func table(_ what: String) -> String {
    (["| \(what) that were tried | Checks |", "| --- | --- |"] + rows).joined(separator: "\n")
  }
}

extension SplitRecord {
  /// Says in the pull request of one update what was found about the packages that it moves.
  func remarks(on update: Update) -> [String] {
    let moved = update.parts.first?.movedPackages.compactMapValues(\.to) ?? [:]
    let current = findings.filter { finding in
      finding.versions.allSatisfy { moved[$0.key] == $0.value }
    }
    let found = current.map { $0.remark(among: moved.count) }
    guard found.isEmpty, !obstacle.isEmpty else { return found }
    return ["`@martlet bisect` found nothing: \(obstacle)."]
  }
}

extension SplitFinding {
  /// Says which of the moved packages make the checks fail.
  fileprivate func remark(among count: Int) -> String {
    let unjudged = trials.count { $0.outcome == .unresolved }
    let parts = unjudged == 0 ? "" : " (\(unjudged) can't be installed alone)"
    let sentence =
      "\(failing) as soon as \(updates) \(versions.count == 1 ? "is" : "are") locked: martlet tried "
      + "\(trials.count) parts of the \(count) packages that this update moves\(parts)."
    return rows.isEmpty ? sentence : sentence + "\n\n" + table("Packages")
  }
}

extension String {
  fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}

extension SplitRecord {
  /// Describes the search in a report.
  func notice(_ group: String, number: Int, sign: String) -> String {
    let judged = trials.count { $0.outcome != nil }
    return
      "the checks of the group '\(group)' (\(sign)\(number)) fail: \(trials.count) sets of its "
      + "updates were tried, \(judged) of them are judged"
  }
}
