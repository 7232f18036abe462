import Ecosystem
package import JSON
import Text
import Time

/// A registry's document of one package: its versions, tags and times.
package struct Packument: Sendable {
  /// How much of it was asked for.
  package enum Detail: Hashable, Sendable {
    /// What an installation needs; no licences, scripts or times.
    case abbreviated
    /// All that was published: licences, scripts and times too.
    case full
  }

  /// What of it is kept; a tree of a thousand packages would hold a hundred megabytes otherwise.
  package enum Scope: Hashable, Sendable {
    /// Of each version what trees and locks need.
    case trees
    /// The document as it came.
    case everything
  }

  /// As the document has it, which is the one that was asked for.
  package let name: String
  /// As it was asked for; a registry may answer more.
  package let detail: Detail
  /// In the order of the document.
  package let versions: [VersionManifest]
  /// Versions that a policy keeps back, and the registry's words about it.
  package let restricted: [VersionManifest]
  /// What the policy's `message` says; nil without a policy, or where it says nothing.
  package let restriction: String?
  /// Tags and the versions that they point to.
  package let distTags: [String: String]
  private let time: Excerpt?

  /// Why a document is no packument.
  package enum Defect: Error, Hashable, Sendable {
    /// It is no JSON; the place is within the answer.
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
  ///   - scope: what is kept of it.
  /// - Throws: `Defect` where it is no JSON, no packument or another package's.
  package init(
    _ body: [UInt8], of name: PackageName, detail: Detail, keeping scope: Scope = .everything
  ) throws(Defect) {
    let document: Document
    do {
      document = try Document(body, named: name.description)
    } catch {
      throw .syntax(error)
    }
    let root = document.root
    guard root.kind == .object else { throw .field("outermost value") }
    guard let said = root["name"]?.string else { throw .field("name") }
    guard said == name.description else { throw .name(said) }
    self.name = said
    self.detail = detail
    let policy = root["policyRestrictions"]
    let distTags = (root["dist-tags"]?.dictionary ?? [:]).compactMapValues(\.string)
    self.distTags = distTags
    var shelf = Shelf(document, scope)
    let kept = try shelf.take(root["versions"])
    let keptBack = try shelf.take(policy?["versions"])
    let times = root["time"].flatMap { $0.kind == .object ? shelf.take(whole: $0) : nil }
    versions = kept.map { $0.manifest(in: shelf.text, isRestricted: false) }
    restricted = keptBack.map { $0.manifest(in: shelf.text, isRestricted: true) }
    restriction = policy?["message"]?.string
    time = times.map { Excerpt(text: shelf.text, range: $0) }
  }

  /// The manifest under a key of `versions`, or of those that a policy keeps back.
  package subscript(version: String) -> VersionManifest? {
    versions.last { $0.key == version } ?? restricted.first { $0.key == version }
  }

  /// When each version was published, in milliseconds since 1970.
  ///
  /// Read anew at each call; full documents alone have it. A time that is unreadable is `nil`
  /// inside the dictionary, a version without one is not in it.
  /// Throws if the kept text is not readable.
  package var times: [String: Int64?]? {
    get throws(Problem) {
      guard let time else { return nil }
      do throws(SyntaxError) {
        return Self.times(in: try time.read())
      } catch {
        throw Problem(.failed, "has times that are not readable (\(error))", subject: name)
      }
    }
  }

  private static func times(in time: JSON.Node) -> [String: Int64?] {
    var result: [String: Int64?] = [:]
    for member in time.writtenMembers {
      guard let text = member.value.string, !text.isEmpty else { continue }
      result[member.key] = .some(RFC3339.milliseconds(text))
    }
    return result
  }
}

/// The text that outlives a document: all of it, or what trees need.
private struct Shelf {
  /// A version and where its text lies.
  struct Place {
    var key: String
    var node: JSON.Node
    var range: Swift.Range<Int>

    func manifest(in text: [UInt8], isRestricted: Bool) -> VersionManifest {
      VersionManifest(
        key: key, node: node, excerpt: Excerpt(text: text, range: range),
        isRestricted: isRestricted)
    }
  }

  private(set) var text: [UInt8]
  private let isWhole: Bool

  init(_ document: Document, _ scope: Packument.Scope) {
    isWhole = scope == .everything
    text = isWhole ? document.source.bytes : []
  }

  mutating func take(_ versions: JSON.Node?) throws(Packument.Defect) -> [Place] {
    guard let versions, !versions.isNull else { return [] }
    guard versions.kind == .object else { throw .field("versions") }
    var places: [Place] = []
    for member in versions.members {
      let (key, node) = (member.key, member.value)
      guard node.kind == .object else { throw .field("versions.\(key)") }
      let range = isWhole ? node.range : node.appendExcerpt(Excerpt.ofTrees, to: &text)
      places.append(Place(key: key, node: node, range: range))
    }
    return places
  }

  mutating func take(whole node: JSON.Node) -> Swift.Range<Int> {
    if isWhole { return node.range }
    let start = text.count
    text += node.text.utf8
    return start..<text.count
  }
}
