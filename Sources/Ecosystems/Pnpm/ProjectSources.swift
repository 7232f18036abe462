import Ecosystem
import JSON
import JavaScript
import Synchronization
import Text

/// The parsed files of a project.
struct ProjectSources: Sendable {
  let project: Project
  let tree: SourceTree
  /// The manifests, the root's first, then sorted by folder.
  var manifests: [ManifestFile] { didSet { listing = Listing() } }
  /// `pnpm-workspace.yaml`.
  var workspace: WorkspaceFile? { didSet { listing = Listing() } }
  /// The dependencies of these manifests and of the lock, once they are listed.
  private(set) var listing = Listing()
  let knownAge = Once<ReleaseAge>()
  /// The lock; nil for a project without one.
  let lockSource: SourceText?
  /// The parsed lock; a problem if martlet does not write its format.
  let lock: Result<Lock, Problem>
  /// Whether the lock is of a version that martlet reads only in part.
  let hasOtherVersion: Bool
  /// pnpm 11's first document of the lock.
  let environment: [UInt8]
  /// The registries of `.npmrc`, and the other settings of the file.
  let npmrc: Settings
  /// The Node and npm that the project runs on, as far as a file names them.
  let engines: Engines
  let tools: ProjectTools
  /// The patches by their path from the root of the project.
  private(set) var patchFiles: [String: [UInt8]] = [:]

  /// Reads manifests, lock, `.npmrc` and `pnpm-workspace.yaml`.
  ///
  /// - Throws: a problem with its location.
  init(
    _ project: Project, in tree: SourceTree, for ecosystem: PnpmEcosystem
  ) async throws(Problem) {
    self.project = project
    self.tree = tree
    let manifest = try Manifest.document(try await tree.read(project.manifest))
    let folder = TreePath.folder(of: project.manifest)
    var tools = try await ProjectTools(of: project, manifest, in: tree)
    npmrc = try await Settings.read(
      beside: project.manifest, in: tree, scopes: ecosystem.scopes)
    let workspacePath = TreePath.join(folder, "pnpm-workspace.yaml")
    if tree.listing.contains(workspacePath) {
      workspace = try WorkspaceFile(try await tree.readManifest(workspacePath))
    }
    let source = if let path = project.lock { try await tree.read(path) } else { SourceText?.none }
    if let source { tools.add(lock: source) }
    lockSource = source
    let present = PresentLock(source)
    lock = present.lock
    environment = present.environment
    hasOtherVersion = present.hasOtherVersion
    self.tools = tools
    engines = Engines(
      tools, node: ecosystem.toolchain.stated(ToolchainKey("npm", "node", standard: "")),
      npm: nil)
    manifests = [ManifestFile(path: project.manifest, document: manifest)]
    for member in try WorkspaceFolders.find(workspace, below: folder, in: tree) {
      let path = TreePath.join(TreePath.join(folder, member), "package.json")
      manifests.append(
        ManifestFile(path: path, document: try Manifest.document(try await tree.read(path))))
    }
    try await readPatches(manifest, folder)
  }

  private mutating func readPatches(
    _ manifest: Document, _ folder: String
  ) async throws(Problem) {
    var paths = (manifest.root["pnpm"]?["patchedDependencies"]?.members ?? [])
      .compactMap { $0.value.string }
    for (key, value, _) in workspace?.settings ?? [] where key == "patchedDependencies" {
      paths += (value.object?.members ?? []).compactMap { $0.value.string }
    }
    for path in paths {
      let file = TreePath.join(folder, Paths.relative("/", Paths.resolve("/", path)))
      if tree.listing.contains(file) { patchFiles[path] = try await tree.read(file).bytes }
    }
  }

  /// The folder of a manifest from the project's root; `.` for the root.
  func id(of manifest: ManifestFile) -> String {
    let root = TreePath.folder(of: project.manifest)
    let folder = TreePath.folder(of: manifest.path)
    if folder == root { return "." }
    return root.isEmpty ? folder : String(folder.dropFirst(root.count + 1))
  }

  /// The path of the lock to write.
  var lockPath: String {
    project.lock
      ?? TreePath.join(TreePath.folder(of: project.manifest), PnpmEcosystem.lockName)
  }

  var catalogs: Catalogs { Catalogs(workspace) }
}

/// The dependencies of a project, which a report and an update both need.
final class Listing: Sendable {
  private let known = Mutex<[Dependency]?>(nil)

  /// Returns the dependencies; lists them at the first call.
  func dependencies(
    _ list: () throws(Problem) -> [Dependency]
  ) throws(Problem) -> [Dependency] {
    if let known = known.withLock({ $0 }) { return known }
    let listed = try list()
    known.withLock { $0 = listed }
    return listed
  }
}

/// The lock that the project has.
private struct PresentLock {
  /// The first document, before the lock itself.
  var environment: [UInt8] = []
  let lock: Result<Lock, Problem>
  /// Whether it is of a version that isn't written; only those are refused.
  let hasOtherVersion: Bool

  /// Reads a file; nil for a project without a lock.
  init(_ source: SourceText?) {
    guard let source else {
      lock = .success(Lock(.split))
      hasOtherVersion = false
      return
    }
    var isParsed = false
    do throws(Problem) {
      let document = try LockDocument(source)
      environment = document.environment
      isParsed = true
      lock = .success(try Lock(document))
      hasOtherVersion = false
    } catch {
      lock = .failure(error)
      hasOtherVersion = isParsed && error.kind == .refused
    }
  }
}

/// The folders that a `pnpm-workspace.yaml` selects.
enum WorkspaceFolders {
  /// Returns them from the project's root, sorted, without the root.
  static func find(
    _ file: WorkspaceFile?, below root: String, in tree: SourceTree
  ) throws(Problem) -> [String] {
    guard let file else { return [] }
    var patterns = Workspaces()
    for (pattern, location) in file.packages where pattern != "." && pattern != "./" {
      try patterns.add(
        pattern.hasSuffix("/") ? String(pattern.dropLast()) : pattern, at: location)
    }
    if patterns.isEmpty { return [] }
    let prefix = root.isEmpty ? "" : root + "/"
    var folders: [String] = []
    for path in tree.listing.files(below: root) {
      let name = Paths.basename("/" + path)
      guard name.hasPrefix("package.") else { continue }
      let folder = TreePath.folder(of: String(path.dropFirst(prefix.count)))
      let parts = folder.slashParts()
      if folder.isEmpty || parts.contains("node_modules") || parts.contains("bower_components") {
        continue
      }
      if ["package.yaml", "package.json5"].contains(name), patterns.folders(in: [folder]) != [] {
        throw Problem(
          .refused, "is a manifest in a format that martlet does not edit", subject: path,
          at: Location(file: path, line: 1, column: 1))
      }
      if name == "package.json" { folders.append(folder) }
    }
    return patterns.folders(in: folders).filter { !$0.isEmpty }
      .sorted { $0.precedesLexically($1) }
  }
}
