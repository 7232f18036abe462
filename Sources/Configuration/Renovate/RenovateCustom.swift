import Ecosystem
import JSON
import Patterns
import Text

/// Renovate's managers of regular expressions as elements of `custom`.
extension RenovateTranslation {
  /// Translates `customManagers` or `regexManagers`; each expression becomes an element.
  mutating func customize(_ option: RenovateOption) {
    guard let elements = option.value.elements else {
      return ledger.lose(option.origin, "is not a list")
    }
    var isRead = false
    for (index, element) in elements.enumerated() {
      let origin = RenovateOrigin(
        location: element.location, path: "\(option.origin.path)[\(index)]",
        preset: option.origin.preset)
      switch CustomManager.references(element) {
      case .failure(let reason):
        ledger.lose(origin, reason.message)
      case .success(let manager):
        add(manager, origin)
        isRead = true
      }
    }
    if isRead {
      ledger.carry(option.origin, to: "custom")
    } else {
      ledger.lose(option.origin, "has no element that martlet can use")
    }
  }

  private mutating func add(_ manager: CustomManager, _ origin: RenovateOrigin) {
    guard ecosystemKeys.contains("custom") else {
      return ledger.lose(origin, "needs the ecosystem 'custom'")
    }
    for pattern in manager.patterns {
      append(
        Draft(
          [
            "files": Draft(manager.files), "match": Draft(.text(pattern)),
            "name": manager.name.map { Draft(.text($0)) },
            "source": manager.source.map { Draft(.text($0.rawValue)) },
            "versioning": manager.versioning.map { Draft(.text($0.rawValue)) },
          ], from: [origin]), to: "custom", in: ["custom"])
    }
    let managers = root["enabledManagers"]?.value.strings
    let isOn = root["enabled"]?.value.bool != false
    let isEnabled = managers?.contains { ["regex", "custom.regex"].contains($0) } ?? true
    if isEnabled, isOn {
      enabled.insert("custom")
    } else if !isEnabled {
      ledger.note(origin, "has no effect: 'enabledManagers' lacks 'custom.regex'")
    }
    set("directories", Draft(["/"], from: [origin]), in: ["custom"])
    ledger.carry(origin, to: "custom")
    for note in manager.notes { ledger.note(origin, note) }
  }
}

/// A manager of regular expressions, in martlet's terms.
private struct CustomManager {
  struct Reason: Error { var message: String }

  var files: [String] = []
  var patterns: [String] = []
  var name: String?
  var source: CustomReferences.Source?
  var versioning: CustomReferences.Versioning?
  /// What works in another way.
  var notes: [String] = []

  /// The keys that are read, or that say nothing about what is updated.
  private static let known: Set<String> = [
    "customType", "fileMatch", "managerFilePatterns", "matchStrings", "matchStringsStrategy",
    "datasourceTemplate", "depNameTemplate", "packageNameTemplate", "versioningTemplate",
    "description", "depTypeTemplate", "currentValueTemplate", "autoReplaceStringTemplate",
  ]

  static func references(_ node: JSON5Node) -> Result<CustomManager, Reason> {
    do throws(Reason) {
      return .success(try CustomManager(node.withNewerNames))
    } catch {
      return .failure(error)
    }
  }

  private init(_ node: JSON5Node) throws(Reason) {
    let names = (node.members ?? []).map(\.name)
    guard node["customType"]?.string ?? "regex" == "regex" else {
      throw Reason(message: "is not of the type 'regex': martlet reads regular expressions only")
    }
    if let other = names.first(where: { !Self.known.contains($0) }) {
      throw Reason(message: "has '\(other.printableLine)', which martlet's 'custom' lacks")
    }
    for name in ["currentValueTemplate", "autoReplaceStringTemplate"] where node[name] != nil {
      throw Reason(
        message: "has '\(name)': martlet replaces exactly the group 'currentValue'")
    }
    guard node["matchStringsStrategy"]?.string ?? "any" == "any" else {
      throw Reason(message: "combines expressions: martlet's 'custom' has one for each reference")
    }
    files = try Self.files(node)
    guard let expressions = node["matchStrings"]?.strings, !expressions.isEmpty else {
      throw Reason(message: "has no 'matchStrings'")
    }
    name = try Self.fixed("packageNameTemplate", of: node)
    if name == nil { name = try Self.fixed("depNameTemplate", of: node) }
    try readSource(node)
    try readVersioning(node)
    for expression in expressions { patterns.append(try pattern(expression)) }
  }

