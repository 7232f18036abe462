import Ecosystem
import JSON

/// The tools that the fields of a `package.json` state.
struct ManifestTools {
  private let manifest: Document

  init(_ manifest: Document) {
    self.manifest = manifest
  }

  /// `packageManager`, `devEngines` and `volta`.
  ///
  /// - Throws: `Problem` if `packageManager` isn't a text, or names a tool that isn't known.
  func statements() throws(Problem) -> [ToolStatement] {
    try [packageManager()].compactMap(\.self)
      + devEngines("packageManager", Tool.managers) + volta + devEngines("runtime", [.node])
  }

  /// `engines`, with the versions that the project supports.
  var engines: [ToolStatement] {
    Tool.allCases.compactMap { tool in
      statement(tool, .engines, manifest.root["engines"]?[tool.rawValue], "engines")
    }
  }

  private var volta: [ToolStatement] {
    [Tool.node, .npm, .yarn, .pnpm].compactMap { tool in
      statement(tool, .volta, manifest.root["volta"]?[tool.rawValue], "volta")
    }
  }

  private func statement(
    _ tool: Tool, _ source: ToolStatement.Source, _ node: JSON.Node?, _ field: String
  ) -> ToolStatement? {
    guard let node, let text = node.string.map(Whitespace.trimmed), !text.isEmpty else {
      return nil
    }
    return ToolStatement(tool, source, text, field: field, at: node.location)
  }

  /// Parses `name@version+hash`, as corepack does.
  private func packageManager() throws(Problem) -> ToolStatement? {
    guard let node = manifest.root["packageManager"], !node.isNull else { return nil }
    guard let text = node.string else {
      throw Problem(
        .failed, "is not a text", subject: "packageManager", at: node.location)
    }
    let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts.first ?? "")
    let version = parts.count > 1 ? parts[1].prefix { $0 != "+" } : ""
    return ToolStatement(
      try manager(name, "packageManager", node), .packageManager, String(version),
      field: "packageManager", at: node.location)
  }

  /// Parses an object with `name` and `version`, or an array of such objects.
  private func devEngines(
    _ member: String, _ tools: [Tool]
  ) throws(Problem) -> [ToolStatement] {
    guard let field = manifest.root["devEngines"]?[member] else { return [] }
    var result: [ToolStatement] = []
    for node in field.kind == .array ? Array(field.elements) : [field] {
      guard let name = node["name"] else { continue }
      let tool = Tool(named: name.string ?? "")
      guard let tool, tools.contains(tool) else {
        if tools == [.node] { continue }
        throw unknown(name.string ?? name.text, "devEngines", name)
      }
      let version = node["version"]
      let text = Whitespace.trimmed(version?.string ?? "")
      result.append(
        ToolStatement(
          tool, .devEngines, text, field: "devEngines", at: (version ?? name).location))
    }
    return result
  }

  private func manager(
    _ name: String, _ field: String, _ node: JSON.Node
  ) throws(Problem) -> Tool {
    guard let tool = Tool(named: name), Tool.managers.contains(tool) else {
      throw unknown(name, field, node)
    }
    return tool
  }

  private func unknown(_ name: String, _ field: String, _ node: JSON.Node) -> Problem {
    Problem(
      .refused, "is a package manager that martlet does not support", subject: "\(field) \(name)",
      at: node.location)
  }
}
