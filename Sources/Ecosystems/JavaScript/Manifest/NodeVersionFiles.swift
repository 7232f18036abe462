package import Ecosystem
package import JSON
import Text

extension Engines {
  /// Returns the engines with the Node version that a repository states, if they have none.
  ///
  /// - Throws: `Problem` if one of the repository's files is unreadable.
  package func completed(
    for project: Project, _ manifest: Document, in tree: SourceTree
  ) async throws(Problem) -> Engines {
    var engines = self
    if node == nil {
      engines.node = try await NodeVersionFiles(project, manifest, tree).version()
    }
    return engines
  }
}

/// The places in a repository that can state its Node version.
///
/// First the files of version managers, from the project's folder upwards, then `volta`,
/// `devEngines` and `engines` of the manifest. `engines` is mostly a lower bound, which holds no
/// release back; an upper bound does.
private struct NodeVersionFiles {
  private static let names = [".nvmrc", ".node-version", ".tool-versions"]
  /// Major versions of Node's LTS lines, whose names `.nvmrc` may contain.
  ///
  /// An unknown name states no version.
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

  func version() async throws(Problem) -> Engines.Named? {
    var folder = Paths.folder(of: project.manifest)
    while let here = folder {
      for name in Self.names {
        let path = Paths.join(here, name)
        guard tree.paths.contains(path) else { continue }
        let text = try await tree.read(path).string
        let version = name == ".tool-versions" ? Self.listed(text) : Self.plain(text)
        if let named = version.flatMap({ Engines.Named($0, from: path) }) { return named }
      }
      folder = Paths.folder(of: here)
    }
    return Self.stated(in: manifest)
  }

  /// Parses a `.nvmrc` or `.node-version`: its first line that is not a comment.
  private static func plain(_ text: String) -> String? {
    let lines = text.split(whereSeparator: \.isNewline).map { line in
      String(line.prefix { $0 != "#" }).trimmed
    }
    return lines.first { !$0.isEmpty }.flatMap(version)
  }

  /// Parses a `.tool-versions` of asdf or mise: the first version of Node.
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

  /// Returns a version or its first numbers, for the name of an LTS line its major version.
  private static func version(_ text: String) -> String? {
    let text = text.hasPrefix("node-") ? String(text.dropFirst(5)) : text
    if text.hasPrefix("lts/") { return lines[text.dropFirst(4).lowercased()] }
    let number = text.hasPrefix("v") ? String(text.dropFirst()) : text
    return number.first?.isNumber == true ? number : nil
  }

  private static func stated(in manifest: Document) -> Engines.Named? {
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
