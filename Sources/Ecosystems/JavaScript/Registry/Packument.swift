package import Ecosystem
package import JSON
package import Time

/// A registry's document of one package: its versions, tags and times.
package struct Packument: Sendable {
  /// The requested form of the document.
  package enum Detail: Hashable, Sendable {
    /// The fields that an installation needs: no licenses, scripts and times.
    case abbreviated
    /// Everything that was published, with licenses, scripts and times.
    case full
  }

  /// The fields of each version to keep in memory.
  package enum Scope: Int, Hashable, Sendable {
    /// What releases are computed from, which the other scopes have too: `deprecated` and `engines`.
    ///
    /// A document that isn't known yet is requested as `metadata`, which the next stages need.
    case releases
    /// The fields that resolvers and locks use.
    case resolution
    /// Also the fields that release notes and warnings use.
    case metadata

    /// Whether a document with this scope has all fields of another.
    func covers(_ other: Scope) -> Bool { rawValue >= other.rawValue }

    /// The scope of documents that are parsed for this one.
    var parsed: Scope { self == .releases ? .metadata : self }

    var keys: KeySet { self == .resolution ? Self.ofResolution : Self.ofMetadata }

    /// The places of `deprecated` and `engines` in the keys.
    var indices: (deprecated: Int?, engines: Int?) {
      self == .resolution ? Self.indicesOfResolution : Self.indicesOfMetadata
    }

    private static let indicesOfResolution = indices(in: ofResolution)
    private static let indicesOfMetadata = indices(in: ofMetadata)

    private static func indices(in keys: KeySet) -> (deprecated: Int?, engines: Int?) {
      (keys.index(of: "deprecated".utf8), keys.index(of: "engines".utf8))
    }

    private static let fieldsOfResolution = [
      "name", "version", "dependencies", "optionalDependencies", "peerDependencies",
      "peerDependenciesMeta", "acceptDependencies", "bundleDependencies", "bundledDependencies",
      "bin", "directories", "engines", "os", "cpu", "libc", "license", "funding", "deprecated",
      "dist", "scripts",
      "hasInstallScript", "_hasShrinkwrap", "workspaces", "overrides",
    ]

    private static let ofResolution = KeySet(fieldsOfResolution)
    private static let ofMetadata = KeySet(
      fieldsOfResolution + [
        "description", "repository", "homepage", "bugs", "_npmUser", "licenses",
      ])
  }

  /// The package's name in the document, equal to the requested one.
  package let name: String
  /// The requested form; a registry may return more.
  package let detail: Detail
  /// The versions in the order of the document.
  package let versions: [VersionManifest]
  /// The versions that a policy of the registry withholds.
  package let restricted: [VersionManifest]
  /// The policy's message; nil without one.
  package let restriction: String?
  /// The versions by tag.
  package let distTags: [String: String]
  /// The fields of the versions that are in memory.
  let scope: Scope
  /// The size of the texts in memory.
  let size: Int
  private let time: Excerpt?

  /// The reason why a document is not a packument.
  package enum Defect: Error, Hashable, Sendable {
    /// The document is not JSON; the error has its location.
    case syntax(SyntaxError)
    /// A field is missing or of another kind.
    case field(String)
    /// The document belongs to another package.
    case name(String)
  }

  /// Parses a document.
  ///
  /// The manifests of the versions are only validated; those that are needed are parsed on demand.
  ///
  /// - Parameters:
  ///   - body: the response of the registry.
  ///   - name: the requested package.
  ///   - detail: the requested form.
  ///   - scope: the fields to keep.
  /// - Throws: `Defect` if the document is not a packument of the package.
  package init(
    _ body: [UInt8], of name: PackageName, detail: Detail, keeping scope: Scope = .metadata
  ) throws(Defect) {
    let isKept = detail == .abbreviated && body.count <= Self.largestKept
    let collector = VersionCollector(scope, of: body, isKept: isKept)
    let projection = Projection(
      keeping: Self.fields, visiting: Self.visited, finding: collector.wanted
    ) { collector.add($0) }
    let document: Document
    do {
      document = try Document(body, named: name.description, projecting: projection)
    } catch {
      throw .syntax(error)
    }
    let root = document.root
    guard root.kind == .object else { throw .field("outermost value") }
    guard let stated = root["name"]?.string else { throw .field("name") }
    guard stated == name.description else { throw .name(stated) }
    let policy = root["policyRestrictions"]
    self.name = stated
    self.detail = detail
    self.scope = scope.parsed
    distTags = (root["dist-tags"]?.dictionary ?? [:]).compactMapValues(\.string)
    let size = isKept ? body.count : collector.copyFields()
    versions = try collector.versions(of: root["versions"])
    restricted = try Self.restricted(policy?["versions"], scope.keys)
    restriction = policy?["message"]?.string
    time = root["time"].flatMap { $0.kind == .object ? Excerpt($0) : nil }
    self.size = size + (time?.size ?? 0)
  }

  /// Abbreviated documents up to this size are kept as they are, since nearly all of their fields are
  /// used: copying those of 40,000 versions takes longer than parsing the few that are chosen again.
  private static let largestKept = 1 << 20

  private static let fields = KeySet(["name", "dist-tags", "time", "policyRestrictions"])
  private static let visited = KeySet(["versions"])

  private static func restricted(
    _ versions: JSON.Node?, _ keys: KeySet
  ) throws(Defect) -> [VersionManifest] {
    guard let versions, !versions.isNull else { return [] }
    guard versions.kind == .object else { throw .field("versions") }
    var result: [VersionManifest] = []
    for member in versions.members {
      guard member.value.kind == .object else { throw .field("versions.\(member.key)") }
      result.append(
        VersionManifest(key: member.key, member.value, keeping: keys, isRestricted: true))
    }
    return result
  }

  /// Returns a version, one that a policy withholds too.
  package subscript(version: String) -> VersionManifest? {
    versions.last { $0.key == version } ?? restricted.first { $0.key == version }
  }

  /// The publication times by version; nil without the field.
  ///
  /// Only full documents have them. A time that is unreadable is nil in the dictionary, which has no
  /// entry for a version without a time.
  /// - Throws: `Problem` if the stored text is malformed.
  package var times: [String: Timestamp?]? {
    get throws(Problem) {
      try times { _ in true }
    }
  }

  /// Returns the publication times of some versions; nil without the field.
  ///
  /// - Throws: `Problem` if the stored text is malformed.
  package func times(of versions: Set<String>) throws(Problem) -> [String: Timestamp?]? {
    try times(where: versions.contains)
  }

  /// Returns the publication time of a version as the registry writes it, for a lock that repeats it;
  /// nil for a version without a time.
  ///
  /// - Throws: `Problem` if the stored text is malformed.
  package func writtenTime(of version: String) throws(Problem) -> String? {
    guard let time else { return nil }
    return try parsed(time)[version]?.string
  }

  private func times(
    where isWanted: (String) -> Bool
  ) throws(Problem) -> [String: Timestamp?]? {
    guard let time else { return nil }
    var result: [String: Timestamp?] = [:]
    for member in try parsed(time).writtenMembers where isWanted(member.key) {
      guard let text = member.value.string, !text.isEmpty else { continue }
      result[member.key] = .some(Timestamp(rfc3339: text))
    }
    return result
  }

  private func parsed(_ time: Excerpt) throws(Problem) -> JSON.Node {
    do throws(SyntaxError) {
      return try time.parsed()
    } catch {
      throw Problem(.failed, "has unreadable times (\(error))", subject: name)
    }
  }
}
