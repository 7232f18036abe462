import JSON
import Text

/// What an option means for an entry or a rule.
enum RenovateReading {
  /// Keys with values; none if martlet always does it, with a sentence in `always`.
  case keys(KeyValuePairs<String, Draft>, note: String? = nil)
  /// martlet does it anyway.
  case always(String)
  /// It can't be expressed, with the reason.
  case without(String)
}

/// Reads options that mean the same in the whole repository and in rules, by their names.
///
/// - Returns: nil for options that are read elsewhere, and for unknown ones.
func renovateSetting(_ option: RenovateOption, timezone: String?) -> RenovateReading? {
  let value = option.value
  switch option.name {
  case "labels", "addLabels":
    guard case .keys(let keys, _) = texts(value, "labels") else { return texts(value, "labels") }
    return .keys(
      keys, note: "adds only labels that the repository has; 'martlet run' names the others")
  case "assignees":
    return texts(value, "assignees") { $0.hasPrefix("@") ? String($0.dropFirst()) : $0 }
  case "reviewers", "additionalReviewers": return reviewers(value)
  case "minimumReleaseAge", "stabilityDays": return age(value)
  case "rangeStrategy": return strategy(value)
  case "schedule": return schedule(value, timezone)
  case "pinDigests": return bool(value) { .keys(["pin": Draft(.bool($0))]) }
  case "prPriority":
    guard let number = value.int, abs(number) <= 1_000 else { return .without("is not a number") }
    return .keys(["priority": Draft(.number(number))])
  case "prCreation": return creation(value)
  case "dependencyDashboardApproval":
    return bool(value) { .keys(["approval": Draft($0 ? RenovateSteps.served : [])]) }
  case "separateMajorMinor":
    return bool(value) { .keys(["separate": Draft($0 ? ["major"] : [])]) }
  case "separateMinorPatch":
    return bool(value) { isSeparate in
      isSeparate
        ? .keys(["separate": Draft(["major", "minor"])])
        : .always("minor and patch updates are together")
    }
  case "separateMultipleMajor":
    return bool(value) { isSeparate in
      isSeparate
        ? .keys(
          ["major": Draft(.text("one-at-a-time"))],
          note: "becomes one major version after another, and not side by side")
        : .keys(["major": Draft(.text("newest"))])
    }
  case "minimumGroupSize":
    guard let number = value.int, 1...1_000 ~= number else { return .without("is not a number") }
    return .keys(["minimum-group-size": Draft(.number(number))])
  default: return nil
  }
}

private func bool(
  _ value: JSON5Node, _ read: (Bool) -> RenovateReading
) -> RenovateReading {
  value.bool.map(read) ?? .without("is not true or false")
}

private func texts(
  _ value: JSON5Node, _ key: String, _ change: (String) -> String = { $0 }
) -> RenovateReading {
  guard let texts = value.strings else { return .without("is not a list of texts") }
  if let template = texts.first(where: { $0.contains("{{") }) {
    return .without("has the template '\(template.printableLine)', which martlet doesn't fill in")
  }
  return .keys([key: Draft(texts.map(change))])
}

/// People by name; a team needs its owner, because GitHub's teams are named with it.
private func reviewers(_ value: JSON5Node) -> RenovateReading {
  guard let texts = value.strings else { return .without("is not a list of texts") }
  let names = texts.map { text in
    var name = text.hasPrefix("team:") ? String(text.dropFirst("team:".count)) : text
    if name.hasPrefix("@") { name.removeFirst() }
    return (name: name, isVague: text.hasPrefix("team:") && !name.contains("/"))
  }
  let known = names.filter { !$0.isVague }.map(\.name)
  guard let vague = names.first(where: \.isVague)?.name.printableLine else {
    return .keys(["reviewers": Draft(known)])
  }
  let advice = "names the team '\(vague)' without its owner: write OWNER/\(vague) in 'reviewers'"
  return known.isEmpty ? .without(advice) : .keys(["reviewers": Draft(known)], note: advice)
}

private func age(_ value: JSON5Node) -> RenovateReading {
  let number: Int?
  switch value.content {
  case .null: number = 0
  case .number: number = value.int
  default: number = value.string.flatMap { days(of: $0) }
  }
  guard let number, number >= 0 else { return .without("is not a span such as '3 days'") }
  let note = number > 90 ? "is longer than martlet's maximum of 90 days" : nil
  return .keys(
    ["cooldown": Draft(["default-days": Draft(.number(min(number, 90)))])], note: note)
}

private func strategy(_ value: JSON5Node) -> RenovateReading {
  let strategies = [
    "auto": "increase-if-necessary", "replace": "increase-if-necessary",
    "update-lockfile": "increase-if-necessary", "bump": "increase", "widen": "widen",
    "in-range-only": "lockfile-only",
  ]
  guard let text = value.string else { return .without("is not a text") }
  if text == "pin" {
    return .without("'pin': martlet doesn't turn ranges into exact versions; exact ones stay exact")
  }
  guard let strategy = strategies[text] else { return .without("has an unknown value") }
  return .keys(["versioning-strategy": Draft(.text(strategy))])
}

private func creation(_ value: JSON5Node) -> RenovateReading {
  switch value.string {
  case "immediate": .keys(["open": Draft(.text("always"))])
  case "not-pending":
    .keys(
      ["open": Draft(.text("when-green"))],
      note: "becomes 'when-green': a pull request isn't opened for red checks either")
  case "status-success": .keys(["open": Draft(.text("when-green"))])
  case "approval": .keys(["approval": Draft(RenovateSteps.served)])
  default: .without("has an unknown value")
  }
}

private func schedule(_ value: JSON5Node, _ timezone: String?) -> RenovateReading {
  guard let texts = value.strings else { return .without("is not a list of texts") }
  var windows: [RenovateWindow] = []
  var lost: [String] = []
  for text in texts {
    guard let window = RenovateWindow(text) else {
      lost.append(text)
      continue
    }
    if let last = windows.last, let united = last.united(with: window) {
      windows[windows.count - 1] = united
    } else {
      windows.append(window)
      if windows.count > 1 { lost.append(text) }
    }
  }
  let names = lost.map { "'\($0.printableLine)'" }.joined(separator: ", ")
  guard let window = windows.first ?? (texts.isEmpty ? .anyTime : nil) else {
    return .without("has \(names), which has no counterpart")
  }
  let remark = "'\(texts.joined(separator: "', '").printableLine)': at the beginning of the window"
  return .keys(
    ["schedule": window.draft(timezone: timezone, from: [], remark: remark)],
    note: lost.isEmpty ? nil : "has \(names), which isn't carried over: martlet works less often")
}
