package import Ecosystem
import Text
import YAML

extension EcosystemID {
  /// Plugins in Buildkite's pipelines.
  package static let buildkite = EcosystemID("buildkite")
}

extension ReferenceKind {
  /// Plugins of Buildkite.
  ///
  /// Source: https://buildkite.com/docs/plugins/using
  package static let buildkite = ReferenceKind(
    .buildkite, "Buildkite", color: "14cc80", manifests: [".buildkite/pipeline.yml"],
    directory: { path in
      guard path.hasSuffix(".yml") || path.hasSuffix(".yaml") else { return nil }
      let folders = TreePath.parts(of: path).dropLast()
      let index = folders.lastIndex { [".buildkite", "buildkite"].contains($0) }
      guard let index else { return nil }
      return "/" + folders[..<index].joined(separator: "/")
    },
    parse: { source, _ throws(Problem) in
      var file = ReferenceFile(source)
      var seen: Set<Int> = []
      for root in try ReferenceFile.documents(of: source) {
        for node in root.plugins where seen.insert(node.range.lowerBound).inserted {
          file.add(plugin: node, of: source)
        }
      }
      return file
    })
}

extension Node {
  /// The names of plugins, in steps and in groups of steps, at most ten deep.
  fileprivate var plugins: [Node] { plugins(in: self, depth: 0) }

  private func plugins(in node: Node, depth: Int) -> [Node] {
    guard depth < 10 else { return [] }
    let steps = node["steps"]?.elements ?? node.elements ?? []
    let own = [node["plugins"]].compactMap(\.self).flatMap { list -> [Node] in
      let elements = list.elements ?? [list]
      return elements.flatMap { element in
        element.entries?.map(\.key) ?? [element]
      }
    }
    return own + steps.flatMap { plugins(in: $0, depth: depth + 1) }
  }
}

extension ReferenceFile {
  /// Adds a plugin: `docker#v5.0.0`, `acme/tool#v1.0`, `https://git.acme.dev/tool.git#v1.0`.
  fileprivate mutating func add(plugin node: Node, of source: SourceText) {
    guard let text = node.string, !text.hasPrefix("./"), !text.hasPrefix("/") else { return }
    let name = String(text.prefix { $0 != "#" })
    guard name.utf8.count < text.utf8.count - 1 else {
      return refuse(
        text, "has no version: it follows the default branch", at: node.location,
        advice: "write `\(name)#TAG`")
    }
    guard !text.contains("$") else { return refuse(text, "has a variable", at: node.location) }
    guard let address = Self.address(of: name) else {
      return refuse(text, "isn't the name of a plugin", at: node.location)
    }
    let reference = String(text.dropFirst(name.count + 1))
    add(text) { () throws(Problem) in
      try TagUse(name, in: .address(address), at: reference, of: node, in: source)
    }
  }

  private static func address(of name: String) -> String? {
    if name.hasPrefix("https://") || name.hasPrefix("ssh://") || name.hasPrefix("git@") {
      return name
    }
    let parts = name.slashParts(omittingEmptySubsequences: false)
    guard parts.allSatisfy({ VersionSource.isWord($0) }) else { return nil }
    switch parts.count {
    case 1: return "https://github.com/buildkite-plugins/\(name)-buildkite-plugin"
    case 2: return "https://github.com/\(name)-buildkite-plugin"
    case 3 where parts[0].contains("."): return "https://\(name)"
    default: return nil
    }
  }
}
