import Foundation
import JSON
import Testing

/// The published schema of what commands print with `--json`.
///
/// The keywords that it uses are checked, and objects may only have the members that it describes, so
/// that no member is left out of the schema.
struct OutputSchema {
  static let published: OutputSchema? = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    guard let data = try? Data(contentsOf: root.appending(path: "docs/api/output.schema.json")),
      let document = try? Document(Array(data), named: "output.schema.json")
    else { return nil }
    return OutputSchema(root: document.root)
  }()

  let root: Node

  /// The names of the definitions that describe a document.
  func definitions(of document: Node) -> [String] {
    (root["anyOf"].map { Array($0.elements) } ?? []).compactMap { choice in
      let name = choice["$ref"]?.string.map { String($0.dropFirst("#/$defs/".count)) }
      return faults(of: document, choice, "").isEmpty ? name : nil
    }
  }

  /// The places at which a document differs from the definition that fits it best.
  func faults(of document: Node) -> [String] {
    let all = (root["anyOf"].map { Array($0.elements) } ?? []).map { faults(of: document, $0, "") }
    return all.min { $0.count < $1.count } ?? ["the schema is empty"]
  }

  private func faults(of node: Node, _ schema: Node, _ path: String) -> [String] {
    if let name = schema["$ref"]?.string?.dropFirst("#/$defs/".count) {
      guard let target = root["$defs"]?[String(name)] else { return ["no definition \(name)"] }
      return faults(of: node, target, path)
    }
    if let choices = schema["anyOf"] {
      let all = choices.elements.map { faults(of: node, $0, path) }
      return all.contains([]) ? [] : all.first ?? []
    }
    if let value = schema["const"] {
      return value.text == node.text ? [] : ["\(path): not \(value.text)"]
    }
    if let words = schema["enum"] {
      let isListed = words.elements.contains { $0.text == node.text }
      return isListed ? [] : ["\(path): \(node.text) is not listed"]
    }
    let types = schema["type"].map { $0.string.map { [$0] } ?? $0.elements.compactMap(\.string) }
    guard let types else { return ["\(path): the schema has no type"] }
    guard types.contains(where: { fits(node, $0) }) else {
      return ["\(path): \(node.kind) instead of \(types.joined(separator: " or "))"]
    }
    switch node.kind {
    case .array:
      guard let element = schema["items"] else { return ["\(path): no type of elements"] }
      return node.elements.enumerated().flatMap { faults(of: $1, element, "\(path)[\($0)]") }
    case .object: return faults(ofObject: node, schema, path)
    default: return []
    }
  }

  private func faults(ofObject node: Node, _ schema: Node, _ path: String) -> [String] {
    guard schema["properties"] != nil || schema["additionalProperties"] != nil else { return [] }
    let required = schema["required"].map { $0.elements.compactMap(\.string) } ?? []
    let missing = required.filter { node[$0] == nil }.map { "\(path).\($0): missing" }
    return missing
      + node.members.flatMap { member -> [String] in
        let location = "\(path).\(member.key)"
        let type = schema["properties"]?[member.key] ?? schema["additionalProperties"]
        return type.map { faults(of: member.value, $0, location) } ?? ["\(location): not described"]
      }
  }

  private func fits(_ node: Node, _ type: String) -> Bool {
    switch type {
    case "integer": node.int != nil
    case "boolean": node.kind == .bool
    default: node.kind.rawValue == type
    }
  }
}

/// Checks that the published schema describes a document of `--json`.
func expectDescribed(_ document: Document) {
  guard document.root["schema"]?.int == 1 else { return }
  let faults = OutputSchema.published?.faults(of: document.root) ?? ["no schema"]
  #expect(faults == [], "docs/api/output.schema.json")
}

@Suite struct `The schema of documents` {
  private func definitions(_ text: String) throws -> [String] {
    let schema = try #require(OutputSchema.published)
    return schema.definitions(of: try Document(Array(text.utf8), named: "document").root)
  }

  @Test func `describes an error of any command`() async throws {
    let outcome = try await Program.run("check", "/nowhere", "--json")
    _ = try outcome.document()
    #expect(try definitions(outcome.out) == ["error"])
  }

  @Test func `names the definition of a document`() throws {
    #expect(try definitions(#"{"schema": 1, "findings": []}"#) == ["findings"])
    #expect(try definitions(#"{"schema": 1, "changes": []}"#) == ["change"])
    #expect(try definitions(#"{"schema": 1, "checks": []}"#) == ["doctor"])
  }

  @Test func `finds members that it doesn't describe, and values of another type`() throws {
    let schema = try #require(OutputSchema.published)
    for (text, fault) in [
      (#"{"schema": 1, "changes": [], "more": 1}"#, ".more: not described"),
      (#"{"schema": 1, "changes": {}}"#, ".changes: object instead of array"),
      (#"{"schema": 2, "changes": []}"#, ".schema: not 1"),
      (
        #"{"schema": 1, "checks": [{"status": "bad", "subject": "", "message": "", "advice": null}]}"#,
        #".checks[0].status: "bad" is not listed"#
      ),
    ] {
      let document = try Document(Array(text.utf8), named: "document")
      #expect(schema.faults(of: document.root).contains(fault), "\(text)")
    }
  }
}
