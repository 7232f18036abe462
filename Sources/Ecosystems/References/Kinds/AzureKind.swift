package import Ecosystem
import Text
import YAML

extension EcosystemID {
  /// Containers and repositories in pipelines of Azure DevOps.
  package static let azurePipelines = EcosystemID("azure-pipelines")
}

extension ReferenceKind {
  /// Containers and repositories of Azure Pipelines.
  ///
  /// Source: https://learn.microsoft.com/azure/devops/pipelines/yaml-schema/
  package static let azurePipelines = ReferenceKind(
    .azurePipelines, "Azure Pipelines", color: "0078d4", manifests: ["azure-pipelines.yml"],
    directory: { path in
      guard path.hasSuffix(".yml") || path.hasSuffix(".yaml") else { return nil }
      let name = TreePath.name(of: path)
      if name.hasPrefix("azure-pipelines") || name.hasPrefix("azure-pipeline.") {
        return TreePath.directory(of: path)
      }
      let folders = TreePath.parts(of: path).dropLast()
      let index = folders.lastIndex {
        [".azuredevops", ".azure-pipelines", "azure-pipelines", ".pipelines"].contains($0)
      }
      guard let index else { return nil }
      return "/" + folders[..<index].joined(separator: "/")
    },
    parse: { source, _ throws(Problem) in
      var file = ReferenceFile(source)
      for root in try ReferenceFile.documents(of: source) {
        let resources = root["resources"]
        let images = (resources?["containers"]?.elements ?? []).compactMap { $0["image"] }
        file.add(
          images: (images + root.jobContainers(0)).map { ImageValue($0, isCertain: true) },
          of: source)
        for repository in resources?["repositories"]?.elements ?? [] {
          file.add(repository: repository, of: source)
        }
        for task in root.tasks(0) { file.refuseTask(task) }
      }
      return file
    })
}

extension Node {
  /// The parts of a pipeline, a stage or a job, also below conditions of templates: `${{ if … }}:`, and in
  /// the parameters of the template that a pipeline extends.
  private var parts: [Node] {
    if let elements { return elements }
    let known: Set = [
      "stages", "jobs", "steps", "deployment", "strategy", "runOnce", "rolling", "canary", "deploy",
      "preDeploy", "postRouteTraffic", "routeTraffic", "on", "success", "failure", "extends",
      "parameters",
    ]
    return (entries ?? []).compactMap { entry in
      let isPart = known.contains(entry.name) || entry.name.hasPrefix("${{")
      return isPart && entry.value.scalar == nil ? entry.value : nil
    }
  }

  /// The images of jobs: `container: node:22`, or a mapping with `image`.
  fileprivate func jobContainers(_ depth: Int) -> [Node] {
    guard depth < 30 else { return [] }
    let own = self["container"].map { $0["image"] ?? $0 }
    // A word without a tag names a container of `resources`; a variable is reported.
    let image = own.flatMap { node in
      node.string?.contains { $0 == ":" || $0 == "$" } == true ? node : nil
    }
    return [image].compactMap(\.self) + parts.flatMap { $0.jobContainers(depth + 1) }
  }

  /// The values of `task` in steps.
  fileprivate func tasks(_ depth: Int) -> [Node] {
    guard depth < 30 else { return [] }
    return [self["task"]].compactMap(\.self) + parts.flatMap { $0.tasks(depth + 1) }
  }
}

extension ReferenceFile {
  /// Adds a repository at GitHub with a tag: `name: acme/templates`, `ref: refs/tags/v1.0`.
  fileprivate mutating func add(repository node: Node, of source: SourceText) {
    guard let name = node["name"]?.string else { return }
    guard let ref = node["ref"], let text = ref.string else {
      return refuse(
        name, "is included without a ref: it follows the default branch", at: node.location)
    }
    guard text.hasPrefix("refs/tags/") else {
      return refuse(name, "follows a branch", at: ref.location)
    }
    guard node["type"]?.string == "github", let github = VersionSource.githubName(name) else {
      return refuse(
        name, "is not a repository at github.com: its tags aren't read", at: node.location)
    }
    let tag = String(text.dropFirst("refs/tags/".count))
    add(name) { () throws(Problem) in
      try TagUse(
        name, in: .address("https://github.com/\(github)"), at: tag, of: ref, in: source)
    }
  }

  /// Refuses a task: `NodeTool@0`.
  fileprivate mutating func refuseTask(_ node: Node) {
    refuse(
      node.string ?? "task", "is a task of Azure DevOps, whose versions no public list has",
      at: node.location)
  }
}
