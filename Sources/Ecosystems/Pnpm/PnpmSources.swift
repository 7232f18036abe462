package import Ecosystem
import JSON
package import JavaScript
import Text
import Time

/// pnpm: `pnpm-lock.yaml`, read, resolved and written without Node.
///
/// Resolves like pnpm 8 to 11 and writes their locks byte for byte. Refuses constructs that need a clone
/// or a script, such as `.pnpmfile.cjs`.
package typealias PnpmEcosystem = JavaScriptEcosystem<PnpmSources>

/// The parsed files of a project of pnpm.
package struct PnpmSources: JavaScriptTool {
  /// The constants of pnpm.
  package static let traits = {
    var pnpm = ToolTraits(.pnpm, .pnpm)
    pnpm.rules = ["resolutions", "pnpm.overrides"]
    pnpm.folderProtocols = ["link:"]
    pnpm.updatesAliases = true
    pnpm.keepsLockedVersions = true
    pnpm.missingVersion = "cannot be placed in this tree"
    return pnpm
  }()

  /// Manifests, tools and `.npmrc`.
  package var files: ProjectFiles
  /// `pnpm-workspace.yaml`.
  var workspace: WorkspaceFile?
  let knownAge = Once<ReleaseAge>()
  /// The parsed lock; a problem if martlet does not write its format.
  let lock: Result<Lock, Problem>
  /// Whether the lock is of a version that martlet reads only in part.
  let hasOtherVersion: Bool
  /// pnpm 11's first document of the lock.
  let environment: [UInt8]
  /// The patches by their path from the root of the project.
  private(set) var patchFiles: [String: [UInt8]] = [:]
  /// The manifests of folders that `link:` names, by the folder from the project's root.
  private(set) var linkedManifests: [String: Document] = [:]
  /// The operator's versions.
  let toolchain: Toolchain

  /// Reads manifests, lock, `.npmrc` and `pnpm-workspace.yaml`.
  ///
  /// - Throws: a problem with its location.
  package init(
    _ project: Project, in tree: SourceTree, for ecosystem: PnpmEcosystem
  ) async throws(Problem) {
    toolchain = ecosystem.toolchain
    var files = try await ProjectFiles(project, in: tree)
    let folder = TreePath.folder(of: project.manifest)
    files.settings = try await Settings.read(
      beside: project.manifest, in: tree, scopes: ecosystem.scopes)
    let workspacePath = TreePath.join(folder, "pnpm-workspace.yaml")
    if tree.listing.contains(workspacePath) {
      workspace = try WorkspaceFile(try await tree.readManifest(workspacePath))
    }
    if let lock = files.lockText { files.tools.add(lock: lock) }
    let present = PresentLock(files.lockText)
    lock = present.lock
    environment = present.environment
    hasOtherVersion = present.hasOtherVersion
    files.engines = Engines(
      files.tools, node: toolchain.stated(ToolchainKey("npm", "node", standard: "")), npm: nil)
    let members = try WorkspaceFolders.find(workspace, below: folder, in: tree)
    try await files.addMembers(in: members.map { TreePath.join(folder, $0) })
    self.files = files
    try await readPatches(files.root, folder)
    try await readLinkedFolders(folder)
  }

  /// Reads the manifests of linked folders that aren't members.
  private mutating func readLinkedFolders(_ root: String) async throws(Problem) {
    let members = Set(manifests.map(id))
    for manifest in manifests {
      for entry in manifest.dependencies {
        guard let text = entry.requirement.string, text.hasPrefix("link:") else { continue }
        let base = "/" + files.relativeFolder(of: manifest)
        let folder = Paths.relative("/", Paths.resolve(base, String(text.dropFirst(5))))
        let path = TreePath.join(TreePath.join(root, folder), "package.json")
        guard !folder.isEmpty, !members.contains(folder), linkedManifests[folder] == nil,
          tree.listing.contains(path)
        else { continue }
        linkedManifests[folder] = try Manifest.document(try await tree.read(path))
      }
    }
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

  /// The registries of `.npmrc`, and the other settings of the file.
  var npmrc: Settings { files.settings }

  /// The folder of a manifest from the project's root; `.` for the root.
  func id(of manifest: ManifestFile) -> String {
    let folder = files.relativeFolder(of: manifest)
    return folder.isEmpty ? "." : folder
  }

  /// pnpm and the runtime.
  package var toolVersions: [ToolVersion] { pnpm + [engines.toolVersion] }

  private var pnpm: [ToolVersion] {
    let stated = tools[.pnpm, weakest: .engines]
    if let version = stated?.version {
      return [tool(version.description, from: stated?.origin)]
    }
    if let text = toolchain.stated(.pnpm) { return [tool(text, from: ToolVersion.operatorsFile)] }
    guard let version = try? version(toolchain) else { return [] }
    return [ToolVersion("pnpm", "\(version.major)", from: lockText?.file)]
  }

  /// Describes a stated version, with a remark if it is newer than the measured ones of its line.
  private func tool(_ version: String, from origin: String?) -> ToolVersion {
    let newest = (try? PnpmVersion(version, at: nil)).flatMap { PnpmVersion.unmeasured($0) }
    return ToolVersion(
      "pnpm", version, from: origin,
      remark: newest.map { "not measured; locks are written as by pnpm \($0)" })
  }

  /// Returns `minimumReleaseAge` and what is excluded from it.
  package func releaseAge(of package: String) async throws(Problem) -> ReleaseAgeLimit {
    let age = try await releaseAge(toolchain)
    let exclusions = age.exclusions.scope(of: package)
    return ReleaseAgeLimit(.minutes(age.minutes)) { exclusions.contains($0) }
  }

  /// Returns the requirement that the lock's `overrides` replace a dependency's own with.
  package func replacement(for dependency: Dependency) -> String? {
    (try? lock.get())?.fields["overrides"]?[dependency.name]?.string
  }

  /// The lock's `overrides`; those for one parent come first.
  package var replacementRules: [ReplacementRule] {
    let rules = (try? lock.get())?.fields["overrides"]?.object?.members ?? []
    let all = rules.compactMap { rule in
      rule.value.string.map { OverrideRules.replacement(rule.key, $0) }
    }
    return all.filter { $0.parent != nil } + all.filter { $0.parent == nil }
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
