package import Ecosystem
import Text
import YAML

extension EcosystemID {
  /// Remote bases and charts in `kustomization.yaml`.
  package static let kustomize = EcosystemID("kustomize")
}

extension ReferenceKind {
  /// Kustomize: https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/, version 5.
  ///
  /// Its images belong to the entry for images, as with Dependabot.
  package static let kustomize = ReferenceKind(
    .kustomize, "Kustomize", color: "326ce5", manifests: ["kustomization.yaml"],
    directory: { path in
      ["kustomization.yaml", "kustomization.yml", "Kustomization"].contains(TreePath.name(of: path))
        ? TreePath.directory(of: path) : nil
    },
    parse: { source, _ throws(Problem) in
      var file = ReferenceFile(source)
      for root in try ReferenceFile.documents(of: source) {
        let bases = ["resources", "bases", "components"].flatMap { root[$0]?.elements ?? [] }
        for base in bases { file.add(base: base, of: source) }
        for chart in root["helmCharts"]?.elements ?? [] {
          file.add(chart: chart, of: source, repositoryKey: "repo")
        }
      }
      return file
    })
}

extension ReferenceFile {
  /// Adds a remote base: `https://github.com/acme/base//config?ref=v1.0`; local paths have no versions.
  fileprivate mutating func add(base node: Node, of source: SourceText) {
    guard let text = node.string else { return }
    let isRemote =
      ["https://", "ssh://", "git@", "git::"].contains(where: text.hasPrefix)
      || text.hasPrefix("github.com/")
    guard isRemote else { return }
    guard let mark = text.firstRange(of: "?ref=") else {
      return refuse(text, "is a remote base without a ref", at: node.location)
    }
    let reference = text[mark.upperBound...].prefix { $0 != "&" }
    guard mark.upperBound < text.endIndex, reference.endIndex == text.endIndex,
      let address = Self.repository(of: String(text[..<mark.lowerBound]))
    else {
      return refuse(text, "isn't an address of GitHub that ends with a ref", at: node.location)
    }
    add(text) { () throws(Problem) in
      try TagUse(
        String(address.dropFirst("https://".count)), in: .address(address), at: String(reference),
        of: node, in: source)
    }
  }

  /// Returns the repository of a base's address; nil for hosts whose paths aren't known.
  private static func repository(of address: String) -> String? {
    var text = address
    for prefix in ["git::", "https://"] where text.hasPrefix(prefix) {
      text = String(text.dropFirst(prefix.count))
    }
    let parts = text.slashParts(omittingEmptySubsequences: true)
    guard parts.count >= 3, ["github.com", "gitlab.com"].contains(parts[0]),
      parts[1...2].allSatisfy({ VersionSource.isWord($0) })
    else { return nil }
    let name = parts[2].hasSuffix(".git") ? parts[2].dropLast(4) : parts[2]
    return "https://\(parts[0])/\(parts[1])/\(name)"
  }
}
