package import Ecosystem
package import Git
import Text

/// Mint: the tags of Swift tools in a `Mintfile`.
///
/// Mint has no lock and resolves nothing: each line names the version that is built.
package struct MintEcosystem: PackageEcosystem {
  let git: Git.Client

  /// Creates the ecosystem; `git` lists the tags.
  package init(git: Git.Client) {
    self.git = git
  }

  /// The description of Mint.
  package var description: EcosystemDescription { .mint }

  /// Finds every `Mintfile`.
  package func discover(in paths: [String]) -> [Project] {
    paths.filter { TreePath.name(of: $0) == "Mintfile" }.sorted().map { path in
      Project(
        ecosystem: .mint, directory: TreePath.directory(of: path), manifest: path, lock: nil)
    }
  }

  /// Parses the Mintfile.
  package func open(
    _ project: Project, in tree: SourceTree
  ) async throws(Problem) -> any OpenProject {
    let file = try Mintfile(try await tree.readManifest(project.manifest))
    return MintProject(project: project, file: file, git: git)
  }
}
