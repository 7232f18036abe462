import Ecosystem
import JavaScript

extension NPMEcosystem {
  /// Fetches the full document from the registry that the project's `.npmrc` names.
  ///
  /// An alias is looked up under the registry's name of the package.
  func releases(
    of dependency: Dependency, in sources: ProjectSources
  ) async throws(Problem) -> [Release] {
    let name = dependency.registryName ?? dependency.name
    let packument: Packument
    do throws(LookUpFailure) {
      packument = try await Registry(client: http, settings: sources.settings)
        .packument(of: name, .full)
    } catch {
      throw error.problem
    }
    let releases = try packument.releases(
      for: dependency.requirement, current: dependency.current, copies: dependency.copies,
      engines: sources.engines)
    return dependency.kind == .direct ? releases : releases.map(dependency.bounding)
  }
}

extension Dependency {
  /// A release, judged by what those ask for that bring the dependency along.
  ///
  /// Who asks for something else than what is locked at the highest place has a copy of its own.
  fileprivate func bounding(_ release: Release) -> Release {
    guard let current = current.flatMap({ Version($0, loose: true) }),
      let version = Version(release.version, loose: true)
    else { return release }
    let wishes = bounds.map { PackageSpec($0) }.filter { $0.admits(current) }
    guard !wishes.isEmpty else { return release }
    var release = release
    release.satisfiesRequirement = wishes.allSatisfy { $0.admits(version) }
    return release
  }
}
