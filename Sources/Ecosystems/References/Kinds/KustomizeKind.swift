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
  /// Adds a remote base or a remote file; local paths have no versions.
  fileprivate mutating func add(base node: Node, of source: SourceText) {
    guard let text = node.string else { return }
    let isRemote =
      ["https://", "http://", "ssh://", "git@", "git::"].contains(where: text.hasPrefix)
      || text.hasPrefix("github.com/")
    guard isRemote else { return }
    do throws(Problem) {
      let base = try RemoteBase(text)
      guard base.reference != "latest" || base.takesCommits else {
        return refuse(text, "follows the newest release", at: node.location)
      }
      add(text) { () throws(Problem) in
        var use = try TagUse(
          String(base.repository.dropFirst("https://".count)), in: .address(base.repository),
          at: base.reference, of: node, in: source, before: base.rest)
        use.takesCommits = base.takesCommits
        use.needs = [base.need].compactMap(\.self)
        return use
      }
    } catch {
      refuse(text, error.message, at: node.location)
    }
  }
}
