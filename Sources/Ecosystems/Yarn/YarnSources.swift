import Ecosystem
import JSON
import JavaScript
import Text

/// The parsed files of a project.
struct YarnSources: Sendable {
  /// The line of Yarn that a lock belongs to.
  enum Line: Hashable, Sendable {
    /// Yarn 1.
    case classic
    /// Yarn 3 and 4, with the version.
    case berry(Version)
  }

  let project: Project
  let tree: SourceTree
  let line: Line
  /// The version of Yarn for reports.
  let yarn: ToolVersion
  /// The manifests, the root's first.
  var manifests: [ManifestFile]
  /// The text of the lock; nil for a project without one.
  let lockText: SourceText?
  /// The parsed lock, nil for a project without one; a problem if Yarn doesn't write locks like it.
  let lock: Result<YarnLock?, Problem>
  let written = WrittenLock()
  var settings: Settings
  /// `.yarnrc`; empty without the file.
  var classic = ClassicSettings()
  /// `.yarnrc.yml`; nil without the file.
  var rc: BerrySettings?
  /// The tools that the repository states.
  let tools: ProjectTools
  /// The Node and npm that the project runs on, as far as a file names them.
  var engines: Engines

  /// Reads manifests, lock and settings.
  ///
  /// - Throws: a problem with its location.
  init(
    _ project: Project, in tree: SourceTree, for ecosystem: YarnEcosystem
  ) async throws(Problem) {
    self.project = project
    self.tree = tree
    let manifest = try Manifest.document(try await tree.read(project.manifest))
    let text = if let path = project.lock { try await tree.read(path) } else { SourceText?.none }
    lockText = text
    rc = try await BerrySettings.read(beside: project.manifest, in: tree)
    tools = try await ProjectTools(of: project, manifest, in: tree)
    let choice = try YarnLine(
      project: project, tools: tools, lock: text, rc: rc, toolchain: ecosystem.toolchain
    ).choice()
    let line = choice.line
    self.line = line
    yarn = choice.tool
    lock = Result { () throws(Problem) in
      try text.map { (text) throws(Problem) in try YarnLock(text, of: line) }
    }
    engines = Engines(tools, node: nil, npm: nil)
    manifests = [ManifestFile(path: project.manifest, document: manifest)]
    switch line {
    case .classic:
      (classic, settings) = try await ClassicSettings.read(
        beside: project.manifest, in: tree, scopes: ecosystem.scopes)
    case .berry:
      settings = rc?.settings(scopes: ecosystem.scopes) ?? .none
      if rc == nil { settings.scopes = ecosystem.scopes }
    }
    for folder in try workspaceFolders() where folder != self.folder {
      guard let relative = Paths.tail(of: folder, below: base) else { continue }
      let path = relative + "/package.json"
      manifests.append(
        ManifestFile(path: path, document: try Manifest.document(try await tree.read(path))))
    }
  }

  /// The absolute path of the tree, which consists of its name.
  var base: String { "/" + tree.name }

  /// The absolute path of the project's folder.
  var folder: String { Paths.normalize(base + project.directory) }

  /// The path of the lock to write.
  var lockPath: String { YarnEcosystem.lock(beside: project.manifest) }

  /// Returns the absolute paths of the workspace's folders.
  func workspaceFolders() throws(Problem) -> [String] {
    try Workspaces.folders(
      of: manifests[0].document, at: folder,
      among: tree.absolutePaths(in: project.directory, below: base))
  }

  /// Returns the folder of a manifest below the project; empty for the root.
  func relativeFolder(of manifest: ManifestFile) -> String {
    let path = Paths.normalize(base + "/" + TreePath.folder(of: manifest.path))
    return Paths.relative(folder, path)
  }

  /// The packages in the lock.
  func copies() throws(Problem) -> LockedCopies {
    try lock.get()?.copies ?? LockedCopies([])
  }

  /// The names of the workspace's members.
  var memberNames: Set<String> {
    Set(manifests.dropFirst().compactMap { $0.document.root["name"]?.string })
  }

  /// Returns the places that state a requirement for a package: sections and `resolutions`.
  func requirements(for name: String) -> [RequirementSite] {
    manifests.enumerated().flatMap { index, manifest in
      // Yarn reads the rules of the root alone.
      manifest.requirements(for: name, rules: index == 0 ? ["resolutions"] : [])
    }
  }

  /// Returns the registry's name of a package: for an alias another one.
  func realName(of name: String, _ copies: LockedCopies) -> String {
    let sites = requirements(for: name)
    if let real = sites.lazy.compactMap({ PackageSpec($0.range).aliasedName }).first { return real }
    return sites.isEmpty ? copies.copies(of: name).first?.package ?? name : name
  }

  /// Returns the project with edited manifests.
  func applying(_ edits: [ManifestEdit]) throws(Problem) -> YarnSources {
    var result = self
    for (index, manifest) in manifests.enumerated() {
      result.manifests[index] = try manifest.applying(edits)
    }
    return result
  }

  /// Returns the files that differ from an earlier state of the project.
  func changes(from old: YarnSources) -> [FileChange] {
    var changes = zip(old.manifests, manifests).compactMap { old, new -> FileChange? in
      let (before, after) = (old.document.source.bytes, new.document.source.bytes)
      return before == after ? nil : FileChange(path: new.path, before: before, after: after)
    }
    if let before = old.rc?.source, let after = rc?.source, before != after {
      changes.append(FileChange(path: after.file, before: before.bytes, after: after.bytes))
    }
    return changes
  }
}
