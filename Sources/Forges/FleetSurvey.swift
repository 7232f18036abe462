/// Reads the state of many repositories with few requests.
package protocol FleetSurveying: Sendable {
  /// Reads the marks of repositories of any owners.
  ///
  /// - Parameter names: the repositories, as the forge listed them.
  /// - Returns: those whose state is shown completely; the others have to be visited.
  /// - Throws: `ForgeError`; `.unsupported` if the server doesn't know the query.
  func survey(_ names: [RepositoryName]) async throws(ForgeError) -> [SurveyedRepository]
}

/// The state of a repository in a survey.
package struct SurveyedRepository: Hashable, Codable, Sendable {
  /// What a survey can show beside the branches and what the credential may do.
  package enum Part: String, CaseIterable, Codable, Sendable {
    /// Our pull requests with their comments and checks.
    case pullRequests
    /// Our issues.
    case issues
  }

  /// The repository.
  package var name: RepositoryName
  /// The commit of the default branch; nil if the survey shows only whether it has moved.
  package var head: String?
  /// Changes with the default branch and its head, with what the credential may do, and with every
  /// change of the shown parts.
  package var mark: String
  /// The parts whose changes change the mark; a repository with something of ours in another part has to
  /// be visited.
  package var shown: Set<Part>

  /// Creates a value.
  package init(
    name: RepositoryName, head: String?, mark: String, shown: Set<Part> = Set(Part.allCases)
  ) {
    self.name = name
    self.head = head
    self.mark = mark
    self.shown = shown
  }
}
