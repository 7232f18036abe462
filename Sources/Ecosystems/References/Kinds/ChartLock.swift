import Crypto
import Ecosystem
import Text
import YAML

/// A `Chart.lock`: the version of each dependency that Helm chose, with a digest of these and of what
/// `Chart.yaml` asks for.
///
/// Only versions and the digest are edited. `generated` stays: a time of writing would make the file
/// differ in each pass, and Helm only compares the digest.
///
/// Source: `HashReq` in Helm 3.16, internal/resolver/resolver.go, checked on files of public charts.
struct ChartLock: Sendable {
  static let name = "Chart.lock"

  /// A dependency in the lock.
  struct Entry: Hashable, Sendable {
    var name: String
    var repository: String
    var version: String
    /// The scalar of the version, with quotes.
    var range: Range<Int>
  }

  let source: SourceText
  let entries: [Entry]
  private let digest: String
  private let digestRange: Range<Int>

  /// Parses a lock.
  ///
  /// - Throws: a refusal for what Helm doesn't write.
  init(_ source: SourceText) throws(Problem) {
    self.source = source
    guard let root = try ReferenceFile.documents(of: source).first,
      let digest = root["digest"], let text = digest.string
    else {
      throw Problem(.refused, "has no digest", subject: source.file)
    }
    self.digest = text
    digestRange = digest.range
    var entries: [Entry] = []
    for element in root["dependencies"]?.elements ?? [] {
      guard let name = element["name"]?.string, let version = element["version"],
        let text = version.string
      else {
        throw Problem(
          .refused, "has a dependency without a name or a version", subject: source.file,
          at: element.location)
      }
      entries.append(
        Entry(
          name: name, repository: element["repository"]?.string ?? "", version: text,
          range: version.range))
    }
    self.entries = entries
  }

  /// Requires that the lock belongs to a manifest, and that martlet computes Helm's digest of both.
  ///
  /// - Throws: a refusal if not.
  func require(_ requests: [ChartRequest]) throws(Problem) {
    guard entries.map(\.name) == requests.map(\.name),
      entries.map(\.repository) == requests.map(\.repository),
      Self.digest(of: requests, entries) == digest
    else {
      throw Problem(
        .refused, "doesn't belong to its Chart.yaml: the digest is another one",
        subject: source.file, advice: "run 'helm dependency update'")
    }
  }

  /// Returns the lock after an edit of the manifest.
  ///
  /// - Parameters:
  ///   - old: what the manifest asked for.
  ///   - new: what it asks for now.
  ///   - chosen: the versions of charts as their repositories write them, by `name@text` of the manifest;
  ///     charts of registries have the version that the manifest names.
  /// - Returns: the text with other versions and another digest.
  /// - Throws: a problem if a version isn't known.
  func rewritten(
    from old: [ChartRequest], to new: [ChartRequest], choosing chosen: [String: String]
  ) throws(Problem) -> SourceText {
    var entries = entries
    var replacements: [Replacement] = []
    for (index, request) in new.enumerated() where request.version != old[index].version {
      let isOCI = request.repository.hasPrefix("oci://")
      guard let version = isOCI ? request.version : chosen[request.key] else {
        throw Problem(.failed, "has no version for \(request.name)", subject: source.file)
      }
      entries[index].version = version
      replacements.append(
        Replacement(
          file: source.file, range: entries[index].range, text: Self.scalar(version)))
    }
    replacements.append(
      Replacement(
        file: source.file, range: digestRange, text: Self.digest(of: new, entries)))
    let result = try source.edited(by: replacements)
    try ChartLock(result).require(new)
    return result
  }

  /// Helm quotes a version that YAML would read as a number.
  private static func scalar(_ version: String) -> String {
    ImplicitNumber.losesDigits(version) || version.split(separator: ".").count < 3
      ? "\"\(version)\"" : version
  }

  private static func digest(of requests: [ChartRequest], _ entries: [Entry]) -> String {
    let locked = entries.map { entry in
      ChartRequest.json([
        ("name", ChartRequest.quoted(entry.name)), ("version", ChartRequest.quoted(entry.version)),
        ("repository", ChartRequest.quoted(entry.repository)),
      ])
    }
    let lists = [requests.map(\.json), locked].map { "[\($0.joined(separator: ","))]" }
    let text = "[\(lists.joined(separator: ","))]"
    return "sha256:" + Digest(.sha256, of: Array(text.utf8)).hexadecimal
  }
}

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
