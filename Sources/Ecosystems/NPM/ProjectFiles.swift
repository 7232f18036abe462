import Ecosystem
import JSON
import Text

/// The files of one project, read and parsed.
struct ProjectFiles {
  /// A `package.json`: the root's or a workspace's.
  struct ManifestFile {
    /// From the root of the tree.
    var path: String
    var document: Document
  }

  let project: Project
  let tree: SourceTree
  /// The root's manifest first.
  var manifests: [ManifestFile]
  /// npm's lock; nil where there is none, or another tool's.
  var lock: Document?
  /// What that lock says.
  var locked: LockFile?
  var settings: Settings
  /// What the project runs on, as far as anything names it.
  var engines: Engines

  /// Reads manifest, workspaces, lock and `.npmrc`.
  ///
  /// - Parameters:
  ///   - project: one of the tree's.
  ///   - tree: its files.
  ///   - ecosystem: has the operator's engines, and registries of scopes that `.npmrc` lacks.
  /// - Throws: a problem with its place.
  init(
    _ project: Project, in tree: SourceTree, for ecosystem: NPMEcosystem
  ) async throws(Problem) {
    self.project = project
    self.tree = tree
    engines = try await ecosystem.engines(for: project, in: tree)
    let manifest = try Manifest.document(try await tree.read(project.manifest))
    manifests = [ManifestFile(path: project.manifest, document: manifest)]
    settings = try await Self.settings(of: project, in: tree, scopes: ecosystem.scopes)
    if let path = project.lock, path.hasSuffix(".json") {
      let document = try Manifest.document(try await tree.read(path))
      lock = document
      locked = try LockFile(document, root: folder, arena: Arena())
    }
    for folder in try assignment(.install).workspaceFolders() {
      guard folder != self.folder, let place = Paths.tail(of: folder, below: base) else {
        continue
      }
      let path = place + "/package.json"
      manifests.append(
        ManifestFile(path: path, document: try Manifest.document(try await tree.read(path))))
    }
  }

  /// What the `.npmrc` beside the manifest says.
  static func settings(
    of project: Project, in tree: SourceTree, scopes: [String: String]
  ) async throws(Problem) -> Settings {
    let npmrc = NPMEcosystem.path(".npmrc", in: NPMEcosystem.folder(of: project.manifest))
    var settings = Settings.none
    if tree.paths.contains(npmrc) {
      let source = try await tree.read(npmrc)
      var size = Allowance("bytes of settings", Settings.sizeLimit)
      try size.spend(source.bytes.count, on: npmrc, at: source.location(at: 0))
      settings = Settings(source)
    }
    settings.scopes = scopes
    return settings
  }

  /// Absolute path of the tree: its name alone.
  var base: String { "/" + tree.name }

  /// Absolute path of the project's folder.
  var folder: String { Paths.normalize(base + project.directory) }

  func assignment(_ aim: Assignment.Aim) -> Assignment {
    let paths = tree.paths
    return Assignment(
      folder: folder, manifest: manifests[0].document, lock: lock, locked: locked, aim: aim,
      engines: engines, files: paths.map { base + "/" + $0 })
  }

  /// Where the lock is written.
  var lockPath: String {
    if let path = project.lock, path.hasSuffix(".json") { return path }
    return NPMEcosystem.path("package-lock.json", in: NPMEcosystem.folder(of: project.manifest))
  }

  /// Another tool's lock, which stands beside the manifest.
  var foreignLock: String? {
    let folder = NPMEcosystem.folder(of: project.manifest)
    let names = NPMEcosystem.foreignLocks.keys.sorted().map { NPMEcosystem.path($0, in: folder) }
    return names.first(where: tree.paths.contains)
  }

  /// Refuses what would be written for another tool than npm.
  func requireNPM() throws(Problem) {
    if let other = foreignLock {
      let tool = NPMEcosystem.foreignLocks[Paths.basename("/" + other)] ?? "another tool"
      throw Problem(
        .refused, "is \(tool)'s lock, which martlet reads but does not write",
        subject: other, at: Location(file: other, line: 1, column: 1))
    }
    try SettingsCheck(settings: settings).check()
  }
}
