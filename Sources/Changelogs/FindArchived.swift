internal import HTTP
internal import JSON

extension NotesFinder {
  /// What the host of a package's repository says about it.
  package enum Upkeep: String, Hashable, Sendable {
    /// The repository is archived: nothing can be changed in it.
    case archived
    /// It isn't archived.
    case open
    /// There is no repository, or its host doesn't say.
    case unknown
    /// The host didn't answer, or not with what it documents.
    case failedRequest
  }

  /// Finds out whether the repository of a package is archived; one request.
  ///
  /// - Parameter source: the origin of the package.
  /// - Returns: the answer, with the repository's page; an empty page without a repository.
  package func upkeep(of source: PackageSource) async -> (upkeep: Upkeep, page: String) {
    guard let repository = SourceRepository(source, hosts: hosts) else { return (.unknown, "") }
    var fetcher = Fetcher(client: client, budget: budget, clock: clock)
    guard let request = repository.host.details() else { return (.unknown, repository.page) }
    do throws(Absence) {
      guard let details = try await fetcher.get(request).json else { throw .unreadable }
      let isArchived = details["archived"]?.bool
      return (isArchived.map { $0 ? .archived : .open } ?? .unknown, repository.page)
    } catch {
      return (error == .none ? .unknown : .failedRequest, repository.page)
    }
  }
}
