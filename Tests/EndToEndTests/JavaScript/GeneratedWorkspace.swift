import Foundation
import TestSupport

/// A workspace with one to six members, a registry before and after new releases, and a policy, all made
/// from a seed.
struct GeneratedWorkspace {
  /// A requirement of a manifest.
  struct Position: Hashable {
    var manifest: String
    var section: String
    var name: String
  }

  /// The texts of all requirements.
  private(set) var requirements: [Position: String] = [:]
  /// The registry's packages when the workspace was locked, and later.
  private(set) var old = ""
  private(set) var new = ""
  /// Whether the policy ignores major updates.
  let ignoresMajors: Bool
  /// The package that the policy ignores; nil for none.
  let ignored: String?
  /// Whether all packages are a group.
  let isGrouped: Bool
  /// The largest step that is merged automatically; nil for none.
  let merged: Step?
  /// The requirement that a rule for one manifest ignores; nil for none.
  private(set) var ignoredPosition: Position?
  /// The manifest whose packages a rule groups; nil for none.
  private var groupedManifest: String?
  /// The ranges of catalogs by their name, empty for the default one, and package, for tools with catalogs.
  private(set) var catalogs: [String: [String: String]] = [:]
  /// The catalogs that requirements refer to.
  private var catalogued: [Position: String] = [:]
  private let hasCatalogs: Bool
  /// The rule that replaces a requirement; nil for none.
  private(set) var override: Override?

  /// A package that is replaced everywhere, or below one dependent.
  struct Override {
    var name: String
    var dependent: String?
    var range: String
  }

  /// The size of an update.
  enum Step: Int {
    case patch, minor, major
  }

