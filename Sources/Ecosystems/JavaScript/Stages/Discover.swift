package import Ecosystem
import Text

extension JavaScriptEcosystem {
  /// Finds each `package.json` with a lock of the tool beside it, and each without any lock that could be the
  /// root of a project; the rest are taken for members of workspaces.
  package func discover(in paths: [String]) -> [Project] {
    let all = Set(paths)
    let locks = Sources.traits.discovered
    let others = Self.allLocks
    return manifests(in: paths).filter {
      isProject(TreePath.folder(of: $0), all, others)
    }.map { manifest in
      let folder = TreePath.folder(of: manifest)
      let lock = locks.map { TreePath.join(folder, $0) }.first(where: all.contains)
      return project(manifest, lock)
    }
  }

  /// Finds each `package.json` without a lock below another one.
  package func discoverNamed(in paths: [String]) -> [Project] {
    let all = Set(paths)
    let locks = Self.allLocks
    return manifests(in: paths).filter { manifest in
      let folder = TreePath.folder(of: manifest)
      return !Self.has(locks, in: folder, all) && !isProject(folder, all, locks)
    }.map { project($0, nil) }
  }

  private func manifests(in paths: [String]) -> [String] {
    paths.filter { path in
      TreePath.name(of: path) == "package.json" && !path.hasBytes(of: "node_modules/")
        && !path.hasBytes(of: ".yarn/")
    }.sorted()
  }

  private func project(_ manifest: String, _ lock: String?) -> Project {
    Project(
      ecosystem: description.id, directory: TreePath.directory(of: manifest), manifest: manifest,
      lock: lock)
  }

  /// The names of the locks of all tools.
  private static var allLocks: [String] { Tool.managers.flatMap(\.locks) }

  private func isProject(_ folder: String, _ all: Set<String>, _ locks: [String]) -> Bool {
    if Self.has(Sources.traits.discovered, in: folder, all) { return true }
    if Self.has(locks, in: folder, all) { return false }
    var folder = folder
    while !folder.isEmpty {
      folder = TreePath.folder(of: folder)
      if Self.has(["package.json"], in: folder, all) { return false }
    }
    return true
  }

  private static func has(_ names: [String], in folder: String, _ all: Set<String>) -> Bool {
    names.contains { all.contains(TreePath.join(folder, $0)) }
  }

  /// Returns the manifest above whose workspace has the project.
  ///
  /// Below a `pnpm-workspace.yaml`, every project is taken for a member.
  package func parent(
    of project: Project, in tree: SourceTree
  ) async throws(Problem) -> String? {
    guard project.lock == nil else { return nil }
    var folder = TreePath.folder(of: project.manifest)
    while !folder.isEmpty {
      folder = TreePath.folder(of: folder)
      let manifest = TreePath.join(folder, "package.json")
      guard tree.listing.contains(manifest) else { continue }
      if tree.listing.contains(TreePath.join(folder, ProjectTools.workspaceFile)) {
        return manifest
      }
      let document = try Manifest.document(try await tree.read(manifest))
      let base = "/" + tree.name
      let root = Paths.normalize(base + "/" + folder)
      let own = Paths.normalize(base + project.directory)
      // There can be thousands of folders, and this one is a member independently of the others.
      let members = try Workspaces.folders(
        of: document, at: root
      ) { [Paths.join(own, "package.json")] }
      if own != root, members.contains(own) { return manifest }
    }
    return nil
  }

  /// Returns whether the project's package manager is the tool.
  package func serves(
    _ project: Project, in tree: SourceTree
  ) async throws(Problem) -> Bool {
    let manifest = try Manifest.document(try await tree.read(project.manifest))
    let tools = try await ProjectTools(of: project, manifest, in: tree)
    return tools.manager(of: project, in: tree, toolchain) == Sources.traits.tool
  }
}
