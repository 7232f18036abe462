import Ecosystem
import JSON
import Text

/// Versions of runtimes and of package managers in a `package.json`.
extension ReferenceFile {
  /// Adds `engines: {node}`, `packageManager` and the tools of Volta in a manifest.
  mutating func addPackageTools(of source: SourceText) throws(Problem) {
    let root: Node
    do throws(SyntaxError) {
      root = try Document(source, options: .lenient).root
    } catch {
      throw Problem(.refused, "isn't valid JSON: \(error.message)", at: error.location)
    }
    if let node = root["engines"]?["node"], let text = node.string {
      add(engine: text, node, source)
    }
    if let node = root["packageManager"], let text = node.string {
      add(packageManager: text, node, source)
    }
    for tool in ["node", "npm", "pnpm", "yarn"] {
      guard let node = root["volta"]?[tool], let text = node.string else { continue }
      add(volta: tool, text, node, source)
    }
  }

  /// Adds a tool of Volta, which pins exact versions: `"node": "20.11.0"`.
  private mutating func add(
    volta tool: String, _ text: String, _ node: Node, _ source: SourceText
  ) {
    let range = (node.range.lowerBound + 1)..<(node.range.upperBound - 1)
    guard node.text == "\"\(text)\"", let number = ListedNumber(text, .semver) else {
      return refuse("\(tool) \(text)", "isn't an exact version", at: node.location)
    }
    if tool == "node" { return add(.node, at: range, in: source) }
    let isModern = tool == "yarn" && (number.numbers.first ?? 0) > 1
    listed.append(
      ListedUse(
        tool, at: range, in: source, from: .npm(isModern ? "@yarnpkg/cli-dist" : tool), .semver))
  }

  /// Adds a range for Node.js: an exact version, `^20.1.0`, `~20.11` or `20.x`.
  ///
  /// `>=20` still holds when the version moves, and stays.
  private mutating func add(engine text: String, _ node: Node, _ source: SourceText) {
    if text.hasPrefix(">="), !text.contains(" "), !text.contains("|") { return }
    let start = node.range.lowerBound + 1
    let sign = text.hasPrefix("^") || text.hasPrefix("~") ? 1 : 0
    let isLiteral = node.text == "\"\(text)\""
    guard isLiteral, !text.contains(where: { " |<>*".contains($0) }) else {
      return refuse(
        "node \(text)", "is a range of several parts, which stays", at: node.location)
    }
    add(.node, at: (start + sign)..<(start + text.utf8.count), in: source)
  }

  /// Adds a package manager: `pnpm@9.1.0`, with or without `+sha512.…`.
  private mutating func add(packageManager text: String, _ node: Node, _ source: SourceText) {
    let name = String(text.prefix { $0 != "@" })
    let rest = text.dropFirst(name.count + 1)
    let version = rest.prefix { $0 != "+" }
    let hash = rest.dropFirst(version.count + 1)
    guard node.text == "\"\(text)\"", ["npm", "pnpm", "yarn", "bun"].contains(name),
      let number = ListedNumber(String(version), .semver)
    else {
      return refuse(text, "isn't a package manager with a version", at: node.location)
    }
    // Newer versions of Yarn are another package.
    let isModern = name == "yarn" && (number.numbers.first ?? 0) > 1
    guard hash.isEmpty || (hash.hasPrefix("sha512.") && !isModern) else {
      return refuse(
        text, "has a hash that no registry states", at: node.location,
        advice: "run `corepack use`, or leave the hash out")
    }
    let start = node.range.lowerBound + 1 + name.utf8.count + 1
    let end = start + version.utf8.count
    var use = ListedUse(
      name, at: start..<end, in: source, from: .npm(isModern ? "@yarnpkg/cli-dist" : name), .semver)
    if !hash.isEmpty {
      use.digest = ListedUse.Digest(String(hash), at: (end + 1)..<(end + 1 + hash.utf8.count))
    }
    listed.append(use)
  }
}
