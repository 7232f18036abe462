package import Ecosystem
package import JSON
import Synchronization
package import Text

/// The parsed files that a project has with every tool.
package struct ProjectFiles: Sendable {
  /// The project.
  package let project: Project
  /// The files of the repository.
  package let tree: SourceTree
  /// The manifests, the root's first.
  package var manifests: [ManifestFile]
  /// The package managers and versions that the repository states.
  package var tools: ProjectTools
  /// The text of the present lock; nil for a project without one, or with another tool's.
  package let lockText: SourceText?
  /// The registries and the other settings of `.npmrc` or of the tool's own file.
  package var settings = Settings.none
  /// The Node and npm that the project runs on, as far as a file names them.
  package var engines = Engines()
  /// The peers that a lock doesn't have.
  let peers = KnownPeers()
  /// Whether the name of the tree can change results.
  private var needsName: Bool
  private let reading = LockReading()

  /// Reads the root's manifest, the files that state tools, and the text of the lock.
  ///
  /// - Parameters:
  ///   - project: a project of the tree.
  ///   - tree: the files of the repository.
  ///   - isLock: whether the project's lock is the tool's, by its path.
  /// - Throws: a problem with its location.
  package init(
    _ project: Project, in tree: SourceTree, isLock: (_ path: String) -> Bool = { _ in true }
  ) async throws(Problem) {
    self.project = project
    self.tree = tree
    let manifest = try Manifest.document(try await tree.read(project.manifest))
    manifests = [try ManifestFile(checking: project.manifest, manifest)]
    needsName = manifest.hasNoName || manifest.source.contains("../")
    tools = try await ProjectTools(of: project, manifest, in: tree)
    lockText =
      if let path = project.lock, isLock(path) { try await tree.read(path) } else { nil }
  }

  /// Adds the manifests of a workspace's members.
  ///
  /// - Parameter folders: the paths from the root of the tree.
  /// - Throws: `Problem` for a manifest that can't be read.
  package mutating func addMembers(in folders: [String]) async throws(Problem) {
    for folder in folders {
      let path = TreePath.join(folder, "package.json")
      let manifest = try Manifest.document(try await tree.read(path))
      if manifest.source.contains("../../") { needsName = true }
      manifests.append(try ManifestFile(checking: path, manifest))
    }
  }

  /// Adds the members that `workspaces` of the root's manifest selects.
  ///
  /// - Throws: `Problem` for a pattern or a manifest that can't be read.
  package mutating func addWorkspaces() async throws(Problem) {
    let folders = try workspaceFolders().filter { $0 != folder }
    try await addMembers(in: folders.compactMap { Paths.tail(of: $0, below: base) })
  }

  /// Returns the absolute paths of the folders that `workspaces` of the root's manifest selects.
  package func workspaceFolders() throws(Problem) -> [String] {
    try Workspaces.folders(
      of: root, at: folder
    ) { tree.absolutePaths(in: project.directory, below: base) }
  }

  /// The root's manifest.
  package var root: Document { manifests[0].document }

  /// The absolute path of the tree.
  ///
  /// It consists of the tree's name only if that can count: for a root without a name of its own, and
  /// for paths that could lead out of the tree and in again. Equal repositories have equal results then.
  package var base: String { needsName ? "/" + tree.name : "/project" }

  /// The absolute path of the project's folder.
  package var folder: String { Paths.normalize(base + project.directory) }

  /// Returns the folder of a manifest below the project; empty for the root.
  package func relativeFolder(of manifest: ManifestFile) -> String {
    if manifest.path == project.manifest { return "" }
    return Paths.relative(
      folder, Paths.normalize(base + "/" + TreePath.folder(of: manifest.path)))
  }

  /// The names of the workspace's members, without the root's.
  package var memberNames: Set<String> {
    Set(manifests.dropFirst().compactMap { $0.document.root["name"]?.string })
  }

  /// Returns the registry's name of a package that a manifest requires, the first one's if they differ;
  /// nil if none does, or if it is a member of the workspace.
  package func registryName(of name: String) -> String? {
    let own = manifests.map(\.document.root)
    if own.count > 1, own.contains(where: { $0["name"]?.string == name }) { return nil }
    return manifests.lazy.compactMap {
      ManifestDependency.registryName(of: name, in: $0.document)
    }.first
  }

  /// The registry's names of the targets that the manifests require.
  package func packages(of targets: [Goal.Target]) -> [String] {
    Set(targets.prefix(ResolutionLimits.width).compactMap { registryName(of: $0.name) }).sorted()
  }

  /// The names in all sections of all manifests.
  var directNames: Set<String> { Set(manifests.flatMap { $0.dependencies.map(\.name) }) }

  /// Whether a dependency's scope has a registry other than the public ones.
  func isPrivate(_ dependency: Dependency) -> Bool {
    PackageName(dependency.registryName ?? dependency.name).map(settings.isPrivate) ?? false
  }

  /// Returns a lock in neutral terms; reads each text once, and others wait meanwhile.
  ///
  /// - Parameters:
  ///   - lock: the text.
  ///   - read: reads it.
  /// - Returns: the packages.
  /// - Throws: what `read` throws.
  package func copies(
    of lock: SourceText, _ read: (SourceText) throws(Problem) -> LockedCopies
  ) throws(Problem) -> LockedCopies {
    try reading.copies(of: lock, read)
  }

  /// Keeps a new lock, which is asked about after the update.
  func remember(_ copies: LockedCopies, of bytes: [UInt8]) {
    reading.remember(copies, of: bytes)
  }
}

/// The last locks of a project, the present one and a new one, in neutral terms.
private final class LockReading: Sendable {
  private let known = Mutex<[(bytes: [UInt8], copies: LockedCopies)]>([])

  func copies(
    of lock: SourceText, _ read: (SourceText) throws(Problem) -> LockedCopies
  ) throws(Problem) -> LockedCopies {
    try known.withLock { (known) throws(Problem) in
      if let known = known.first(where: { $0.bytes == lock.bytes }) { return known.copies }
      let copies = try read(lock)
      Self.add(copies, of: lock.bytes, to: &known)
      return copies
    }
  }

  func remember(_ copies: LockedCopies, of bytes: [UInt8]) {
    known.withLock { Self.add(copies, of: bytes, to: &$0) }
  }

  /// Keeps the first lock and the last one.
  private static func add(
    _ copies: LockedCopies, of bytes: [UInt8],
    to known: inout [(bytes: [UInt8], copies: LockedCopies)]
  ) {
    if known.count > 1 { known.removeLast() }
    known.append((bytes, copies))
  }
}

extension Document {
  /// Whether a manifest has no name, for which tools take that of its folder.
  fileprivate var hasNoName: Bool { root["name"]?.string?.isEmpty ?? true }
}

extension SourceText {
  fileprivate func contains(_ text: String) -> Bool {
    bytes.firstRange(of: Array(text.utf8)) != nil
  }
}
