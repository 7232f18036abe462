package import Ecosystem
import JavaScript
import Text

extension BunEcosystem {
  /// One for each `package.json` with a lock of Bun beside it, and for each without any lock that could
  /// be the root of a project.
  package func discover(in paths: [String]) -> [Project] {
    let all = Set(paths)
    let manifests = paths.filter { path in
      TreePath.name(of: path) == "package.json" && !path.contains("node_modules/")
        && Self.isProject(TreePath.folder(of: path), all)
    }
    return manifests.sorted().map { manifest in
      let folder = TreePath.folder(of: manifest)
      let lock = Tool.bun.locks.map { TreePath.join(folder, $0) }.first(where: all.contains)
      return Project(
        ecosystem: description.id, directory: "/" + folder, manifest: manifest, lock: lock)
    }
  }

  private static func isProject(_ folder: String, _ all: Set<String>) -> Bool {
    let has = { (locks: [String]) in
      locks.contains { all.contains(TreePath.join(folder, $0)) }
    }
    if has(Tool.bun.locks) { return true }
    if has(Tool.managers.flatMap(\.locks)) { return false }
    var folder = folder
    while !folder.isEmpty {
      folder = TreePath.folder(of: folder)
      if all.contains(TreePath.join(folder, "package.json")) { return false }
    }
    return true
  }
}
