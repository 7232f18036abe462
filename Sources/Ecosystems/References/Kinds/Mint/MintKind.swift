package import Ecosystem
import Text
import Versioning

extension EcosystemID {
  /// Tools that Mint builds.
  package static let mint = EcosystemID("mint")
}

extension ReferenceKind {
  /// Mint: the tags of Swift tools in a `Mintfile`.
  ///
  /// Mint resolves nothing: each line names the version that is built, with or without `v`.
  package static let mint = {
    var kind = ReferenceKind(
      .mint, "Mint", color: "3eb489", manifests: ["Mintfile"],
      directory: { path in
        TreePath.name(of: path) == "Mintfile" ? TreePath.directory(of: path) : nil
      },
      parse: { source, _ in ReferenceFile(source) })
    kind.ignoredFolders = []
    kind.toleratesBrokenFiles = false
    kind.complete = { project, _, services throws(Problem) in
      guard let source = project.files.first?.source else { return project }
      return MintProject(
        project: project.project, file: try Mintfile(source), git: services.git)
    }
    kind.describe = { mint in
      mint.isOptIn = false
      mint.language = "Swift"
      mint.purlType = "swift"
      mint.versions = VersionOrder(of: MintVersion.self)
      mint.satisfies = MintVersion.isSatisfied
      mint.pins = false
      mint.matchesOtherFiles = false
      mint.registries = []
      mint.publicHosts = []
      mint.isRepository = { _ in true }
    }
    return kind
  }()
}
