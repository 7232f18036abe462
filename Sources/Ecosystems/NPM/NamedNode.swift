import Ecosystem
import JSON
import Text

extension NPMEcosystem {
  /// Returns the engines that a project runs on: those of the operator's file, or else the Node that
  /// the repository names.
  func engines(
    for project: Project, _ manifest: Document, in tree: SourceTree
  ) async throws(Problem) -> Engines {
    var engines = statedEngines
    if engines.node == nil { engines.node = try await NodeFiles(project, manifest, tree).named() }
    return engines
  }

  /// The engines that the operator's file names.
  var statedEngines: Engines {
    Engines(node: toolchain.stated(.node), npm: toolchain.stated(.npm))
  }
}

/// The places in a repository that name the version of Node it runs on.
///
/// First the files of version managers, from the project's folder upwards, then `volta`,
/// `devEngines` and `engines` of the manifest. `engines` mostly names a lower bound, which holds
/// nothing back; an upper bound does.
struct NodeFiles {
  private static let names = [".nvmrc", ".node-version", ".tool-versions"]
  /// Names of Node's lines of long-term support, which `.nvmrc` may have.
  ///
  /// A name that is not in it names nothing certain here.
  private static let lines = [
    "argon": "4", "boron": "6", "carbon": "8", "dubnium": "10", "erbium": "12", "fermium": "14",
    "gallium": "16", "hydrogen": "18", "iron": "20", "jod": "22", "krypton": "24",
  ]

  private let project: Project
  private let tree: SourceTree

  private let manifest: Document

  init(_ project: Project, _ manifest: Document, _ tree: SourceTree) {
    self.project = project
    self.manifest = manifest
    self.tree = tree
  }

  func named() async throws(Problem) -> Engines.Named? {
    var folder = NPMEcosystem.folder(of: project.manifest)
    while true {
      for name in Self.names {
        let path = NPMEcosystem.path(name, in: folder)
        guard tree.paths.contains(path) else { continue }
        let text = try await tree.read(path).string
        let version = name == ".tool-versions" ? Self.listed(text) : Self.plain(text)
        if let named = version.flatMap({ Engines.Named($0, from: path) }) { return named }
      }
      if folder.isEmpty { break }
      folder = NPMEcosystem.folder(of: folder)
    }
    return Self.named(in: manifest)
  }

  /// The first line of a `.nvmrc` or `.node-version` that is not a comment.
  private static func plain(_ text: String) -> String? {
    let lines = text.split(whereSeparator: \.isNewline).map { line in
      String(line.prefix { $0 != "#" }).trimmed
    }
    return lines.first { !$0.isEmpty }.flatMap(version)
  }

  /// The first version that asdf's or mise's list has for Node.
  private static func listed(_ text: String) -> String? {
    for line in text.split(whereSeparator: \.isNewline) {
      let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace)
      guard let tool = words.first, tool == "nodejs" || tool == "node", words.count > 1 else {
        continue
      }
      return version(String(words[1]))
    }
    return nil
  }

  /// A version or a part of one, or the line that a name stands for.
  private static func version(_ text: String) -> String? {
    let text = text.hasPrefix("node-") ? String(text.dropFirst(5)) : text
    if text.hasPrefix("lts/") { return lines[text.dropFirst(4).lowercased()] }
    let number = text.hasPrefix("v") ? String(text.dropFirst()) : text
    return number.first?.isNumber == true ? number : nil
  }

  /// What the manifest's own fields name.
  private static func named(in manifest: Document) -> Engines.Named? {
    let root = manifest.root
    let file = manifest.source.file
    let runtimes = root["devEngines"]?["runtime"]
    let runtime = [runtimes].compactMap(\.self) + (runtimes.map { Array($0.elements) } ?? [])
    let fields = [
      ("volta", root["volta"]?["node"]),
      ("devEngines", runtime.first { $0["name"]?.string == "node" }?["version"]),
      ("engines", root["engines"]?["node"]),
    ]
    for (field, value) in fields {
      guard let text = value?.string, !text.trimmed.isEmpty else { continue }
      return Engines.Named(text, from: "\(field) of \(file)")
    }
    return nil
  }
}
