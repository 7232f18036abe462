/// Reads the state of many repositories with one request.
package protocol FleetSurveying: Sendable {
  /// Reads the marks of repositories of one owner.
  ///
  /// - Parameter names: the repositories, with the same owner.
  /// - Returns: those whose state one request shows completely; the others have to be visited.
  /// - Throws: `ForgeError`; `.unsupported` if the server doesn't know the query.
  func survey(_ names: [RepositoryName]) async throws(ForgeError) -> [SurveyedRepository]
}

/// The state of a repository in a survey.
package struct SurveyedRepository: Hashable, Codable, Sendable {
  /// The repository.
  package var name: RepositoryName
  /// The commit of the default branch.
  package var head: String
  /// Changes with the default branch and its head, with what the credential may do, and with every
  /// change of a pull request, of its checks, or of an issue.
  package var mark: String

  /// Creates a value.
  package init(name: RepositoryName, head: String, mark: String) {
    self.name = name
    self.head = head
    self.mark = mark
  }
}

extension FleetSurveying {
  /// Reads the marks of repositories of several owners, one owner after the other.
  ///
  /// An owner whose repositories can't be read now is left out.
  ///
  /// - Throws: `ForgeError` about the server or the whole credential.
  package func surveyOwners(
    of names: [RepositoryName]
  ) async throws(ForgeError) -> [SurveyedRepository] {
    var found: [SurveyedRepository] = []
    for (_, own) in Dictionary(grouping: names, by: { $0.owner.lowercased() })
      .sorted(by: { $0.key < $1.key })
    {
      do throws(ForgeError) {
        found += try await survey(own)
      } catch {
        guard error.owner != nil || error.code == .notFound else { throw error }
      }
    }
    return found
  }
}
