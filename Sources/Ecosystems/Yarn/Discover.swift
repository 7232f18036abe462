package import Ecosystem
import JavaScript
import Text

extension YarnEcosystem {
  static let lockName = "yarn.lock"

  /// One for each `package.json` with a `yarn.lock` beside it, and for each without any lock that
  /// could be the root of a project.
  package func discover(in paths: [String]) -> [Project] {
    let all = Set(paths)
    let manifests = paths.filter { path in
      TreePath.name(of: path) == "package.json" && !path.contains("node_modules/")
        && !path.contains(".yarn/")
    }
    return manifests.filter { isProject($0, all) }.sorted().map { manifest in
      let lock = Self.lock(beside: manifest)
      return Project(
        ecosystem: .yarn, directory: "/" + TreePath.folder(of: manifest), manifest: manifest,
        lock: all.contains(lock) ? lock : nil)
    }
  }

  private func isProject(_ manifest: String, _ all: Set<String>) -> Bool {
    if all.contains(Self.lock(beside: manifest)) { return true }
    var folder = TreePath.folder(of: manifest)
    let others = Tool.managers.flatMap(\.locks)
    if others.contains(where: { all.contains(TreePath.join(folder, $0)) }) { return false }
    while !folder.isEmpty {
      folder = TreePath.folder(of: folder)
      if all.contains(TreePath.join(folder, "package.json")) { return false }
    }
    return true
  }

  static func lock(beside manifest: String) -> String {
    TreePath.join(TreePath.folder(of: manifest), lockName)
  }
}
