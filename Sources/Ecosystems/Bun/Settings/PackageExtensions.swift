import Ecosystem
import JSON
import JavaScript

/// `packageExtensions` of the root's manifest: dependencies that are added to packages of a registry.
struct PackageExtensions: Sendable {
  private struct Rule {
    var selector: OverrideRules.Selector
    var edges: [Edge]
  }

  private var rules: [Rule] = []

  /// No extensions.
  init() {}

  /// Reads the field, at the top or below `pnpm`.
  ///
  /// - Throws: a refusal for an extension that Bun reads with a warning.
  init(_ manifest: JSON.Node) throws(Problem) {
    guard let field = manifest["packageExtensions"] ?? manifest["pnpm"]?["packageExtensions"]
    else { return }
    for member in field.members {
      guard let selector = OverrideRules.Selector(member.key), member.value.kind == .object else {
        throw Problem(
          .refused, "is an extension that martlet doesn't support", subject: member.key,
          at: member.value.location)
      }
      rules.append(Rule(selector: selector, edges: Self.edges(member.value)))
    }
  }

  private static func edges(_ node: JSON.Node) -> [Edge] {
    var edges = SectionReader(node).edges
    edges.removeAll { $0.kind == .development }
    for index in edges.indices { edges[index].isAdded = true }
    return edges
  }

  /// Whether no package is extended.
  var isEmpty: Bool { rules.isEmpty }

  /// Returns the edges that the extensions add to a package.
  func edges(for package: Package) -> [Edge] {
    guard package.isRegistered, let version = package.version else { return [] }
    var names = Set(package.edges.map(\.name))
    var result: [Edge] = []
    for rule in rules where rule.selector.name == package.name {
      guard Self.admits(rule.selector.range, version) else { continue }
      result += rule.edges.filter { names.insert($0.name).inserted }
    }
    return result
  }

  private static func admits(_ range: String, _ version: Version) -> Bool {
    if range.isEmpty || range == "*" { return true }
    return Range(range)?.contains(version) ?? false
  }
}

/// Reads the sections of a registry's document, or of an extension, as Bun does.
///
/// A name counts once: as optional before required, and as required before peer.
struct SectionReader {
  private let node: JSON.Node

  init(_ node: JSON.Node) {
    self.node = node
  }

  /// The edges, sorted by section and name.
  var edges: [Edge] {
    var result: [Edge] = []
    var names: Set<String> = []
    for section in [Section.optionalDependencies, .dependencies] {
      for entry in entries(section) where names.insert(entry.name).inserted {
        result.append(Edge(name: entry.name, text: entry.text, kind: section.kind))
      }
    }
    let optional = optionalPeers
    var peers = entries(.peerDependencies)
    for name in optional where !peers.contains(where: { $0.name == name }) {
      peers.append(BunLock.Named(name: name, text: "*"))
    }
    for entry in peers where names.insert(entry.name).inserted {
      result.append(
        Edge(
          name: entry.name, text: entry.text, kind: .peer,
          isOptionalPeer: optional.contains(entry.name)))
    }
    return result
  }

  /// The peers that may be missing.
  var optionalPeers: [String] {
    (node["peerDependenciesMeta"]?.members ?? []).filter { $0.value["optional"]?.bool == true }
      .map(\.key)
  }

  /// The requirements of a section that are texts.
  func entries(_ section: Section) -> [BunLock.Named] {
    guard let field = node[section.rawValue], field.kind == .object else { return [] }
    return field.members.compactMap { member in
      member.value.string.map { BunLock.Named(name: member.key, text: $0) }
    }
  }
}
