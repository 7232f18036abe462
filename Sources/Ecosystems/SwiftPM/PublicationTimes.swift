import Ecosystem

extension SwiftPMProject {
  /// Fetches when the tags of versions were made; registries of packages have other documents.
  func publicationTimes(
    of versions: [String], _ dependency: Dependency
  ) async -> PublicationTimes {
    guard let package = contents.reference(named: dependency.name), package.kind != .registry else {
      return PublicationTimes()
    }
    let lookUp = lookUp
    return await PublicationTimes { () async throws(Problem) in
      let found = try await lookUp.releases(of: package)
      var objects: [String: String] = [:]
      for version in versions {
        let entry = SemanticVersion(version).flatMap { found.versions[$0] }
        objects[version] = entry.flatMap { found.datedTags[$0.tag] }
      }
      return await PublicationTimes(ofTags: objects, at: package.location, lookUp.git)
    }
  }
}
