package import Ecosystem
import Text
import YAML

extension EcosystemID {
  /// Steps in `bitrise.yml`.
  package static let bitrise = EcosystemID("bitrise")
}

extension ReferenceKind {
  /// Steps of Bitrise.
  ///
  /// Source: https://docs.bitrise.io/en/bitrise-ci/references/steps-reference/step-reference-id-format
  package static let bitrise = ReferenceKind(
    .bitrise, "Bitrise", color: "683d87", manifests: ["bitrise.yml"],
    directory: { path in
      ["bitrise.yml", "bitrise.yaml"].contains(TreePath.name(of: path))
        ? TreePath.directory(of: path) : nil
    },
    parse: { source, _ throws(Problem) in
      var file = ReferenceFile(source)
      var seen: Set<Int> = []
      for root in try ReferenceFile.documents(of: source) {
        let library = root["default_step_lib_source"]?.string
        for node in root.steps where seen.insert(node.range.lowerBound).inserted {
          file.add(step: node, library: library, of: source)
        }
      }
      return file
    })
}

extension Node {
  /// The names of steps in workflows, bundles and other lists of steps.
  fileprivate var steps: [Node] {
    let groups = ["workflows", "step_bundles", "pipelines"].flatMap { self[$0]?.entries ?? [] }
    return groups.map(\.value).flatMap(\.ownSteps)
  }

  /// The names of steps in a list, also in the groups that share containers: `with: {steps: […]}`.
  private var ownSteps: [Node] {
    (self["steps"]?.elements ?? []).flatMap { element -> [Node] in
      guard let entries = element.entries else { return [element] }
      return entries.flatMap { entry -> [Node] in
        guard entry.name == "with" else { return [entry.key] }
        return (entry.value["steps"]?.elements ?? []).flatMap {
          $0.entries?.map(\.key) ?? [$0]
        }
      }
    }
  }
}

extension ReferenceFile {
  /// Adds a step: `script@1.2.0`, `git::https://github.com/acme/step.git@v1.0`.
  fileprivate mutating func add(step node: Node, library: String?, of source: SourceText) {
    guard let text = node.string else { return }
    let isOwn = ["path::", "bundle::", "./"].contains { text.hasPrefix($0) }
    guard !isOwn else { return }
    guard let sign = text.lastIndex(of: "@"), text.index(after: sign) < text.endIndex else {
      return refuse(text, "has no version: it takes the newest one", at: node.location)
    }
    let version = String(text[text.index(after: sign)...])
    let name = String(text[..<sign])
    if name.hasPrefix("git::") {
      let address = String(name.dropFirst("git::".count))
      guard ["https://", "ssh://", "git@"].contains(where: address.hasPrefix) else {
        return refuse(text, "isn't the address of a repository", at: node.location)
      }
      return add(text) { () throws(Problem) in
        try TagUse(address, in: .address(address), at: version, of: node, in: source)
      }
    }
    let parts = name.split(separator: "::", omittingEmptySubsequences: false)
    let step = String(parts[parts.count - 1])
    let stated = parts.count > 1 ? String(parts[0]) : library ?? ""
    let isPublic = ["", Self.library].contains(stated)
    guard isPublic, VersionSource.isWord(step) else {
      return refuse(text, "is in another library of steps than Bitrise's", at: node.location)
    }
    add(text, ending: version, of: node, in: source) { range in
      var use = ListedUse(step, at: range, in: source, from: .bitriseStep(step), .loose)
      use.keepsPrecision = true
      return use
    }
  }

  /// The address of Bitrise's own library of steps.
  private static let library = "https://github.com/bitrise-io/bitrise-steplib.git"
}
