import Arguments
import CSchema
import Ecosystem
import JSON

/// The published JSON Schema of the operator's file, which is part of the program.
///
/// A test compares it with the decoder's own tables.
struct ConfigurationSchema {
  /// The schema as it is published.
  static let operatorFile: String = {
    var count = 0
    let bytes = martlet_schema(&count)
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }()

  private let root: Node

  /// Parses the schema.
  static func parsed() throws(Problem) -> ConfigurationSchema {
    do {
      return ConfigurationSchema(
        root: try Document(Array(operatorFile.utf8), named: "martlet.schema.json").root)
    } catch {
      throw Problem(.failed, "the schema is invalid: \(error)")
    }
  }

  /// The `$id` of the repository's schema, which is published beside the operator's.
  private var identifier: String {
    (root["$id"]?.string ?? "").replacing("martlet.schema", with: "repository.schema")
  }

  /// The schema of `.martlet.yml`, with the same definitions as the operator's.
  var repositoryFile: String {
    """
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$id": "\(identifier)",
      "title": ".martlet.yml",
      "description": "A repository's file of martlet.",
      "$ref": "#/$defs/repository",
      "$defs": \(root["$defs"]?.text ?? "{}")
    }

    """
  }

  /// The page martlet.yml(5): every key of both files.
  func page(release: String) -> ManualPage {
    var body = Roff()
    body.section("DESCRIPTION")
    body.paragraph(
      """
      The operator's file configures martlet: its forges, credentials and limits. It is YAML. \
      ${env:NAME} and ${file:PATH} stand for a variable of the environment and the contents of a \
      file. A repository has a file of its own, .martlet.yml or .github/dependabot.yml.
      """)
    body.paragraph("In this page NAME stands for a name of the user's choice, and [] for a list.")
    body.section("OPERATOR'S FILE")
    describe(root, "", in: &body)
    body.section("REPOSITORY'S FILE")
    if let repository = root["$defs"]?["repository"] { describe(repository, "", in: &body) }
    body.section("SEE ALSO")
    body.references([("martlet", 1), ("martlet-config-check", 1), ("martlet-config-schema", 1)])
    return ManualPage(
      name: "martlet.yml", section: 5, release: release,
      summary: "configuration files of martlet", body: body)
  }

  /// Adds the keys of an object, and of the objects in it, except those of presets, which are
  /// repositories' files.
  private func describe(_ node: Node, _ path: String, in body: inout Roff) {
    let required = Set(elements(node["required"]).compactMap(\.string))
    for member in node["properties"]?.members ?? [] {
      let name = path.isEmpty ? member.key : "\(path).\(member.key)"
      let type = resolved(member.value)
      var text = member.value["description"]?.string ?? type["description"]?.string ?? ""
      if required.contains(member.key) { text += " Required." }
      body.item(name, "\(text) (\(kind(of: type)))")
      if name != "presets" || !path.isEmpty { describe(values: type, name, in: &body) }
    }
  }

  private func describe(values node: Node, _ path: String, in body: inout Roff) {
    for choice in elements(node["anyOf"]) { describe(values: resolved(choice), path, in: &body) }
    if let element = node["items"] { describe(values: resolved(element), path + "[]", in: &body) }
    if let value = node["additionalProperties"], value["type"] != nil || value["$ref"] != nil {
      describe(values: resolved(value), path + ".NAME", in: &body)
    }
    describe(node, path, in: &body)
  }

  /// The type in words: `one of patch, minor`.
  private func kind(of node: Node) -> String {
    if let choices = node["anyOf"]?.elements {
      return choices.map { kind(of: resolved($0)) }.joined(separator: ", or ")
    }
    if let choices = node["enum"]?.elements {
      return "one of \(choices.compactMap(\.string).joined(separator: ", "))"
    }
    switch node["type"]?.string {
    case "string": return "text"
    case "boolean": return "true or false"
    case "integer": return range(node)
    case "array": return "list"
    default: return node["properties"] == nil ? "names with values" : "section"
    }
  }

  private func range(_ node: Node) -> String {
    switch (node["minimum"]?.int, node["maximum"]?.int) {
    case (let low?, let high?): low == high ? "\(low)" : "number from \(low) to \(high)"
    case (let low?, nil): "number from \(low)"
    default: "number"
    }
  }

  private func elements(_ node: Node?) -> [Node] { node.map { Array($0.elements) } ?? [] }

  private func resolved(_ node: Node) -> Node {
    guard let name = node["$ref"]?.string, name.hasPrefix("#/$defs/") else { return node }
    return root["$defs"]?[String(name.dropFirst("#/$defs/".count))] ?? node
  }
}