  private static let names = (0..<6).map { "p\($0)" }
  private static let versions = ["1.0.0", "1.0.1", "1.1.0", "2.0.0", "2.1.0", "3.0.0"]
  private static let sections = [
    "dependencies", "dependencies", "devDependencies", "optionalDependencies", "peerDependencies",
  ]

  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    ignoresMajors = Bool.random(using: &random)
    ignored =
      Int.random(in: 0..<3, using: &random) == 0 ? Self.names.randomElement(using: &random) : nil
    isGrouped = Int.random(in: 0..<3, using: &random) == 0
    merged = [nil, .patch, .minor].randomElement(using: &random) ?? nil
    hasCatalogs = Int.random(in: 0..<3, using: &random) == 0
    publish(&random)
    let members = (0..<Int.random(in: 1...6, using: &random)).map { "packages/m\($0)/package.json" }
    for manifest in ["package.json"] + members {
      for _ in 0..<Int.random(in: 1...3, using: &random) { require(in: manifest, &random) }
    }
    override = replaced(&random)
    if Int.random(in: 0..<4, using: &random) == 0 { ignoredPosition = position(&random) }
    if Int.random(in: 0..<4, using: &random) == 0 { groupedManifest = position(&random)?.manifest }
  }

  private func position(_ random: inout SeededGenerator) -> Position? {
    requirements.keys.filter { $0.section != "peerDependencies" }
      .sorted { ($0.manifest, $0.name) < ($1.manifest, $1.name) }.randomElement(using: &random)
  }

  /// Pins `q`, everywhere or below `p0`, or a required package to its requirement.
  private func replaced(_ random: inout SeededGenerator) -> Override? {
    switch Int.random(in: 0..<10, using: &random) {
    case 0, 1: return Override(name: "q", dependent: nil, range: "1.0.0")
    case 2: return Override(name: "q", dependent: "p0", range: "1.0.0")
    case 3, 4:
      guard let position = position(&random), let range = requirements[position] else { return nil }
      return Override(name: position.name, dependent: nil, range: range)
    default: return nil
    }
  }

  /// Every package has the first versions of a list, and some get a few more; `q` is below `p0`.
  private mutating func publish(_ random: inout SeededGenerator) {
    for name in Self.names {
      let count = Int.random(in: 2...5, using: &random)
      let later = min(count + Int.random(in: 0...2, using: &random), Self.versions.count)
      for (index, version) in Self.versions.prefix(later).enumerated() {
        let line = "\(name) \(version): " + (name == "p0" ? "q ^1.0.0" : "") + "\n"
        if index < count { old += line }
        new += line
      }
    }
    old += "q 1.0.0\n"
    new += "q 1.0.0\nq 1.1.0\n"
  }

  /// Adds a requirement on a version of the old registry, which each name has at most once in a manifest.
  private mutating func require(in manifest: String, _ random: inout SeededGenerator) {
    guard let name = Self.names.randomElement(using: &random),
      let section = Self.sections.randomElement(using: &random),
      let style = ["^", "^", "~", ""].randomElement(using: &random)
    else { return }
    let known = old.split(separator: "\n").filter { $0.hasPrefix("\(name) ") }.compactMap {
      $0.split(separator: " ")[1].split(separator: ":").first.map(String.init)
    }
    guard let version = known.randomElement(using: &random),
      !requirements.keys.contains(where: { $0.manifest == manifest && $0.name == name })
    else { return }
    let position = Position(manifest: manifest, section: section, name: name)
    requirements[position] = style + version
    guard hasCatalogs, section != "peerDependencies",
      let catalog = ["", "", "old"].randomElement(using: &random)
    else { return }
    let range = catalogs[catalog]?[name] ?? style + version
    catalogs[catalog, default: [:]][name] = range
    requirements[position] = range
    catalogued[position] = catalog
  }

  /// The manifests by path, in the form of a tool.
  func files(_ tool: JavaScriptTool) -> [String: String] {
    var files: [String: String] = [:]
    for manifest in Set(requirements.keys.map(\.manifest)).union(["package.json"]) {
      files[manifest] = text(of: manifest, tool)
    }
    if tool.isPnpm { files["pnpm-workspace.yaml"] = "packages:\n  - packages/*\n" + catalogText }
    if tool == .yarnNewest, !catalogs.isEmpty { files[".yarnrc.yml"] = catalogText }
    return files
  }

  /// The catalogs in YAML.
  private var catalogText: String {
    let entries = { (ranges: [String: String]) in
      ranges.sorted { $0.key < $1.key }.map { "  \($0.key): \($0.value)\n" }
    }
    let standard = catalogs[""].map { "catalog:\n" + entries($0).joined() } ?? ""
    let named = catalogs["old"].map {
      "catalogs:\n  old:\n" + entries($0).map { "  " + $0 }.joined()
    }
    return standard + (named ?? "")
  }

  private func text(of manifest: String, _ tool: JavaScriptTool) -> String {
    let folder = manifest.split(separator: "/").dropLast().last.map(String.init) ?? "root"
    var members = ["\"name\": \"\(folder)\"", "\"version\": \"1.0.0\"", "\"private\": true"]
    if manifest == "package.json" {
      members.append("\"packageManager\": \"\(tool.rawValue)\"")
      if !tool.isPnpm { members.append("\"workspaces\": [\n    \"packages/*\"\n  ]") }
      if let override { members.append(override.text(tool)) }
    }
    for section in ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"] {
      let own = requirements.filter { $0.key.manifest == manifest && $0.key.section == section }
      guard !own.isEmpty else { continue }
      let lines = own.sorted { $0.key.name < $1.key.name }.map {
        let catalog = tool.hasCatalogs ? catalogued[$0.key] : nil
        let text = catalog.map { "catalog:\($0)" } ?? $0.value
        return "    \"\($0.key.name)\": \"\(text)\""
      }
      members.append("\"\(section)\": {\n\(lines.joined(separator: ",\n"))\n  }")
    }
    return "{\n" + members.map { "  \($0)" }.joined(separator: ",\n") + "\n}\n"
  }

  /// The `dependabot.yml` with the policy.
  var policy: String {
    var rules: [String] = []
    if ignoresMajors {
      rules.append("{dependency-name: \"*\", update-types: [\"version-update:semver-major\"]}")
    }
    if let ignored { rules.append("{dependency-name: \(ignored)}") }
    var conditions: [String] = []
    if let ignoredPosition {
      conditions.append(
        "{match: {name: \(ignoredPosition.name), path: \(ignoredPosition.manifest)}, ignore: true}")
    }
    if let groupedManifest {
      conditions.append("{match: {path: \(groupedManifest)}, group: some}")
    }
    let matching =
      conditions.isEmpty ? "" : "    rules: [\(conditions.joined(separator: ", "))]\n"
    let merging =
      merged.map { "    automerge: {update-types: [\($0 == .patch ? "patch" : "patch, minor")]}\n" }
      ?? ""
    let group = isGrouped ? "    groups: {all: {patterns: [\"*\"]}}\n" : ""
    let ignore = rules.isEmpty ? "" : "    ignore: [\(rules.joined(separator: ", "))]\n"
    return """
      version: 2
      updates:
        - package-ecosystem: npm
          directory: /
          schedule: {interval: daily}
          cooldown: {default-days: 0}
          open-pull-requests-limit: 50
      \(group)\(ignore)\(matching)\(merging)
      """
  }
}

extension GeneratedWorkspace.Override {
  fileprivate func text(_ tool: JavaScriptTool) -> String {
    guard let dependent else { return tool.override(name, range) }
    return tool.override(name, below: dependent, range)
  }
}

extension JavaScriptTool {
  /// Whether the version of the tool has catalogs.
  var hasCatalogs: Bool { Self.withCatalogs.contains(self) }
}
