package import Ecosystem
import JSON
package import Text

/// Whether a file is Scala Steward's: `.scala-steward.conf`, also in `.github` and `.config`.
package func isSteward(_ path: String) -> Bool {
  path.slashParts().last.map { $0 == ".scala-steward.conf" || $0 == "scala-steward.conf" } ?? false
}

/// Converts what Scala Steward's configuration says about pull requests:
/// `martlet config import .scala-steward.conf`.
///
/// Its packages are Maven's, which martlet doesn't update, so that rules about them are reported.
/// Every ecosystem gets an entry with the rest.
///
/// - Parameters:
///   - source: the file, in HOCON.
///   - ecosystems: the ecosystems that are served.
///   - found: the words of ecosystems that the repository has files of; nil if they aren't known.
/// - Returns: a file without errors, or an error with its place.
package func importedSteward(
  _ source: SourceText, ecosystems: EcosystemCatalog, found: Set<String>? = nil
) -> ImportedFile {
  do throws(HOCON.Failure) {
    var translation = StewardTranslation()
    translation.translate(try HOCON.parse(source), "")
    let names = RenovateManagers.usual.filter {
      ecosystems[$0] != nil && found?.contains($0) ?? true
    }
    let text = DraftWriter.text(
      translation.file(for: names),
      header: [
        "Converted by 'martlet config import' from Scala Steward's configuration.",
        "It is about packages of Maven, which martlet doesn't update: remove the entries that the",
        "repository lacks.",
      ])
    return ImportedFile(
      text: text, findings: translation.ledger.findings.sortedByLocation(),
      carried: translation.ledger.carried)
  } catch {
    return ImportedFile(text: nil, findings: [Finding(.error, error.message, at: error.location)])
  }
}

/// The settings of Scala Steward while they are read.
private struct StewardTranslation {
  var ledger = ImportLedger()
  private var keys: [Draft.Member] = []

  /// Translates the settings of an object, whose keys are combined with dots.
  mutating func translate(_ node: JSON5Node, _ prefix: String) {
    for member in node.members ?? [] {
      let path = prefix + member.name
      let sections = ["pullRequests", "updates", "commits", "scalafmt"]
      if member.value.members != nil, sections.contains(path) {
        translate(member.value, path + ".")
      } else {
        set(path, member.value, RenovateOrigin(location: member.location, path: path))
      }
    }
  }

  private mutating func set(_ path: String, _ value: JSON5Node, _ origin: RenovateOrigin) {
    switch path {
    case "pullRequests.frequency": schedule(value, origin)
    case "pullRequests.grouping": group(value, origin)
    case "pullRequests.customLabels": list("labels", value, origin)
    case "assignees", "reviewers": list(path, value, origin)
    case "updates.limit":
      guard let number = value.string.flatMap({ Int($0) }), (1...1_000).contains(number) else {
        return ledger.lose(origin, "is not a number from 1 to 1000")
      }
      add("open-pull-requests-limit", Draft(.number(number)), origin)
      ledger.note(origin, "becomes the number of open pull requests, and not of those of a visit")
    case "commits.message": message(value, origin)
    case "updatePullRequests": rebase(value, origin)
    case "updates.pin", "updates.allow", "updates.ignore", "updates.allowPreReleases",
      "updates.retracted", "dependencyOverrides", "updates.fileExtensions":
      ledger.note(origin, "names packages or files of Maven and sbt, which martlet doesn't update")
    case "postUpdateHooks", "scalafmt.runAfterUpgrading":
      ledger.lose(origin, "has no counterpart: martlet runs no commands of a repository")
    case "buildRoots":
      ledger.lose(origin, "isn't carried over: 'directories' has all folders with a manifest")
    default: ledger.lose(origin, "has no counterpart in martlet's file")
    }
  }

  private mutating func add(_ key: String, _ draft: Draft, _ origin: RenovateOrigin) {
    var draft = draft
    draft.origins = [origin]
    keys.removeAll { $0.key == key }
    keys.append(Draft.Member(key: key, value: draft))
    ledger.carry(origin, to: key)
  }

  private mutating func list(_ key: String, _ value: JSON5Node, _ origin: RenovateOrigin) {
    guard let texts = value.strings else { return ledger.lose(origin, "is not a list of texts") }
    add(key, Draft(texts.map { $0.hasPrefix("@") ? String($0.dropFirst()) : $0 }), origin)
  }

