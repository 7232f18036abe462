package import Ecosystem
import JSON
import JavaScript

/// An npm project with its manifests, lock and `.npmrc` parsed once.
struct NPMProject: OpenProject {
  let ecosystem: NPMEcosystem
  let sources: ProjectSources

  var project: Project { sources.project }
  var toolVersions: [ToolVersion] { sources.npm.toolVersions(sources.engines) }
  var remarks: [String] { sources.tools.staleLocks(beside: .npm) }

  func dependencies() async throws(Problem) -> [Dependency] {
    try await ecosystem.dependencies(of: ProjectFiles(sources))
  }

  func declares(_ name: String) -> Bool {
    let manifest = sources.manifests[0].document
    // The name of a workspace isn't a dependency, though a manifest can have it.
    if manifest.root["workspaces"] != nil { return false }
    return ManifestDependency.registryName(of: name, in: manifest) != nil
  }

  var canHoldBack: Bool { sources.engines != Engines() }

  func releases(of dependency: Dependency) async throws(Problem) -> [Release] {
    let releases = try await Registry(client: ecosystem.http, settings: sources.settings)
      .releases(of: sources.overridden(dependency), engines: sources.engines)
    let age = SettingsCheck(settings: sources.settings).minimumAge ?? .zero
    return releases.maturing(after: age) { _ in false }
  }

  func standing(of dependency: Dependency, among releases: [Release]) -> PackageStatus? {
    dependency.standing(among: releases)
  }

  func licences(
    of dependency: Dependency, versions: [String]
  ) async throws(Problem) -> [String: String] {
    try await Registry(client: ecosystem.http, settings: sources.settings)
      .licences(of: dependency, versions: versions)
  }

  func change(toward goal: Goal) async throws(Problem) -> Change {
    try await ecosystem.change(sources, toward: goal)
  }

  func explain(_ name: String, version: String?) async throws(Problem) -> [String] {
    try await ecosystem.explain(name, version: version, in: sources)
  }

  func foreignSources(in change: Change) throws(Problem) -> [ForeignSource] {
    try ecosystem.foreignSources(in: change, sources.settings)
  }

  func coupled(with target: Goal.Target) async throws(Problem) -> [Goal.Target] {
    try await ecosystem.coupled(with: target, in: sources)
  }

  func directParents(of name: String) throws(Problem) -> [String] {
    try ecosystem.directParents(of: name, in: sources)
  }
}

extension NPMEcosystem {
  /// Returns whether the project's package manager is npm.
  package func serves(
    _ project: Project, in tree: SourceTree
  ) async throws(Problem) -> Bool {
    let manifest = try Manifest.document(try await tree.read(project.manifest))
    let tools = try await ProjectTools(of: project, manifest, in: tree)
    return tools.manager(of: project, in: tree, toolchain) == .npm
  }

  /// Parses manifest, workspaces, lock and `.npmrc`.
  package func open(
    _ project: Project, in tree: SourceTree
  ) async throws(Problem) -> any OpenProject {
    NPMProject(ecosystem: self, sources: try await ProjectSources(project, in: tree, for: self))
  }
}

extension ProjectSources {
  /// Returns a dependency with the requirement that the root's `overrides` replace its own with.
  ///
  /// Rules for the packages below another one aren't considered.
  fileprivate func overridden(_ dependency: Dependency) -> Dependency {
    let rule = manifests[0].document.root["overrides"]?[dependency.name]
    guard let range = (rule?.string ?? rule?["."]?.string), Range(range) != nil else {
      return dependency
    }
    var result = dependency
    result.requirement = dependency.kind == .direct ? range : ""
    result.bounds = [range]
    return result
  }
}
