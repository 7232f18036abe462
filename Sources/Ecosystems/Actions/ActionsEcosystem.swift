import Containers
package import Ecosystem
package import Git
import GitTags
package import HTTP
import Text

/// Actions and reusable workflows: `uses: owner/name@reference` in workflows and composite actions.
///
/// There is no lock file: a tag stays a tag with as many components, a pinned commit becomes the
/// commit of another tag, and its comment names that tag.
package struct ActionsEcosystem: PackageEcosystem {
  let http: HTTP.Client
  let git: Git.Client

  /// Creates the ecosystem.
  ///
  /// - Parameters:
  ///   - http: for registries of images.
  ///   - git: for repositories; mirrors and credentials are layers of it.
  package init(http: HTTP.Client, git: Git.Client) {
    self.http = http
    self.git = git
  }

  /// The description of actions.
  package var description: EcosystemDescription { .actions }

  /// Finds the workflows, which belong to the root as in Dependabot, and every folder with an action.
  package func discover(in paths: [String]) -> [Project] {
    let folders = Dictionary(grouping: paths.filter(isServed), by: projectFolder)
    return folders.map { folder, files in
      Project(
        ecosystem: .actions, directory: "/" + folder, manifest: files.min() ?? "", lock: nil)
    }
    .sorted { $0.manifest < $1.manifest }
  }

  /// Parses the workflows and the action of a folder.
  package func open(
    _ project: Project, in tree: SourceTree
  ) async throws(Problem) -> any OpenProject {
    let folder = String(project.directory.dropFirst())
    let paths = ([folder] + (folder.isEmpty ? workflowFolders.sorted() : []))
      .flatMap(tree.listing.files(in:)).filter(isServed)
    await tree.prefetch(paths)
    var files: [WorkflowFile] = []
    for path in paths.sorted() { files.append(try WorkflowFile(try await tree.readManifest(path))) }
    return ActionsProject(
      project: project, files: files, library: TagLibrary(git: git, ownHost: tree.host),
      registry: ImageRegistry(http: http))
  }

  /// An action is developed in the repository that it is used from; an image states its own.
  package func upstream(
    of dependency: Dependency, from old: String, to new: String
  ) async throws(Problem) -> Upstream {
    guard dependency.source?.contains("/v2/") != true else {
      return try await ImageRegistry(http: http).upstream(of: dependency, new)
    }
    return Upstream(addresses: [dependency.source].compactMap(\.self))
  }
}

/// The folders with workflows, on the hosts that run them.
private let workflowFolders: Set<String> = [
  ".github/workflows", ".gitea/workflows", ".forgejo/workflows",
]

/// Whether a path is a workflow, a template of one, or the definition of an action.
private func isServed(_ path: String) -> Bool {
  let folders = path.slashParts().dropLast()
  if folders.contains("node_modules") || folders.contains("vendor") { return false }
  let isAction = ["action.yml", "action.yaml"].contains(TreePath.name(of: path))
  let isYAML = path.hasSuffix(".yml") || path.hasSuffix(".yaml")
  let isInFolder =
    workflowFolders.contains(folders.joined(separator: "/"))
    || folders.last == "workflow-templates"
  return isAction || (isYAML && isInFolder)
}

/// The folder of the project that a file belongs to, without slashes around; the root for workflows.
private func projectFolder(_ path: String) -> String {
  let folder = path.slashParts().dropLast().joined(separator: "/")
  return workflowFolders.contains(folder) ? "" : folder
}
