internal import HTTP
internal import JSON

extension NotesFinder {
  /// What the host of a package's repository says about it.
  package enum Upkeep: String, Hashable, Sendable {
    /// The repository is archived: nothing can be changed in it.
    case archived
    /// It isn't archived.
    case open
    /// No address of the package is that of a repository on a host with such a mark.
    case unknown
    /// The host doesn't have the repository, or doesn't show it.
    case missing
    /// The host's answer lacks the mark, or isn't JSON.
    case unstated
    /// The host didn't answer, or with an error.
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
      let answer = try await fetcher.get(request).json
      let isArchived = answer?["archived"]?.bool
      return (isArchived.map { $0 ? .archived : .open } ?? .unstated, repository.page)
    } catch {
      return (error == .none ? .missing : .failedRequest, repository.page)
    }
  }
}
