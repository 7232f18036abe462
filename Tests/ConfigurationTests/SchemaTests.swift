import Bundler
import Configuration
import Ecosystem
import Forges
import FoundationEssentials
import JSON
import Logging
import Testing
import Text
import Time
import Versioning

/// A file of the folder `config` of the package that is being tested.
func published(_ name: String) throws -> SourceText {
  let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  let data = try Data(contentsOf: root.appending(path: "config/\(name)"))
  return SourceText(file: name, bytes: Array(data))
}

/// What a JSON Schema says of a value, in the decoder's own terms.
private struct Published {
  let root: Node

  func type(_ node: Node) throws -> SchemaType {
    if let reference = node["$ref"]?.string {
      let name = try #require(reference.split(separator: "/").last)
      return try type(try #require(root["$defs"]?[String(name)], "\(reference)"))
    }
    if let choices = node["anyOf"] { return .either(try choices.elements.map(type)) }
    if let words = node["enum"] { return .words(words.elements.compactMap(\.string).sorted()) }
    switch node["type"]?.string {
    case "string":
      guard let pattern = node["pattern"]?.string else { return .string }
      return .form(try #require(TextForm.allCases.first { $0.pattern == pattern }, "\(pattern)"))
    case "boolean": return .boolean
    case "integer":
      let (low, high) = (node["minimum"]?.int ?? .min, node["maximum"]?.int ?? .max)
      return .integer(low...high)
    case "array": return .list(try type(try #require(node["items"])))
    case "object": return try object(node)
    default: return try #require(nil, "no type at \(node.location)")
    }
  }

  private func object(_ node: Node) throws -> SchemaType {
    guard let properties = node["properties"] else {
      return .map(try type(try #require(node["additionalProperties"])))
    }
    #expect(node["additionalProperties"]?.bool == false, "\(node.location)")
    let required = Set((node["required"].map { Array($0.elements) } ?? []).compactMap(\.string))
    let keys = try properties.members.map { member in
      #expect(
        member.value["description"]?.string != nil || member.value["$ref"] != nil, "\(member.key)")
      return SchemaKey(
        name: member.key, type: try type(member.value), isRequired: required.contains(member.key))
    }
    #expect(required.isSubset(of: keys.map(\.name)), "\(node.location)")
    return .section(keys)
  }
}

extension SchemaType {
  /// The same with keys in alphabetical order.
  fileprivate var ordered: SchemaType {
    switch self {
    case .list(let element): .list(element.ordered)
    case .map(let element): .map(element.ordered)
    case .either(let types): .either(types.map(\.ordered))
    case .section(let keys):
      .section(
        keys.sorted { $0.name < $1.name }.map {
          SchemaKey(name: $0.name, type: $0.type.ordered, isRequired: $0.isRequired)
        })
    default: self
    }
  }

  /// Every path of keys with its value, in lines, so that a difference is readable.
  fileprivate func lines(_ path: String = "") -> [String] {
    switch self {
    case .list(let element): element.lines(path + "[]")
    case .map(let element): element.lines(path + ".NAME")
    case .either(let types): types.enumerated().flatMap { $1.lines("\(path)|\($0)") }
    case .section(let keys):
      keys.flatMap { key in
        key.type.lines("\(path).\(key.name)\(key.isRequired ? "!" : "")")
      }
    default: ["\(path): \(self)"]
    }
  }
}

struct `The schema for editors` {
  @Test func `the published schema says what the decoder knows, both ways`() throws {
    let schema = Published(root: try Document(try published("martlet.schema.json")).root)
    #expect(schema.root["$schema"]?.string == "https://json-schema.org/draft/2020-12/schema")
    let told = Set(try schema.type(schema.root).ordered.lines())
    let known = Set(FileKind.operator.schema(ecosystems).ordered.lines())
    #expect(told.subtracting(known).sorted() == [], "published, but not known")
    #expect(known.subtracting(told).sorted() == [], "known, but not published")
  }

  @Test func `the sample is right, and shows every key`() throws {
    let sample = try published("martlet.sample.yml")
    #expect(check(sample, ecosystems: ecosystems, as: .operator) == [])
    guard case .section(let keys) = FileKind.operator.schema(ecosystems) else {
      Issue.record("the schema is not a section")
      return
    }
    let text = sample.string
    for key in keys { #expect(text.contains("\n\(key.name):"), "\(key.name)") }
  }

  @Test func `the sample says what its comments say`() throws {
    let decoded = OperatorFile.read(
      try published("martlet.sample.yml"), ecosystems: ecosystems,
      placeholders: .resolved(
        environment: { "<\($0)>" },
        file: { "(\($0))" + ($0.hasSuffix(".pem") ? "-----BEGIN PRIVATE KEY-----" : "") + "\n" }))
    let file = try #require(decoded.value)
    #expect(file.state == .sqlite(path: "/var/lib/martlet/martlet.db"))
    #expect(file.forges.map(\.name) == ["hub", "inhouse"])
    #expect(file.forges[0].webhookSecret?.reveal() == "<MARTLET_WEBHOOK_SECRET>")
    guard case .app(4242, let key) = file.forges[0].credential else {
      Issue.record("no app")
      return
    }
    #expect(key.reveal().hasPrefix("(/run/secrets/app.pem)"))
    #expect(file.forges[0].repositories.include("acme/app"))
    #expect(!file.forges[0].repositories.include("acme/attic"))
    #expect(file.toolchains.stated(.rubygems) != nil)
    #expect(file.listen.description == "127.0.0.1:8080")
    #expect(file.mirrored("https://registry.npmjs.org/a") == "https://mirror.acme.dev/npm/a")
    #expect(file.narrowedDefaults?.cooldown.days(for: "@acme/x", step: .patch) == 1)
    #expect(file.narrowedDefaults?.cooldown.days(for: "x", step: .patch) == 5)
    #expect(file.schedule.timezone == "Asia/Tokyo")
    #expect(file.schedule.time?.description == "05:00")
  }
}
