import Ecosystem

extension CarthageProject {
  /// Fetches when the tags of versions were made; nothing states the times of binaries.
  func publicationTimes(
    of versions: [String], _ dependency: Dependency
  ) async -> PublicationTimes {
    await PublicationTimes { () async throws(Problem) in
      let origin = try origin(named: dependency.name)
      guard let url = origin.repositoryURL else { return PublicationTimes() }
      let tags = try await library.references(of: origin).datedTags
      let wanted = Set(versions)
      let objects = tags.filter { wanted.contains($0.key) }
      return await PublicationTimes(ofTags: objects, at: url, library.git)
    }
  }
}
