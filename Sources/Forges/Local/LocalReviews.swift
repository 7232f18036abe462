extension LocalForge {
  /// The record's `changesRequestedBy`, which people edit by hand.
  package func changeRequests(
    on number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> [String] {
    try await work(repository) { (room) throws(ForgeError) in
      (try room.record(number).changesRequestedBy ?? []).sorted()
    }
  }
}
