package import Ecosystem
import Text
import Versioning
import YAML

extension EcosystemID {
  /// Actions and reusable workflows.
  package static let actions = EcosystemID("github-actions")
}

extension ReferenceKind {
  /// Actions, reusable workflows and images in workflows and composite actions, as GitHub, Gitea and
  /// Forgejo run them: `uses: owner/name@reference`.
  package static let actions = {
    var kind = ReferenceKind(
      .actions, "GitHub Actions", color: "000000", manifests: ["action.yml", "action.yaml"],
      directory: { path in isWorkflow(path) ? "/" + workflowProject(path) : nil },
      parse: { source, _ throws(Problem) in try ReferenceFile(workflow: source) })
    kind.ignoredFolders = ["node_modules", "vendor"]
    kind.toleratesBrokenFiles = false
    kind.fileLimit = .max
    kind.namesRegistries = false
    kind.isDependabots = true
    kind.describe = { actions in
      actions.isOptIn = false
      actions.label = EcosystemLabel("github_actions", color: "000000")
      actions.purlType = "githubactions"
      actions.advisories = OSVEcosystem(
        "GitHub Actions", order: VersionOrder(of: TagVersion.self))
      actions.directoryAliases = ["/.github/workflows": "/"]
      actions.matchesOtherFiles = false
      actions.publicHosts = []
      actions.isRepository = { _ in true }
    }
    return kind
  }()
}

/// The folders with workflows, on the hosts that run them.
private let workflowFolders: Set = [".github/workflows", ".gitea/workflows", ".forgejo/workflows"]

/// Whether a path is a workflow, a template of one, or the definition of an action.
private func isWorkflow(_ path: String) -> Bool {
  if ["action.yml", "action.yaml"].contains(TreePath.name(of: path)) { return true }
  guard path.hasSuffix(".yml") || path.hasSuffix(".yaml") else { return false }
  let folders = path.slashParts().dropLast()
  return folders.last == "workflow-templates"
    || workflowFolders.contains(folders.joined(separator: "/"))
}

/// The folder of the project that a file belongs to: workflows belong to the root, as in Dependabot.
private func workflowProject(_ path: String) -> String {
  let folder = path.slashParts().dropLast().joined(separator: "/")
  return workflowFolders.contains(folder) ? "" : folder
}

extension ReferenceFile {
  /// Finds the actions and workflows of other repositories, and the images of containers, services and
  /// actions that run in Docker.
  fileprivate init(workflow source: SourceText) throws(Problem) {
    let document: Document
    do throws(SyntaxError) {
      document = try Document(source)
    } catch {
      throw Problem(.refused, "isn't valid YAML: \(error.message)", at: error.location)
    }
    self.init(source)
    var seen: Set<Int> = []
    for node in document.root?.usesNodes ?? [] where seen.insert(node.range.lowerBound).inserted {
      add(node.string ?? "", needsTag: false) { () throws(Problem) in
        try TagUse(uses: node, in: source)
      }
    }
    tags.sort { $0.range.lowerBound < $1.range.lowerBound }
    swap(&unread, &unreadTags)
    let images = try Self.images(of: source, \.imageNodes)
    self.images = images.images
    unread += images.unread
  }
}

extension Node {
  /// The values of `uses` in jobs, in their steps, and in the steps of a composite action.
  fileprivate var usesNodes: [Node] {
    let jobs = self["jobs"]?.entries?.map(\.value) ?? []
    let steps = (jobs + [self["runs"]].compactMap(\.self)).flatMap { $0["steps"]?.elements ?? [] }
    return (jobs + steps).compactMap { $0["uses"] }
  }

  /// The values that name images: of containers and services, and `docker://…` as an action.
  fileprivate var imageNodes: [ImageValue] {
    let jobs = self["jobs"]?.entries?.map(\.value) ?? []
    let containers = jobs.compactMap { $0["container"] }
    let services = jobs.flatMap { $0["services"]?.entries?.map(\.value) ?? [] }
    let named = (containers + services).map { $0["image"] ?? $0 }
    let actions = usesNodes + [self["runs"]?["image"]].compactMap(\.self)
    let images = named + actions.filter { $0.string?.hasPrefix("docker://") == true }
    return images.map { ImageValue($0, isCertain: true) }
  }
}
