import Ecosystem
import Text
import YAML

/// A dependency of a `Chart.yaml`, with the JSON that Helm's digest is computed from.
struct ChartRequest: Hashable, Sendable {
  let name: String
  let version: String
  let repository: String
  /// As Go writes the structure: fixed order, empty fields left out, but for name and repository.
  let json: String

  /// Reads the dependencies of a manifest.
  ///
  /// - Throws: a refusal for a value whose JSON isn't certain.
  static func all(of source: SourceText) throws(Problem) -> [ChartRequest] {
    var all: [ChartRequest] = []
    for root in try ReferenceFile.documents(of: source) {
      for node in root["dependencies"]?.elements ?? [] {
        all.append(try ChartRequest(node, source))
      }
    }
    return all
  }

  private init(_ node: Node, _ source: SourceText) throws(Problem) {
    name = node["name"]?.string ?? ""
    version = node["version"]?.string ?? ""
    repository = node["repository"]?.string ?? ""
    var fields = [("name", Self.quoted(name))]
    if !version.isEmpty { fields.append(("version", Self.quoted(version))) }
    fields.append(("repository", Self.quoted(repository)))
    if let condition = node["condition"]?.string, !condition.isEmpty {
      fields.append(("condition", Self.quoted(condition)))
    }
    if let tags = node["tags"], tags.elements?.isEmpty == false {
      fields.append(("tags", try Self.value(tags, source)))
    }
    if node["enabled"]?.scalar?.bool() == true { fields.append(("enabled", "true")) }
    if let imports = node["import-values"], imports.elements?.isEmpty == false {
      fields.append(("import-values", try Self.value(imports, source)))
    }
    if let alias = node["alias"]?.string, !alias.isEmpty {
      fields.append(("alias", Self.quoted(alias)))
    }
    json = Self.json(fields)
  }

  /// The name with the edited part of the version: `17` of `17.*`.
  var key: String {
    let isOpen = version.hasSuffix(".*") || version.hasSuffix(".x")
    return "\(name)@\(isOpen ? String(version.dropLast(2)) : version)"
  }

  static func json(_ fields: [(String, String)]) -> String {
    "{\(fields.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ","))}"
  }

  /// A list, a mapping with its keys sorted, or a string.
  private static func value(_ node: Node, _ source: SourceText) throws(Problem) -> String {
    if let elements = node.elements {
      let all = try elements.map { (element) throws(Problem) in try value(element, source) }
      return "[\(all.joined(separator: ","))]"
    }
    if let entries = node.entries {
      let fields = try entries.map { (entry) throws(Problem) in
        (quoted(entry.name), try value(entry.value, source))
      }
      let sorted = fields.sorted { $0.0 < $1.0 }
      return "{\(sorted.map { "\($0.0):\($0.1)" }.joined(separator: ","))}"
    }
    guard let scalar = node.scalar, let text = node.string, scalar.double == nil,
      scalar.bool() == nil
    else {
      throw Problem(
        .refused, "has a value that isn't a text, whose digest isn't certain",
        subject: source.file, at: node.location)
    }
    return quoted(text)
  }

  /// A string as Go's encoder writes it: also `<`, `>` and `&` are escaped.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "<", ">", "&", "\u{2028}", "\u{2029}", "\u{0}"..."\u{1F}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
