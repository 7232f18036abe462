package import Ecosystem

extension World {
  /// Replaces projects that are a part of another one by that project, once for each entry.
  ///
  /// An entry for `/Kit` updates the workspace that contains `Kit/Package.swift`, with its lock. If
  /// another entry configures the workspace, that entry decides.
  package func joiningParts(
    _ configuredProjects: [ConfiguredProject], in tree: SourceTree
  ) async -> [ConfiguredProject] {
    var wholes: [EcosystemID: [String: Project]] = [:]
    for configured in configuredProjects where wholes[configured.ecosystem.id] == nil {
      let id = configured.ecosystem.id
      let own = configuredProjects.filter { $0.ecosystem.id == id }.map(\.project)
      wholes[id] = await configured.ecosystem.wholes(of: own, in: tree)
    }
    var seen = Set(configuredProjects.map(\.project.manifest))
    return configuredProjects.compactMap { configured in
      guard let whole = wholes[configured.ecosystem.id]?[configured.project.manifest] else {
        return configured
      }
      guard seen.insert(whole.manifest).inserted else { return nil }
      var joined = configured
      joined.project = whole
      joined.entry.rules.project = whole
      return joined
    }
  }
}
