package import Ecosystem
import JSON
import JavaScript
import Time

/// A Yarn project with its manifests, lock and settings parsed once.
struct YarnProject: OpenProject {
  let ecosystem: YarnEcosystem
  let sources: YarnSources

  var project: Project { sources.project }

  var toolVersions: [ToolVersion] { [sources.yarn, sources.engines.toolVersion] }
  var remarks: [String] { sources.tools.staleLocks(beside: .yarn) }

  func dependencies() async throws(Problem) -> [Dependency] {
    if case .berry = sources.line { try sources.requireNoCache() }
    return try ecosystem.dependencies(of: sources)
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
      .releases(of: sources.resolved(dependency), engines: sources.engines)
    guard let age = sources.releaseAge else { return releases }
    let name = dependency.registryName ?? dependency.name
    return releases.maturing(after: .minutes(age.minutes)) { age.exempts($0, of: name) }
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
    try ecosystem.foreignSources(in: change, sources)
  }

  func directParents(of name: String) throws(Problem) -> [String] {
    let copies = try sources.copies()
    let direct = Set(sources.manifests.flatMap { $0.dependencies.map(\.name) })
    return direct.filter { copies.dependencies(of: $0).contains(name) }.sorted()
  }
}

extension YarnEcosystem {
  /// Parses manifests, lock and settings.
  package func open(
    _ project: Project, in tree: SourceTree
  ) async throws(Problem) -> any OpenProject {
    YarnProject(ecosystem: self, sources: try await YarnSources(project, in: tree, for: self))
  }
}
