import Ecosystem
import Store

extension SplitFinding {
  /// The names and versions: `react 19.0.0 and react-dom 19.0.0`.
  private var updates: String {
    let names = versions.keys.sorted().map { key in
      "`\(key)` \(versions[key] ?? "")"
    }
    return names.count < 2
      ? names.joined() : names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
  }

  private var failing: String {
    checks.isEmpty ? "The checks fail" : "`\(checks.joined(separator: "`, `"))` fails"
  }

  /// Says in the group's pull request what was left out.
  func remark(inGroup group: String) -> String {
    "Without \(updates): \(failing.lowercasedFirst) with \(versions.count == 1 ? "it" : "them"), "
      + "so \(versions.count == 1 ? "it has a pull request of its own" : "they have one of their own")."
  }

  /// Says in the pull request of the culprits what was tried.
  func remarks(of group: String) -> [String] {
    let judged = trials.filter { $0.outcome != nil && $0.outcome != .unresolved }
    let rows = judged.map { trial in
      let names = trial.members.map { "`\($0)`" }.joined(separator: ", ")
      let word = trial.outcome == .fails ? "fails" : "passes"
      return "| \(names) | \(trial.url.map { "[\(word)](\($0))" } ?? word) |"
    }
    let together = versions.count == 1 ? "" : " Only together they fail."
    let sentence =
      "\(failing) with this update: it was taken out of the group `\(group)`, whose updates were "
      + "tried in \(judged.count) smaller sets.\(together)"
    guard !rows.isEmpty else { return [sentence] }
    let table = ["| Updates that were tried | Checks |", "| --- | --- |"] + rows
    return [sentence + "\n\n" + table.joined(separator: "\n")]
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
