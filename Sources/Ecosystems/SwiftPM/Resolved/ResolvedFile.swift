package import Ecosystem
import JSON
package import SwiftSources
package import Text

/// A `Package.resolved`: pins in the format that the manifest's tools version asks for.
package struct ResolvedFile: Hashable, Sendable {
  /// The three layouts; SwiftPM 5.6 and 5.10 brought the later ones.
  package enum Format: Int, Hashable, Sendable {
    /// Below tools 5.6: `object.pins` with names and URLs.
    case one = 1
    /// From tools 5.6: identities, kinds and locations.
    case two = 2
    /// From tools 5.10: like two, with `originHash`.
    case three = 3

    /// Chooses as SwiftPM does: by the lowest tools version among the roots.
    package init(tools: ToolsVersion) {
      self = tools > ToolsVersion(5, 9) ? .three : tools >= ToolsVersion(5, 6) ? .two : .one
    }
  }

  /// The format that was read; writing chooses one by the manifests' tools versions.
  package var format: Format
  /// Sorted by identity.
  package var pins: [Pin]
  /// Format 3 alone: a fingerprint of what the pins were resolved from.
  package var originHash: String?

  /// Gathers pins, which are sorted.
  package init(format: Format, pins: [Pin], originHash: String? = nil) {
    self.format = format
    self.pins = pins.sorted { $0.identity < $1.identity }
    self.originHash = originHash
  }

  /// The pin of a package.
  package subscript(identity: PackageIdentity) -> Pin? {
    pins.first { $0.identity == identity }
  }
}

extension ResolvedFile {
  /// Reads any of the three formats.
  ///
  /// - Throws: `Problem` with the location if the file is not JSON, lacks a member, repeats a
  ///   package, or is of a format that SwiftPM 6.3 does not know.
  package init(_ text: SourceText) throws(Problem) {
    let root = try Self.document(text)
    guard let number = root["version"]?.int, let format = Format(rawValue: number) else {
      throw Problem(
        .refused, "is of a format that is not known", subject: text.file,
        at: (root["version"] ?? root).location)
    }
    let reader = PinReader(file: text.file)
    let list = format == .one ? root["object"]?["pins"] : root["pins"]
    let nodes = try reader.list(list, "a list of pins", in: root)
    guard nodes.count(where: { _ in true }) <= Self.pinLimit else {
      throw Problem(
        .refused, "has more than \(Self.pinLimit) pins", subject: text.file,
        at: (list ?? root).location)
    }
    var pins: [Pin] = []
    var seen: Set<PackageIdentity> = []
    for node in nodes {
      let pin = try format == .one ? reader.first(node) : reader.later(node)
      guard seen.insert(pin.identity).inserted else {
        throw reader.problem("pins `\(pin.identity)` twice", node)
      }
      pins.append(pin)
    }
    self.init(format: format, pins: pins, originHash: root["originHash"]?.string)
  }

  /// How many pins a file may have.
  private static let pinLimit = 10_000

  private static func document(_ text: SourceText) throws(Problem) -> Node {
    var options = Document.Options()
    options.maximumSize = 16 << 20
    options.maximumDepth = 32
    options.duplicateKeys = .refused
    do throws(SyntaxError) {
      return try Document(text, options: options).root
    } catch {
      throw Problem(
        error.isLimit ? .refused : .failed, error.message, subject: text.file, at: error.location)
    }
  }
}

/// Reads single pins.
private struct PinReader {
  let file: String

  func problem(_ message: String, _ node: Node) -> Problem {
    Problem(.failed, message, subject: file, at: node.location)
  }

  func need(_ node: Node?, _ what: String, in parent: Node) throws(Problem) -> Node {
    guard let node, !node.isNull else { throw problem("lacks \(what)", parent) }
    return node
  }

  func list(_ node: Node?, _ what: String, in parent: Node) throws(Problem) -> Elements {
    let node = try need(node, what, in: parent)
    guard node.kind == .array else { throw problem("has \(what) that is not a list", node) }
    return node.elements
  }

  func text(_ key: String, of node: Node) throws(Problem) -> String {
    guard let text = node[key]?.string else { throw problem("lacks a text `\(key)`", node) }
    return text
  }

  func first(_ node: Node) throws(Problem) -> Pin {
    let location = try text("repositoryURL", of: node)
    return Pin(
      identity: PackageIdentity(location: location),
      kind: location.hasPrefix("/") ? .localSourceControl : .remoteSourceControl,
      location: location, state: try state(of: node), name: node["package"]?.string)
  }

  func later(_ node: Node) throws(Problem) -> Pin {
    let word = try text("kind", of: node)
    guard let kind = Pin.Kind(rawValue: word) else {
      throw problem("has the kind `\(word)`, which is not known", node)
    }
    return Pin(
      identity: PackageIdentity(try text("identity", of: node)), kind: kind,
      location: try text("location", of: node), state: try state(of: node))
  }

  private func state(of node: Node) throws(Problem) -> Pin.State {
    let state = try need(node["state"], "a state", in: node)
    let revision = state["revision"]?.string
    if let text = state["version"]?.string {
      guard let version = SemanticVersion(text) else {
        throw problem("has `\(text)` instead of a version", state)
      }
      return .version(version, revision: revision)
    }
    guard let revision else { throw problem("lacks a version and a revision", state) }
    return state["branch"]?.string.map { .branch($0, revision: revision) } ?? .revision(revision)
  }
}
