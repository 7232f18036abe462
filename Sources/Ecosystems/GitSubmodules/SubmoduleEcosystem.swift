package import Ecosystem
package import Git
import Text

/// Git's submodules: the commits of other repositories in the tree, with their addresses in
/// `.gitmodules`.
package struct SubmoduleEcosystem: PackageEcosystem {
  /// The only place where git reads the addresses of submodules.
  package static let file = ".gitmodules"

  let git: Git.Client

  /// Creates the ecosystem; `git` lists branches and tags.
  package init(git: Git.Client) {
    self.git = git
  }

  /// The description of git's submodules.
  package var description: EcosystemDescription { .gitSubmodules }

  /// Finds `.gitmodules` in the root.
  package func discover(in paths: [String]) -> [Project] {
    guard paths.contains(Self.file) else { return [] }
    return [Project(ecosystem: .gitSubmodules, directory: "/", manifest: Self.file, lock: nil)]
  }

  /// Parses `.gitmodules`, and looks the commits up in the tree.
  package func open(
    _ project: Project, in tree: SourceTree
  ) async throws(Problem) -> any OpenProject {
    let file = try SubmodulesFile(try await tree.readManifest(project.manifest))
    var submodules: [Submodule] = []
    for entry in file.entries {
      submodules.append(
        Submodule(entry, at: try await tree.commit(of: entry.path), base: tree.address))
    }
    return SubmoduleProject(project: project, submodules: submodules, git: git)
  }
}

extension SourceTree {
  /// The commit of a submodule; nil if the tree has none at the path.
  fileprivate func commit(of path: String) async throws(Problem) -> String? {
    // An earlier change of the same run is laid over the tree as a file.
    guard listing.contains(path), submodules[path] != nil else { return submodules[path] }
    return try await read(path).string
  }
}
