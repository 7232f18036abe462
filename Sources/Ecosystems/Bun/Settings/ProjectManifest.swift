import Ecosystem
import JSON
import JavaScript

/// A manifest of the project, with its dependencies as Bun counts them.
struct ProjectManifest: Sendable {
  /// The folder from the root; empty for the root.
  var folder: String
  var name: String?
  var version: String?
  var bin: Value?
  var binFolder: String?
  /// The dependencies of all sections.
  var edges: [Edge]

  /// Reads a `package.json`.
  ///
  /// - Throws: a refusal for values that Bun reads with a warning.
  init(_ document: Document, in folder: String) throws(Problem) {
    let root = document.root
    self.folder = folder
    name = root["name"]?.string.flatMap { $0.isEmpty ? nil : $0 }
    version = root["version"]?.string.flatMap { text in
      Version(text).map { _ in text }
    }
    if let field = root["bin"], field.kind == .string || !field.members.isEmpty {
      bin = field.value
    } else {
      binFolder = root["directories"]?["bin"]?.string
    }
    edges = try Self.edges(root)
  }

  private static func edges(_ root: JSON.Node) throws(Problem) -> [Edge] {
    let reader = SectionReader(root)
    let optional = Set(reader.entries(.optionalDependencies).map(\.name))
    var result: [Edge] = []
    for section in Section.allCases {
      for member in root[section.rawValue]?.members ?? [] where member.value.kind != .string {
        throw Problem(
          .refused, "has a requirement that is not a text", subject: member.key,
          at: member.value.location)
      }
      var entries = reader.entries(section)
      if section == .dependencies || section == .devDependencies {
        entries.removeAll { optional.contains($0.name) }
      }
      result += entries.map { Edge(name: $0.name, text: $0.text, kind: section.kind) }
    }
    addOptionalPeers(reader.optionalPeers, to: &result)
    return result
  }

  private static func addOptionalPeers(_ names: [String], to edges: inout [Edge]) {
    for name in names {
      if let index = edges.firstIndex(where: { $0.kind == .peer && $0.name == name }) {
        edges[index].isOptionalPeer = true
      } else {
        edges.append(Edge(name: name, text: "*", kind: .peer, isOptionalPeer: true))
      }
    }
  }

  /// The manifest as the lock repeats it.
  var locked: LockedWorkspace {
    var result = LockedWorkspace(path: folder, name: name)
    if !folder.isEmpty {
      result.version = version
      result.bin = bin
      result.binFolder = binFolder
    }
    for section in Section.allCases {
      let own = edges.filter { $0.kind.section == section }
        .sorted { $0.name.precedesInBytes($1.name) }
      if !own.isEmpty {
        result.sections[section] = own.map { BunLock.Named(name: $0.name, text: $0.text) }
      }
    }
    result.optionalPeers = edges.filter(\.isOptionalPeer).map(\.name)
      .sorted { $0.precedesInBytes($1) }
    return result
  }

  /// The manifest as a package of the graph.
  var package: Package {
    Package(
      name: name ?? "", source: folder.isEmpty ? .root : .member(folder),
      version: version.flatMap { Version($0) }, edges: edges)
  }
}
