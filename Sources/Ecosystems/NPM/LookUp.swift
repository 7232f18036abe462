package import Ecosystem

extension NPMEcosystem {
  /// Asks the registry of the project's `.npmrc` for the full document; an alias for what it names.
  package func releases(
    of dependency: Dependency, in project: Project, tree: SourceTree
  ) async throws(Problem) -> [Release] {
    let folder = Self.folder(of: project.manifest)
    let npmrc = Self.path(".npmrc", in: folder)
    let settings = tree.paths.contains(npmrc) ? Settings(try await tree.read(npmrc)) : .none
    var name = dependency.name
    var requirement = dependency.requirement
    if case .alias(let real, let spec, _) = Requested(requirement) {
      name = real
      requirement = spec
    }
    do throws(LookUpFailure) {
      let packument = try await Registry(client: http, settings: settings).packument(
        of: name, .full)
      return packument.releases(
        for: requirement, current: dependency.current, engines: engines)
    } catch {
      throw error.problem
    }
  }
}