  private static func files(_ node: JSON5Node) throws(Reason) -> [String] {
    let expressions = (node["fileMatch"]?.strings ?? []).map { "/\($0)/" }
    let all = expressions + (node["managerFilePatterns"]?.strings ?? [])
    guard !all.isEmpty else { throw Reason(message: "names no files") }
    for text in all where text.hasPrefix("/") && text.hasSuffix("/") {
      do throws(RegularExpression.Fault) {
        _ = try RegularExpression(String(text.dropFirst().dropLast()))
      } catch {
        throw Reason(
          message: "has a regular expression for files that martlet can't use: it \(error.message)")
      }
    }
    if let text = all.first(where: { $0.hasPrefix("/") && !$0.hasSuffix("/") || $0.contains("{") })
    {
      throw Reason(message: "has a pattern for files with flags or braces: '\(text.printableLine)'")
    }
    return all
  }

  /// Returns a template without placeholders; nil for a missing one, and for the group itself.
  private static func fixed(_ key: String, of node: JSON5Node) throws(Reason) -> String? {
    guard let text = node[key]?.string else { return nil }
    let group = String(key.dropLast("Template".count))
    if ["{{\(group)}}", "{{{\(group)}}}"].contains(text.filter { $0 != " " }) { return nil }
    guard !text.contains("{{") else {
      throw Reason(message: "has a template that martlet can't evaluate: '\(text.printableLine)'")
    }
    return text
  }

  private mutating func readSource(_ node: JSON5Node) throws(Reason) {
    guard let text = try Self.fixed("datasourceTemplate", of: node) else { return }
    guard let known = CustomReferences.Source(rawValue: text == "git-tags" ? "swift" : text) else {
      throw Reason(message: "has the data source '\(text.printableLine)', which martlet lacks")
    }
    source = known
  }

  private mutating func readVersioning(_ node: JSON5Node) throws(Reason) {
    let key = "versioningTemplate"
    // The usual template means the group, or semver without it.
    if node[key]?.string?.hasPrefix("{{#if versioning}}") == true { return }
    guard let text = try Self.fixed(key, of: node) else { return }
    switch text {
    case "semver", "npm": versioning = .semver
    case "loose", "semver-coerced": versioning = .loose
    case "ruby", "docker": versioning = CustomReferences.Versioning(rawValue: text)
    default:
      throw Reason(message: "has the versioning '\(text.printableLine)', which martlet lacks")
    }
    if source == .docker, versioning != .docker {
      versioning = nil
      notes.append("has images: their tags are compared as tags")
    }
  }

  /// Translates an expression: names of groups, and anchors of the whole text.
  private mutating func pattern(_ text: String) throws(Reason) -> String {
    var result = Self.anchored(text.replacing("(?<lookupName>", with: "(?<packageName>"))
    for group in ["registryUrl", "extractVersion", "indentation", "depType", "versioning"]
    where result.contains("(?<\(group)>") {
      result = result.replacing("(?<\(group)>", with: "(?:")
      if group != "depType", group != "indentation" {
        notes.append("has the group '\(group)', which martlet ignores")
      }
    }
    if name != nil || result.contains("(?<packageName>") {
      result = result.replacing("(?<depName>", with: "(?:")
    }
    if name != nil { result = result.replacing("(?<packageName>", with: "(?:") }
    // A template takes precedence over a group.
    if source != nil { result = result.replacing("(?<datasource>", with: "(?:") }
    let renamed = [
      "packageName": "name", "depName": "name", "currentValue": "current",
      "datasource": "source", "currentDigest": "digest",
    ]
    for (old, new) in renamed {
      result = result.replacing("(?<\(old)>", with: "(?<\(new)>")
    }
    guard let compiled = try? Pattern(result) else {
      throw Reason(message: "has an expression that Oniguruma can't read: '\(text.printableLine)'")
    }
    guard compiled.group(named: "current") != nil else {
      throw Reason(message: "has an expression without the group 'currentValue'")
    }
    guard name != nil || compiled.group(named: "name") != nil else {
      throw Reason(message: "has an expression without the group 'depName'")
    }
    guard source != nil || compiled.group(named: "source") != nil else {
      throw Reason(message: "has neither a data source nor the group 'datasource'")
    }
    return result
  }

  /// Replaces `^` and `$`, which mean the whole text in Renovate and a line in Ruby's syntax, unless
  /// the expression asks for lines.
  private static func anchored(_ text: String) -> String {
    for flag in ["(?m)", "(?gm)", "(?mg)"] where text.hasPrefix(flag) {
      return String(text.dropFirst(flag.count))
    }
    var result = ""
    var isEscaped = false
    var isInClass = false
    for character in text {
      defer { isEscaped = character == "\\" && !isEscaped }
      if !isEscaped {
        if character == "[" { isInClass = true }
        if character == "]" { isInClass = false }
        if character == "^", !isInClass {
          result += "\\A"
          continue
        }
        if character == "$", !isInClass {
          result += "\\z"
          continue
        }
      }
      result.append(character)
    }
    return result
  }
}
