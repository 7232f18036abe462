package import Ecosystem
package import HTTP
import JSON

/// A project of any package manager of JavaScript, with its manifests, lock and settings parsed once.
package struct JavaScriptProject<Sources: JavaScriptTool>: OpenProject {
  /// Has the clients.
  package let ecosystem: JavaScriptEcosystem<Sources>
  /// The parsed files.
  package let sources: Sources
  /// The requirements that were collected.
  private let collected = KnownRequirements()

  /// The files that were read.
  package var project: Project { sources.project }
  /// The tool and the runtime.
  package var toolVersions: [ToolVersion] { sources.toolVersions }
  /// Says why no update can be written, and names the locks of other tools, which an update leaves as
  /// they are.
  package var remarks: [String] {
    let stale = sources.tools.staleLocks(beside: Sources.traits.tool)
    do throws(Problem) {
      try sources.requireSupport(writing: true)
      return stale
    } catch {
      let prefix = [error.location.map { "\($0): " }, error.subject.map { "\($0): " }]
      return ["updates are refused: \(prefix.compactMap(\.self).joined())\(error.message)"] + stale
    }
  }
  /// Whether the tool compares the names of registries.
  package var updatesAliases: Bool { Sources.traits.updatesAliases }
  /// Only a stated Node or npm can exclude a release.
  package var canHoldBack: Bool { sources.engines != Engines() }

  /// The registry of the project.
  var registry: Registry { ecosystem.registry(of: sources) }

  /// Returns the requirements of the manifests, with the present lock's versions; collects them once.
  func requirements() throws(Problem) -> DirectRequirements {
    try collected.value { () throws(Problem) in sources.requirements(in: try sources.copies()) }
  }

  /// Whether a manifest has the name, unless it is that of a workspace's member, which isn't a
  /// dependency.
  package func declares(_ name: String) -> Bool {
    sources.files.registryName(of: name) != nil
  }

  /// Fetches the registry's document; younger releases than the project's settings allow mature later.
  package func releases(of dependency: Dependency) async throws(Problem) -> [Release] {
    var dependency = dependency
    if dependency.kind == .indirect, dependency.bounds.isEmpty {
      dependency.bounds = try await bounds(of: dependency)
    }
    let releases = try await registry.releases(
      of: overridden(dependency), engines: sources.engines)
    let limit = try await sources.releaseAge(of: dependency.registryName ?? dependency.name)
    let prospect = try sources.prospect(of: dependency.name)
    return releases.maturing(after: limit.age, isExempt: limit.isExempt).map {
      $0.step == nil ? $0 : $0.assessed(prospect($0.version) ?? $0.promise(of: dependency))
    }
  }

  /// Returns a dependency with the requirement that rules replace its own with.
  private func overridden(_ dependency: Dependency) -> Dependency {
    guard let range = sources.replacement(for: dependency), Range(range) != nil else {
      return dependency
    }
    var result = dependency
    result.requirement = dependency.kind == .direct ? range : ""
    result.bounds = [range]
    return result
  }

  /// Returns whether the registry deprecates the locked version.
  package func standing(
    of dependency: Dependency, among releases: [Release]
  ) -> PackageStatus? {
    dependency.standing(among: releases)
  }

  /// Reads the registry's document.
  package func licences(
    of dependency: Dependency, versions: [String]
  ) async throws(Problem) -> [String: String] {
    try await registry.licences(of: dependency, versions: versions)
  }
}

extension Release {
  /// What a range of `peerDependencies` says about a release outside of it, if no other section has the
  /// package.
  fileprivate func promise(of dependency: Dependency) -> Prospect? {
    let requirements = dependency.requirements
    guard !satisfiesRequirement, !requirements.isEmpty,
      requirements.allSatisfy({ $0.section == "peerDependencies" })
    else { return nil }
    return .untested(
      "is outside of a range of peerDependencies, which only 'versioning-strategy: widen' extends")
  }

  fileprivate func assessed(_ prospect: Prospect?) -> Release {
    var release = self
    switch prospect {
    case .refused(let reason): release.heldBack = heldBack ?? reason
    case .untested(let reason): release.untested = reason
    case nil: break
    }
    return release
  }
}

extension JavaScriptProject: RegistryProject {
  /// The client for registries.
  package var registryClient: HTTP.Client { ecosystem.http }
  /// Those of all projects of the tool.
  package var knownPackuments: KnownPackuments { ecosystem.known }
}

extension JavaScriptEcosystem: PackageEcosystem {
  /// What the rest of martlet knows about the tool.
  package var description: EcosystemDescription { Sources.traits.description }

  /// Parses manifests, lock and settings.
  package func open(
    _ project: Project, in tree: SourceTree
  ) async throws(Problem) -> any OpenProject {
    JavaScriptProject(ecosystem: self, sources: try await Sources(project, in: tree, for: self))
  }

  /// Finds what the tool warns about.
  package func warnings(about change: Change) -> [Warning] { Sources.warnings(about: change) }

  /// Reads the registry's document of the package.
  package func upstream(
    of dependency: Dependency, from old: String, to new: String
  ) async throws(Problem) -> Upstream {
    guard let page = dependency.source.flatMap(PackagePage.init) else { return Upstream() }
    return try await page.upstream(from: old, to: new, http, known)
  }

  /// Returns the names by which JavaScript sources import the package.
  package func imports(of dependency: Dependency) -> ImportRule {
    ImportRule(javaScript: dependency)
  }
}
