package import Ecosystem
import JSON
import JavaScript
import Text

extension PnpmEcosystem {
  static let lockName = "pnpm-lock.yaml"

  /// One for each `package.json` beside a `pnpm-lock.yaml`, and for each without any lock beside or
  /// above it.
  package func discover(in paths: [String]) -> [Project] {
    let all = Set(paths)
    return paths.filter { path in
      Paths.basename("/" + path) == "package.json" && !path.contains("node_modules/")
        && isProject(TreePath.folder(of: path), all)
    }.sorted().map { manifest in
      let folder = TreePath.folder(of: manifest)
      let lock = TreePath.join(folder, Self.lockName)
      return Project(
        ecosystem: description.id, directory: "/" + folder, manifest: manifest,
        lock: all.contains(lock) ? lock : nil)
    }
  }

  private func isProject(_ folder: String, _ all: Set<String>) -> Bool {
    if all.contains(TreePath.join(folder, Self.lockName)) { return true }
    let locks = Tool.managers.flatMap(\.locks)
    if locks.contains(where: { all.contains(TreePath.join(folder, $0)) }) { return false }
    var folder = folder
    while !folder.isEmpty {
      folder = TreePath.folder(of: folder)
      if all.contains(TreePath.join(folder, "package.json")) { return false }
    }
    return true
  }

  /// Returns whether the project's package manager is pnpm.
  package func serves(
    _ project: Project, in tree: SourceTree
  ) async throws(Problem) -> Bool {
    let manifest = try Manifest.document(try await tree.read(project.manifest))
    let tools = try await ProjectTools(of: project, manifest, in: tree)
    return tools.manager(of: project, in: tree, toolchain) == .pnpm
  }
}
