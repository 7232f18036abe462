import Ecosystem
import JSON
import JavaScript
import Text

/// The parsed files of a project.
struct BunSources: Sendable {
  let project: Project
  let tree: SourceTree
  /// The Bun that writes the lock.
  let bun: ToolVersion
  /// The manifests, the root's first.
  var manifests: [ManifestFile]
  /// The text of the lock; nil for a project without one.
  let lockText: SourceText?
  /// The parsed lock, nil for a project without one; a problem if Bun doesn't write locks like it.
  let lock: Result<BunLock?, Problem>
  let written = WrittenLock()
  let settings: Settings
  let bunfig: BunSettings
  /// The tools that the repository states.
  let tools: ProjectTools
  /// The Node and npm that the project runs on, as far as a file names them.
  let engines: Engines

  /// Reads manifests, lock and settings.
  ///
  /// - Throws: a problem with its location.
  init(
    _ project: Project, in tree: SourceTree, for ecosystem: BunEcosystem
  ) async throws(Problem) {
    self.project = project
    self.tree = tree
    let manifest = try Manifest.document(try await tree.read(project.manifest))
    let isBinary = project.lock?.hasSuffix(BunLock.binaryName) ?? false
    let text: SourceText? =
      if let path = project.lock, !isBinary { try await tree.read(path) } else { nil }
    lockText = text
    lock = Result { () throws(Problem) in
      if isBinary { throw Self.binary(project.lock ?? "") }
      return try text.map { (text) throws(Problem) in try BunLock(text) }
    }
    tools = try await ProjectTools(of: project, manifest, in: tree)
    bun = BunVersion(tools: tools, toolchain: ecosystem.toolchain).tool
    engines = Engines(tools, node: nil, npm: nil)
    (settings, bunfig) = try await Self.settings(project, tree, ecosystem.scopes)
    manifests = [ManifestFile(path: project.manifest, document: manifest)]
    let base = "/" + tree.name
    let root = Paths.normalize(base + project.directory)
    let folders = try Workspaces.folders(
      of: manifest, at: root, among: tree.absolutePaths(in: project.directory, below: base))
    for folder in folders where folder != root {
      guard let relative = Paths.tail(of: folder, below: base) else { continue }
      let path = relative + "/package.json"
      manifests.append(
        ManifestFile(path: path, document: try Manifest.document(try await tree.read(path))))
    }
  }

  private static func binary(_ path: String) -> Problem {
    Problem(
      .refused, "is a binary lock, which martlet does not write", subject: path,
      at: Location(file: path, line: 1, column: 1),
      advice: "run `bun install --save-text-lockfile --frozen-lockfile --lockfile-only`, commit "
        + "bun.lock and remove bun.lockb")
  }

  /// Reads `.npmrc` and `bunfig.toml`, whose registries have precedence.
  private static func settings(
    _ project: Project, _ tree: SourceTree, _ scopes: [String: String]
  ) async throws(Problem) -> (Settings, BunSettings) {
    let folder = TreePath.folder(of: project.manifest)
    var lines: [String] = []
    var bunfig = BunSettings()
    let path = TreePath.join(folder, "bunfig.toml")
    if tree.listing.contains(path) {
      lines = try bunfig.apply(try Bunfig(try await tree.readManifest(path)))
    }
    var settings = try await Settings.read(
      beside: project.manifest, in: tree, scopes: scopes)
    if !lines.isEmpty {
      let npmrc = TreePath.join(folder, ".npmrc")
      let own =
        tree.listing.contains(npmrc) ? try await tree.read(npmrc).string + "\n" : ""
      settings = Settings(
        SourceText(file: npmrc, own + lines.joined(separator: "\n")))
      settings.scopes = scopes
    }
    return (settings, bunfig)
  }

  /// The path of the lock to write.
  var lockPath: String {
    TreePath.join(TreePath.folder(of: project.manifest), BunLock.name)
  }

  /// Returns the folder of a manifest from the project's root; empty for the root.
  func relativeFolder(of manifest: ManifestFile) -> String {
    let root = TreePath.folder(of: project.manifest)
    let folder = TreePath.folder(of: manifest.path)
    if folder == root { return "" }
    return root.isEmpty ? folder : String(folder.dropFirst(root.count + 1))
  }

  /// The names of the workspace's members.
  var memberNames: Set<String> {
    Set(manifests.dropFirst().compactMap { $0.document.root["name"]?.string })
  }

  var catalogs: Catalogs { Catalogs(manifests[0].document.root) }

  /// Returns the files that differ from an earlier state of the project.
  func changes(from old: BunSources) -> [FileChange] {
    zip(old.manifests, manifests).compactMap { old, new -> FileChange? in
      let (before, after) = (old.document.source.bytes, new.document.source.bytes)
      return before == after ? nil : FileChange(path: new.path, before: before, after: after)
    }
  }

  /// Returns the project with edited manifests.
  func applying(_ edits: [ManifestEdit]) throws(Problem) -> BunSources {
    var result = self
    for (index, manifest) in manifests.enumerated() {
      result.manifests[index] = try manifest.applying(edits)
    }
    return result
  }
}
