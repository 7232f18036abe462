import Ecosystem
import JSON
import JavaScript
import Text

/// The parsed files of a project.
struct ProjectSources: Sendable {
  let project: Project
  let tree: SourceTree
  /// The manifests, the root's first.
  var manifests: [ManifestFile]
  /// npm's lock; nil without a lock, or with another tool's.
  var lock: Document?
  var settings: Settings
  /// The Node and npm that the project runs on, as far as a file names them.
  let engines: Engines
  /// The package managers and versions that the repository states.
  let tools: ProjectTools
  /// The npm for which the lock is written.
  let npm: ChosenNPM

  /// Reads manifest, workspaces, lock and `.npmrc`.
  ///
  /// - Parameters:
  ///   - project: a project of the tree.
  ///   - tree: the files of the repository.
  ///   - ecosystem: has the operator's engines, and registries of scopes that `.npmrc` lacks.
  /// - Throws: a problem with its location.
  init(
    _ project: Project, in tree: SourceTree, for ecosystem: NPMEcosystem
  ) async throws(Problem) {
    self.project = project
    self.tree = tree
    let manifest = try Manifest.document(try await tree.read(project.manifest))
    tools = try await ProjectTools(of: project, manifest, in: tree)
    try tools.requireReadable()
    engines = ecosystem.engines(tools)
    manifests = [ManifestFile(path: project.manifest, document: manifest)]
    settings = try await Settings.read(beside: project.manifest, in: tree, scopes: ecosystem.scopes)
    if let path = project.lock, path.hasSuffix(".json") {
      lock = try Manifest.document(try await tree.read(path))
    }
    npm = ecosystem.npm(tools, lock)
    for folder in try input(.install, locked: nil).workspaceFolders() {
      guard folder != self.folder, let relative = Paths.tail(of: folder, below: base) else {
        continue
      }
      let path = relative + "/package.json"
      manifests.append(
        ManifestFile(path: path, document: try Manifest.document(try await tree.read(path))))
    }
  }

  /// The absolute path of the tree, which consists of its name.
  var base: String { "/" + tree.name }

  /// The absolute path of the project's folder.
  var folder: String { Paths.normalize(base + project.directory) }

  func input(_ aim: ResolverInput.Aim, locked: LockFile?) -> ResolverInput {
    ResolverInput(
      folder: folder, manifest: manifests[0].document, lock: lock, locked: locked, aim: aim,
      engines: engines, files: tree.absolutePaths(in: project.directory, below: base))
  }
}

/// The parsed files of a project with the entries of its lock, for one operation.
///
/// Entries are parsed when they are first used, so they can't be shared between tasks.
struct ProjectFiles {
  private(set) var sources: ProjectSources
  /// npm's lock.
  let locked: LockFile?

  init(_ sources: ProjectSources) throws(Problem) {
    self.sources = sources
    let root = sources.folder
    locked = try sources.lock.map { (lock) throws(Problem) in
      try LockFile(lock, root: root, arena: Arena())
    }
  }

  var project: Project { sources.project }
  var tree: SourceTree { sources.tree }
  var lock: Document? { sources.lock }
  var settings: Settings { sources.settings }
  var engines: Engines { sources.engines }
  /// The absolute path of the tree, which consists of its name.
  var base: String { sources.base }
  /// The absolute path of the project's folder.
  var folder: String { sources.folder }
  /// The manifests, the root's first.
  var manifests: [ManifestFile] {
    get { sources.manifests }
    set { sources.manifests = newValue }
  }

  func input(_ aim: ResolverInput.Aim) -> ResolverInput {
    sources.input(aim, locked: locked)
  }

  /// The path of the lock to write.
  var lockPath: String {
    if let path = project.lock, path.hasSuffix(".json") { return path }
    return NPMEcosystem.path("package-lock.json", in: NPMEcosystem.folder(of: project.manifest))
  }

  /// The lock of another tool beside the manifest.
  var foreignLock: String? {
    let foreign = sources.tools.locks.filter { $0.value == .yarn || $0.value == .pnpm }
    return foreign.keys.sorted().first
  }

  /// Refuses a project of another package manager, and settings that aren't supported.
  ///
  /// npm also writes a `yarn.lock` beside its own lock, which martlet does not.
  func requireNPM() throws(Problem) {
    try sources.tools.require(.npm)
    if let other = sources.tools.locks.first(where: { $0.value == .yarn })?.key {
      throw Problem(
        .refused, "is a lock of Yarn, which npm would write too", subject: other,
        at: Location(file: other, line: 1, column: 1), advice: "remove it if npm is used")
    }
    try SettingsCheck(settings: settings).check(hasLock: lock != nil)
  }
}