  /// `@asap`, a span such as `7 days`, or cron, whose Monday is 0.
  private mutating func schedule(_ value: JSON5Node, _ origin: RenovateOrigin) {
    guard let text = value.string else { return ledger.lose(origin, "is not a text") }
    let words = ["@asap": "daily", "@daily": "daily", "@weekly": "weekly", "@monthly": "monthly"]
    if let word = words[text] {
      return add("schedule", Draft(["interval": Draft(.text(word))]), origin)
    }
    if let days = days(of: text) {
      let word = days <= 1 ? "daily" : days <= 7 ? "weekly" : "monthly"
      add("schedule", Draft(["interval": Draft(.text(word))]), origin)
      if ![1, 7, 30].contains(days) {
        ledger.note(origin, "has '\(text.printableLine)', which becomes '\(word)'")
      }
      return
    }
    guard let cron = cron(text) else {
      return ledger.lose(origin, "has '\(text.printableLine)', which has no counterpart")
    }
    add(
      "schedule",
      Draft(["interval": Draft(.text("cron")), "cronjob": Draft(.text(cron))]), origin)
  }

  private func cron(_ text: String) -> String? {
    var fields = text.replacing("?", with: "*").split(separator: " ").map(String.init)
    guard fields.count == 5 else { return nil }
    var days: [String] = []
    for part in fields[4].split(separator: ",").map(String.init) {
      guard part == "*" || Int(part) != nil || part.allSatisfy(\.isLetter) else { return nil }
      days.append(Int(part).map { "\(($0 + 1) % 7)" } ?? part)
    }
    fields[4] = days.joined(separator: ",")
    let cron = fields.joined(separator: " ")
    guard let parsed = Cron(cron), parsed.hasDates else { return nil }
    return cron
  }

  /// Groups whose filters are about kinds of updates only.
  private mutating func group(_ value: JSON5Node, _ origin: RenovateOrigin) {
    var groups = Draft(.mapping([]))
    for (index, element) in (value.elements ?? []).enumerated() {
      let own = RenovateOrigin(location: element.location, path: "\(origin.path)[\(index)]")
      guard let name = element["name"]?.string, isPlain(name), let steps = steps(element) else {
        ledger.lose(own, "has filters for packages of Maven, or no plain name")
        continue
      }
      groups[name] = Draft(["patterns": Draft(["*"]), "update-types": Draft(steps)], from: [own])
      ledger.carry(own, to: "groups")
      if element["title"] != nil {
        ledger.note(own, "has 'title': titles have Dependabot's form")
      }
    }
    guard !groups.members.isEmpty else { return ledger.lose(origin, "has no group to carry over") }
    add("groups", groups, origin)
  }

  /// The kinds of updates of a group; nil if a filter is about something else.
  private func steps(_ element: JSON5Node) -> [String]? {
    var steps: Set<String> = []
    for filter in element["filter"]?.elements ?? [] {
      let members = filter.members ?? []
      guard members.count == 1, let only = members.first, let text = only.value.string else {
        return nil
      }
      switch (only.name, text) {
      case ("version", "major"), ("version", "minor"), ("version", "patch"): steps.insert(text)
      case ("group", "*"), ("artifact", "*"): steps.formUnion(RenovateSteps.served)
      default: return nil
      }
    }
    return steps.isEmpty ? nil : RenovateSteps.served.filter(steps.contains)
  }

  /// The beginning of the message, such as `chore(deps): ${default}`.
  private mutating func message(_ value: JSON5Node, _ origin: RenovateOrigin) {
    let text = value.string ?? ""
    let start = text.firstRange(of: "${").map { String(text[..<$0.lowerBound]) } ?? text
    guard let colon = start.firstIndex(of: ":"), start[..<colon].count <= 50,
      !start[..<colon].contains(" "), !start.hasPrefix(":")
    else {
      return ledger.lose(origin, "has no counterpart: titles have Dependabot's form")
    }
    let prefix = start[..<colon]
    let isScoped = prefix.hasSuffix("(deps)")
    add(
      "commit-message",
      Draft([
        "prefix": Draft(.text(String(isScoped ? prefix.dropLast("(deps)".count) : prefix))),
        "include": isScoped ? Draft(.text("scope")) : nil,
      ]), origin)
    ledger.note(origin, "is carried over up to the colon: the rest has Dependabot's form")
  }

  private mutating func rebase(_ value: JSON5Node, _ origin: RenovateOrigin) {
    switch value.content {
    case .bool(false), .string("never"): add("rebase-strategy", Draft(.text("disabled")), origin)
    case .bool(true), .string("on-conflicts"): add("rebase-strategy", Draft(.text("auto")), origin)
    case .string("always"):
      add("rebase-strategy", Draft(.text("behind-base-branch")), origin)
    default: ledger.lose(origin, "has an unknown value")
    }
  }

  /// The new file: an entry for each word.
  func file(for names: [String]) -> Draft {
    let entries = names.map { word in
      var entry = Draft([
        "package-ecosystem": Draft(.text(word)), "directories": Draft(["/**"]),
        "schedule": Draft(["interval": Draft(.text("daily"))]),
      ])
      for member in keys { entry[member.key] = member.value }
      return entry
    }
    return Draft(["updates": Draft(.list(entries))])
  }
}
