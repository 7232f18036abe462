import Ecosystem
import Languages
import Store

extension SplitFinding {
  /// The names and versions: `react 19.0.0 and react-dom 19.0.0`.
  fileprivate func updates(_ language: Language) -> String {
    let names = versions.keys.sorted().map { key in
      "`\(key)` \(versions[key] ?? "")"
    }
    guard names.count > 1, let last = names.last else { return names.joined() }
    return language("\(language.list(names.dropLast())) and \(last)")
  }

  fileprivate func failing(_ language: Language) -> String {
    checks.isEmpty
      ? language("The checks fail")
      : language("\(language.list(checks.map { "`\($0)`" })) fails")
  }

  /// Says in the group's pull request what was left out.
  func remark(inGroup group: String, in language: Language = .english) -> String {
    let (updates, failing) = (updates(language), failing(language).lowercasedFirst)
    return versions.count == 1
      ? language(
        "Without \(updates): \(failing) with it, so it has a pull request of its own.")
      : language("Without \(updates): \(failing) with them, so they have one of their own.")
  }

  /// Says in the pull request of the culprits what was tried.
  func remarks(of group: String, in language: Language = .english) -> [String] {
    let rows = rows(language)
    let together =
      isFamily == true
      ? language(" They are released together, so that they were tried together.")
      : versions.count == 1 ? "" : language(" Only together they fail.")
    let sentence = language(
      "\(failing(language)) with this update: it was taken out of the group `\(group)`, whose "
        + "updates were tried in \(rows.count) smaller sets.\(together)")
    guard !rows.isEmpty else { return [sentence] }
    return [sentence + "\n\n" + table(language("| Updates that were tried | Checks |"), rows)]
  }

  /// The judged parts, as rows of a table.
  fileprivate func rows(_ language: Language) -> [String] {
    trials.filter { $0.outcome != nil && $0.outcome != .unresolved }.map { trial in
      let names = language.list(trial.members.map { "`\($0)`" })
      let word = trial.outcome == .fails ? language("fails") : language("passes")
      return "| \(names) | \(trial.url.map { "[\(word)](\($0))" } ?? word) |"
    }
  }

  fileprivate func table(_ head: String, _ rows: [String]) -> String {
    ([head, "| --- | --- |"] + rows).joined(separator: "\n")
  }
}

extension SplitRecord {
  /// Says in the pull request of one update what was found about the packages that it moves.
  func remarks(on update: Update, in language: Language = .english) -> [String] {
    let moved = update.parts.first?.movedPackages.compactMapValues(\.to) ?? [:]
    let current = findings.filter { finding in
      finding.versions.allSatisfy { moved[$0.key] == $0.value }
    }
    let found = current.map { $0.remark(among: moved.count, in: language) }
    guard found.isEmpty, !obstacle.isEmpty else { return found }
    return [language("`@martlet bisect` found nothing: \(language.translated(obstacle)).")]
  }
}

extension SplitFinding {
  /// Says which of the moved packages make the checks fail.
  fileprivate func remark(among count: Int, in language: Language) -> String {
    let unjudged = trials.count { $0.outcome == .unresolved }
    let parts = unjudged == 0 ? "" : language(" (\(unjudged) can't be installed alone)")
    let culprits =
      versions.count == 1
      ? language("\(updates(language)) is") : language("\(updates(language)) are")
    let sentence =
      trials.count == 1
      ? language(
        "\(failing(language)) as soon as \(culprits) locked: martlet tried 1 part of "
          + "the \(count) packages that this update moves\(parts).")
      : language(
        "\(failing(language)) as soon as \(culprits) locked: martlet tried \(trials.count) parts of "
          + "the \(count) packages that this update moves\(parts).")
    let rows = rows(language)
    return rows.isEmpty
      ? sentence
      : sentence + "\n\n" + table(language("| Packages that were tried | Checks |"), rows)
  }
}

extension String {
  fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
