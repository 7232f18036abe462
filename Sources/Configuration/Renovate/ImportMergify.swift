package import Ecosystem
package import Text
import YAML

/// Whether a file is Mergify's: `.mergify.yml`, `.github/mergify.yml`, `.mergify/config.yml`.
package func isMergify(_ path: String) -> Bool {
  let parts = path.slashParts()
  let name = parts.last.map(String.init) ?? ""
  return [".mergify.yml", "mergify.yml", ".mergify.yaml"].contains(name)
    || (parts.suffix(2).first == ".mergify" && name == "config.yml")
}

/// Converts the automatic merges of bots' pull requests: `martlet config import .mergify.yml`.
///
/// Mergify's file doesn't say what is updated, so that every ecosystem gets an entry. Rules about
/// people's pull requests, and those with a condition that martlet doesn't have, are reported.
///
/// - Parameters:
///   - source: the file.
///   - ecosystems: the ecosystems that are served.
/// - Returns: a file without errors, or an error with its place.
package func importedMergify(
  _ source: SourceText, ecosystems: EcosystemCatalog
) -> ImportedFile {
  let root: Node?
  do throws(SyntaxError) {
    root = try Document(source).root
  } catch {
    return ImportedFile(text: nil, findings: [Finding(.error, error.message, at: error.location)])
  }
  guard let root, root.entries != nil else {
    let location = Location(file: source.file, line: 1, column: 1)
    return ImportedFile(text: nil, findings: [Finding(.error, "expected a mapping", at: location)])
  }
  var translation = MergifyTranslation(queues: root["queue_rules"]?.elements ?? [])
  for (index, rule) in (root["pull_request_rules"]?.elements ?? []).enumerated() {
    translation.translate(rule, "pull_request_rules[\(index)]")
  }
  for entry in root.entries ?? []
  where !["pull_request_rules", "queue_rules"].contains(entry.name) {
    let origin = RenovateOrigin(location: entry.key.location, path: entry.name)
    translation.ledger.lose(origin, "has no counterpart: martlet merges only its own pull requests")
  }
  let names = RenovateManagers.usual.filter { ecosystems[$0] != nil }
  let text = DraftWriter.text(
    translation.file(for: names),
    header: [
      "Converted by 'martlet config import' from the automatic merges of Mergify's rules.",
      "Mergify's file doesn't say what is updated: remove the entries that the repository lacks.",
    ])
  return ImportedFile(
    text: text, findings: translation.ledger.findings.sortedByLocation(),
    carried: translation.ledger.carried)
}

/// The automatic merges of Mergify's rules while they are read.
private struct MergifyTranslation {
  /// The kinds of updates, as martlet and as Mergify spell them.
  private static let steps = ["major", "minor", "patch"]

  var ledger = ImportLedger()
  private let queues: [Node]
  private var types: Set<String> = []
  private var method: String?
  private var checks: [String] = []
  private var origins: [RenovateOrigin] = []

  init(queues: [Node]) {
    self.queues = queues
  }

  /// What the conditions of a rule mean.
  private struct Meaning {
    var isOfBot = false
    var types = Set(MergifyTranslation.steps)
    var checks: [String] = []
    /// The first condition without a counterpart.
    var unknown: String?
  }

  mutating func translate(_ rule: Node, _ path: String) {
    let origin = RenovateOrigin(location: rule.location, path: path)
    let actions = rule["actions"]
    guard let action = actions?["merge"] ?? actions?["queue"] else {
      return ledger.lose(origin, "doesn't merge, and has no counterpart")
    }
    let queue = queues.first { $0["name"]?.string == action["name"]?.string }
    var meaning = Meaning()
    let further = ["merge_conditions", "conditions"].flatMap { queue?[$0]?.elements ?? [] }
    for condition in (rule["conditions"]?.elements ?? []) + further {
      read(condition, &meaning)
    }
    guard meaning.isOfBot else {
      return ledger.lose(origin, "isn't only about pull requests of Dependabot or Renovate")
    }
    if let unknown = meaning.unknown {
      return ledger.lose(
        origin,
        "has the condition '\(unknown.printableLine)', without which it would merge too much")
    }
    types.formUnion(meaning.types)
    checks += meaning.checks.filter { !checks.contains($0) }
    let written = action["method"] ?? action["merge_method"] ?? queue?["merge_method"]
    if let text = written?.string, ["merge", "squash", "rebase"].contains(text) { method = text }
    origins.append(origin)
    ledger.carry(origin, to: "automerge")
    for other in (actions?.entries ?? []).map(\.name) where !["merge", "queue"].contains(other) {
      ledger.note(origin, "has the action '\(other.printableLine)', which has no counterpart")
    }
  }

