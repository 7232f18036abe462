import Ecosystem
import JSON
import JavaScript
import Text

extension ClassicInput {
  /// Collects what a resolution needs from a project's files.
  ///
  /// - Throws: a refusal for a manifest that Yarn 1 rejects or that uses an unsupported construct.
  init(_ sources: YarnSources) throws(Problem) {
    let document = sources.manifests[0].document
    try Self.check(document)
    root = try ClassicManifest(document.root, in: "")
    resolutions = try ClassicResolutions(document.root)
    hasWorkspaces = document.root["workspaces"].map(\.isTruthy) ?? false
    engines = sources.engines
    manifest = document
    if case .classic(let present) = try sources.lock.get()?.content { lock = present }
    usesYarnRegistry = sources.classic.usesYarnRegistry
    var names: Set<String> = []
    for file in sources.manifests.dropFirst() {
      let folder = sources.files.relativeFolder(of: file)
      let manifest = try ClassicManifest(file.document.root, in: folder)
      // Yarn ignores members without them, with a warning.
      if manifest.name.isEmpty || manifest.version.isEmpty { continue }
      guard names.insert(manifest.name).inserted else {
        throw Problem(
          .failed, "is the name of two workspaces", subject: manifest.name,
          at: file.document.root["name"]?.location)
      }
      members.append(Member(folder: folder, manifest: manifest))
    }
  }

  private static func check(_ document: Document) throws(Problem) {
    let root = document.root
    if let flat = root["flat"], flat.isTruthy {
      throw Problem(
        .refused, "installs one version of each package, which martlet doesn't support",
        subject: "flat", at: flat.location)
    }
    guard let workspaces = root["workspaces"], workspaces.isTruthy else { return }
    if root["private"]?.isTruthy != true {
      throw Problem(
        .failed, "has workspaces and isn't private, which Yarn 1 rejects",
        subject: document.source.file, at: workspaces.location)
    }
    let list = workspaces.kind == .array ? workspaces : workspaces["packages"]
    guard let patterns = list?.elements else { return }
    for pattern in patterns where pattern.string?.hasPrefix("!") == true {
      throw Problem(
        .refused, "excludes folders from the workspace, which Yarn 1 doesn't support",
        subject: pattern.string, at: pattern.location)
    }
  }
}
