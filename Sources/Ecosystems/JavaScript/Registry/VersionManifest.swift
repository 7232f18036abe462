package import Ecosystem
package import JSON

/// A version in a packument, whose manifest is parsed on demand: most are never needed.
package struct VersionManifest: Sendable {
  /// The key in `versions`.
  package let key: String
  /// The key as a version, parsed loosely; nil if it is not a version.
  package let version: Version?
  /// The deprecation message, possibly empty; nil if the version is not deprecated.
  package let deprecated: String?
  /// Whether a policy of the registry withholds the version.
  package let isRestricted: Bool
  private let requirements: EngineRequirements
  private let excerpt: Excerpt

  /// Creates the version from a member of `versions` and keeps some of the fields.
  init(key: String, _ node: JSON.Node, keeping keys: KeySet, isRestricted: Bool = false) {
    self.init(
      key: key, Excerpt(node, keeping: keys), deprecated: node["deprecated"],
      engines: node["engines"], isRestricted: isRestricted)
  }

  /// Creates the version with texts of its fields.
  ///
  /// - Parameters:
  ///   - key: the key in `versions`.
  ///   - excerpt: the manifest, to parse on demand.
  ///   - deprecated: the value of this field; nil without it.
  ///   - engines: the value of this field; nil without it.
  /// - Throws: `SyntaxError` if the text of one of the two fields is malformed.
  init(
    key: String, _ excerpt: Excerpt, deprecated: Excerpt?, engines: Excerpt?
  ) throws(SyntaxError) {
    let deprecated = try deprecated.map { text throws(SyntaxError) in try text.parsed() }
    let engines = try engines.map { text throws(SyntaxError) in try text.parsed() }
    self.init(key: key, excerpt, deprecated: deprecated, engines: engines, isRestricted: false)
  }

  private init(
    key: String, _ excerpt: Excerpt, deprecated: JSON.Node?, engines: JSON.Node?,
    isRestricted: Bool
  ) {
    self.key = key
    version = Version(key, loose: true)
    self.deprecated = VersionManifest.deprecation(deprecated)
    requirements = EngineRequirements(engines)
    self.excerpt = excerpt
    self.isRestricted = isRestricted
  }

  /// Parses the manifest; its fields depend on the packument's scope.
  ///
  /// - Throws: `Problem` if the stored text is malformed; it never stands for an empty manifest.
  package func read() throws(Problem) -> JSON.Node {
    do throws(SyntaxError) {
      return try excerpt.parsed()
    } catch {
      throw Problem(.failed, "has an unreadable manifest (\(error))", subject: key)
    }
  }

  private static func deprecation(_ value: JSON.Node?) -> String? {
    guard let value else { return nil }
    switch value.kind {
    case .string: return value.string.flatMap { $0.isEmpty ? nil : $0 }
    case .bool: return value.bool == true ? "" : nil
    case .null: return nil
    default: return ""
    }
  }

  /// Whether the project's engines satisfy the field `engines`.
  package func runs(on engines: Engines) -> Bool {
    engines.isStated ? engines.satisfy(requirements) : true
  }

  /// Explains why the version does not run on the project's engines; nil if it does.
  package func objection(on engines: Engines) -> String? {
    engines.isStated ? engines.objection(to: requirements) : nil
  }
}

/// The text of a value, parsed on demand.
struct Excerpt: Sendable {
  private let text: [UInt8]
  /// The bytes of the value in the text; nil for all.
  private var range: Swift.Range<Int>?
  /// The members to keep when the value is parsed; nil for all.
  private var keys: KeySet?

  /// The size of the text, in bytes.
  var size: Int { range?.count ?? text.count }

  /// Creates an excerpt of a text that was not parsed.
  init(text: [UInt8]) {
    self.text = text
  }

  /// Refers to a value in a document, which stays in memory, and to some members of an object; nil for
  /// all of the value.
  init(of document: [UInt8], _ range: Swift.Range<Int>, keeping keys: KeySet? = nil) {
    text = document
    self.range = range
    self.keys = keys
  }

  /// Copies members of an object in a document.
  init(copying members: [Swift.Range<Int>], of document: [UInt8]) {
    var text: [UInt8] = []
    text.reserveCapacity(members.reduce(2) { $0 + $1.count + 1 })
    text.append(UInt8(ascii: "{"))
    for member in members {
      if text.count > 1 { text.append(UInt8(ascii: ",")) }
      text.append(contentsOf: document[member])
    }
    text.append(UInt8(ascii: "}"))
    self.text = text
  }

  /// Copies a value.
  init(_ node: JSON.Node) {
    text = Array(node.text.utf8)
  }

  /// Copies some members of an object.
  init(_ object: JSON.Node, keeping keys: KeySet) {
    var text: [UInt8] = []
    _ = object.appendExcerpt(keys, to: &text)
    // The copy has no unused capacity.
    self.text = text.withUnsafeBufferPointer { Array($0) }
  }

  /// Parses the text.
  func parsed() throws(SyntaxError) -> JSON.Node {
    let text = range.map { Array(self.text[$0]) } ?? self.text
    guard let keys else { return try Document(text, named: "packument").root }
    let projection = Projection(keeping: keys, visiting: Self.none, finding: Self.none) { _ in }
    return try Document(text, named: "packument", projecting: projection).root
  }

  private static let none = KeySet([])
}