  /// Reads a condition; all of a rule's have to hold.
  private func read(_ condition: Node, _ meaning: inout Meaning) {
    if let list = condition["and"]?.elements {
      for element in list { read(element, &meaning) }
      return
    }
    if let list = condition["or"]?.elements { return readAlternatives(list, &meaning) }
    guard let text = condition.string else {
      meaning.unknown = meaning.unknown ?? "not"
      return
    }
    let plain = text.filter { $0 != " " }
    if Self.isAlwaysTrue(plain) { return }
    if Self.isOfBot(plain) {
      meaning.isOfBot = true
    } else if let name = Self.check(text) {
      meaning.checks.append(name)
    } else if let types = Self.types(plain) {
      meaning.types.formIntersection(types)
    } else {
      meaning.unknown = meaning.unknown ?? text
    }
  }

  /// Reads alternatives: authors, or kinds of updates.
  private func readAlternatives(_ list: [Node], _ meaning: inout Meaning) {
    let texts = list.compactMap(\.string).map { $0.filter { $0 != " " } }
    let types = texts.compactMap(Self.types)
    if texts.count == list.count, texts.allSatisfy(Self.isOfBot) {
      meaning.isOfBot = true
    } else if types.count == list.count {
      meaning.types.formIntersection(types.reduce(into: Set()) { $0.formUnion($1) })
    } else {
      meaning.unknown = meaning.unknown ?? "or"
    }
  }

  private static func isAlwaysTrue(_ text: String) -> Bool {
    // Bots give this label to all of their pull requests.
    [
      "label=dependencies", "-draft", "-closed", "-merged", "-conflict", "#check-failure=0",
      "#status-failure=0",
    ]
    .contains(text) || text == "base=main" || text == "base=master"
      || text.hasPrefix("#check-pending=0")
  }

  private static func isOfBot(_ text: String) -> Bool {
    let parts = ["author=", "author~=", "head~=", "head="].first { text.hasPrefix($0) }
    guard let parts else { return false }
    let name = text.dropFirst(parts.count).drop { "^(".contains($0) }
    return name.hasPrefix("dependabot") || name.hasPrefix("renovate")
  }

  private static func check(_ text: String) -> String? {
    for prefix in ["check-success", "status-success"] where text.hasPrefix(prefix) {
      let rest = text.dropFirst(prefix.count).drop { $0 == " " }
      guard rest.first == "=" else { return nil }
      let name = rest.dropFirst().drop { $0 == " " }
      return String(name)
    }
    return nil
  }

  /// The kinds of updates that a condition selects; nil for another condition.
  private static func types(_ text: String) -> Set<String>? {
    let prefix = "dependabot-update-type"
    if text.hasPrefix(prefix) {
      let rest = text.dropFirst(prefix.count)
      let isNot = rest.hasPrefix("!=")
      guard let step = steps.first(where: { rest.hasSuffix("version-update:semver-\($0)") }) else {
        return nil
      }
      return isNot ? Set(steps).subtracting([step]) : [step]
    }
    // The titles of Mergify's documentation: the same major version, or also the same minor one.
    guard text.hasPrefix("title~="), text.contains("from"), text.contains("to") else { return nil }
    if text.contains(#"to\1\.\2"#) || text.contains("(?P=minor)") { return ["patch"] }
    if text.contains(#"to\1\."#) || text.contains("(?P=major)") { return ["minor", "patch"] }
    return nil
  }

  /// The new file: an entry for each word.
  func file(for names: [String]) -> Draft {
    let merge = Draft(
      [
        "update-types": Draft(Self.steps.filter(types.contains)),
        "method": method.map { Draft(.text($0)) },
      ], from: origins)
    let entries = names.map { word in
      Draft([
        "package-ecosystem": Draft(.text(word)), "directories": Draft(["/**"]),
        "schedule": Draft(["interval": Draft(.text("weekly"))]),
        "automerge": types.isEmpty ? nil : merge,
        "ci": checks.isEmpty || types.isEmpty ? nil : Draft(["required": Draft(checks)]),
      ])
    }
    return Draft(["updates": Draft(.list(entries))])
  }
}
