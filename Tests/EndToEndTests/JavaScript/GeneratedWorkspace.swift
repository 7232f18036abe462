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
  /// The ranges of the default catalog by package, for tools with catalogs.
  private(set) var catalog: [String: String] = [:]
  /// The requirements that refer to the catalog.
  private var catalogued: Set<Position> = []
  private let hasCatalog: Bool
  /// The package that an override pins; nil for none.
  private(set) var overridden: String?

  private static let names = (0..<6).map { "p\($0)" }
  private static let versions = ["1.0.0", "1.1.0", "2.0.0", "2.1.0", "3.0.0"]
  private static let sections = [
    "dependencies", "dependencies", "devDependencies", "optionalDependencies", "peerDependencies",
  ]

  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    ignoresMajors = Bool.random(using: &random)
    ignored =
      Int.random(in: 0..<3, using: &random) == 0 ? Self.names.randomElement(using: &random) : nil
    isGrouped = Int.random(in: 0..<3, using: &random) == 0
    hasCatalog = Int.random(in: 0..<3, using: &random) == 0
    publish(&random)
    let members = (0..<Int.random(in: 1...6, using: &random)).map { "packages/m\($0)/package.json" }
    for manifest in ["package.json"] + members {
      for _ in 0..<Int.random(in: 1...3, using: &random) { require(in: manifest, &random) }
    }
    if Int.random(in: 0..<4, using: &random) == 0 { overridden = "q" }
  }

  /// Every package has the first versions of a list, and some get a few more; `q` is below `p0`.
  private mutating func publish(_ random: inout SeededGenerator) {
    for name in Self.names {
      let count = Int.random(in: 2...4, using: &random)
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
    guard hasCatalog, section != "peerDependencies" else { return }
    let range = catalog[name] ?? style + version
    catalog[name] = range
    requirements[position] = range
    catalogued.insert(position)
  }

  /// The manifests by path, in the form of a tool.
  func files(_ tool: JavaScriptTool) -> [String: String] {
    var files: [String: String] = [:]
    for manifest in Set(requirements.keys.map(\.manifest)).union(["package.json"]) {
      files[manifest] = text(of: manifest, tool)
    }
    if tool.isPnpm {
      let entries = catalog.sorted { $0.key < $1.key }.map { "  \($0.key): \($0.value)\n" }
      files["pnpm-workspace.yaml"] =
        "packages:\n  - packages/*\n"
        + (entries.isEmpty ? "" : "catalog:\n" + entries.joined())
    }
    return files
  }

  private func text(of manifest: String, _ tool: JavaScriptTool) -> String {
    let folder = manifest.split(separator: "/").dropLast().last.map(String.init) ?? "root"
    var members = ["\"name\": \"\(folder)\"", "\"version\": \"1.0.0\"", "\"private\": true"]
    if manifest == "package.json" {
      members.append("\"packageManager\": \"\(tool.rawValue)\"")
      if !tool.isPnpm { members.append("\"workspaces\": [\n    \"packages/*\"\n  ]") }
      if let overridden { members.append(tool.override(overridden, "1.0.0")) }
    }
    for section in ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"] {
      let own = requirements.filter { $0.key.manifest == manifest && $0.key.section == section }
      guard !own.isEmpty else { continue }
      let lines = own.sorted { $0.key.name < $1.key.name }.map {
        let text = tool.isPnpm && catalogued.contains($0.key) ? "catalog:" : $0.value
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
      \(group)\(ignore)
      """
  }
}
