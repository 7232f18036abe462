package import JSON

/// A registry's document of one package: its versions, tags and times.
package struct Packument: Sendable {
  /// How much of it was asked for.
  package enum Detail: Hashable, Sendable {
    /// What an installation needs; no licences, scripts or times.
    case abbreviated
    case full
  }

  package let name: String
  package let detail: Detail
  /// In the order of the document.
  package let versions: [VersionManifest]
  /// Versions that a policy keeps back, and the registry's words about it.
  package let restricted: [VersionManifest]
  package let restriction: String?
  private let root: JSON.Node
  private let places: [String: Int]
  private let tags: [String: String]

  /// Why a document is no packument.
  package enum Defect: Error, Hashable, Sendable {
    case syntax(SyntaxError)
    /// A field is missing or of another kind than it has to be.
    case field(String)
    /// It is the document of another package.
    case name(String)
  }

  /// Reads a document.
  ///
  /// - Parameters:
  ///   - body: the bytes as the registry sent them.
  ///   - name: the package that was asked for.
  ///   - detail: what was asked for.
  /// - Throws: `Defect` where it is no JSON, no packument or another package's.
  package init(_ body: [UInt8], of name: PackageName, detail: Detail) throws(Defect) {
    let document: Document
    do {
      document = try Document(body, named: name.description)
    } catch {
      throw .syntax(error)
    }
    let root = document.root
    guard root.kind == .object else { throw .field("the document") }
    guard let said = root["name"]?.string else { throw .field("name") }
    guard said == name.description else { throw .name(said) }
    self.root = root
    self.name = said
    self.detail = detail
    versions = try Packument.versions(in: root, isRestricted: false)
    let policy = root["policyRestrictions"]
    restricted =
      try policy.map { (node) throws(Defect) in
        try Packument.versions(in: node, isRestricted: true)
      } ?? []
    restriction = policy?["message"]?.string
    places = Dictionary(
      versions.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { _, last in last })
    tags = (root["dist-tags"]?.dictionary ?? [:]).compactMapValues(\.string)
  }

  private static func versions(
    in node: JSON.Node, isRestricted: Bool
  ) throws(Defect) -> [VersionManifest] {
    guard let versions = node["versions"], !versions.isNull else { return [] }
    guard versions.kind == .object else { throw .field("versions") }
    var result: [VersionManifest] = []
    for member in versions.members {
      guard member.value.kind == .object else { throw .field("versions.\(member.key)") }
      result.append(
        VersionManifest(key: member.key, node: member.value, isRestricted: isRestricted))
    }
    return result
  }

  /// Tags and the versions that they point to.
  package var distTags: [String: String] { tags }

  /// The manifest under a key of `versions`, or of those that a policy keeps back.
  package subscript(version: String) -> VersionManifest? {
    places[version].map { versions[$0] } ?? restricted.first { $0.key == version }
  }

  /// When each version was published, in milliseconds since 1970.
  ///
  /// Read anew at each call; full documents alone have it. A time that is unreadable is `nil`
  /// inside the dictionary, a version without one is not in it.
  package var times: [String: Int64?]? {
    guard let time = root["time"], time.kind == .object else { return nil }
    var result: [String: Int64?] = [:]
    for member in time.writtenMembers {
      guard let text = member.value.string, !text.isEmpty else { continue }
      result[member.key] = .some(Timestamp.milliseconds(text))
    }
    return result
  }
}
