import Ecosystem
import JSON
import Text

/// How the JSON of an evaluated podspec is printed, which depends on the user's tools.
///
/// The checksum of an external pod is that of this text.
struct PodspecStyle: Hashable, Sendable {
  /// Whether an empty array is `[]`, as the json gem prints it since 2.8; before in three lines.
  var hasCompactLists = false
  /// Whether visionOS is one of the platforms of a spec without platforms, as since CocoaPods 1.13.
  var hasVisionOS = true

  /// All styles, the usual one first.
  static let all = [
    PodspecStyle(), PodspecStyle(hasCompactLists: true),
    PodspecStyle(hasVisionOS: false), PodspecStyle(hasCompactLists: true, hasVisionOS: false),
  ]
}

extension SpecValue {
  /// Converts parsed JSON.
  init(_ node: Node) {
    switch node.kind {
    case .object: self = .table(SpecTable(node.members.map { ($0.key, SpecValue($0.value)) }))
    case .array: self = .list(node.elements.map { SpecValue($0) })
    case .string: self = .text(node.string ?? "")
    case .number: self = .number(node.text)
    case .bool: self = .bool(node.bool ?? false)
    case .null: self = .null
    }
  }

  /// Prints the value as Ruby's `JSON.pretty_generate` does.
  func pretty(_ style: PodspecStyle, indent: String = "") -> String {
    let inner = indent + "  "
    switch self {
    case .null: return "null"
    case .bool(let value): return value ? "true" : "false"
    case .number(let digits): return digits
    case .text(let text): return JSON.Value.string(text).text(.compact)
    case .list(let list):
      if list.isEmpty { return style.hasCompactLists ? "[]" : "[\n\n\(indent)]" }
      let lines = list.map { inner + $0.pretty(style, indent: inner) }
      return "[\n" + lines.joined(separator: ",\n") + "\n\(indent)]"
    case .table(let table):
      if table.isEmpty { return "{}" }
      let lines = table.pairs.map { key, value in
        inner + JSON.Value.string(key).text(.compact) + ": " + value.pretty(style, indent: inner)
      }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
    }
  }
}

extension Podspec {
  /// Reads a `podspec.json`.
  ///
  /// - Throws: a failure if it isn't JSON, or has no name or version.
  init(json text: SourceText) throws(Problem) {
    let document: Document
    do throws(SyntaxError) {
      var options = Document.Options.strict
      options.duplicateKeys = .lastCounts
      document = try Document(text, options: options)
    } catch {
      throw Problem(
        error.isLimit ? .refused : .failed, "isn't JSON: \(error.message)", subject: text.file,
        at: error.location)
    }
    guard case .table(let table) = SpecValue(document.root) else {
      throw Problem(.failed, "isn't a podspec", subject: text.file)
    }
    try self.init(attributes: table, file: text.file)
  }

  /// The JSON that CocoaPods writes for an external pod: the evaluated podspec.
  func prettyJSON(_ style: PodspecStyle) -> String {
    SpecValue.table(specs[0].hash(in: self, style)).pretty(style) + "\n"
  }
}
