package import Time

extension LocalForge {
  /// Lists every pull request and ignores `since`.
  package func activity(
    since: Timestamp?, in repository: RepositoryName
  ) async throws(ForgeError) -> [Activity] {
    try await work(repository) { (room) throws(ForgeError) in
      // People edit the files, so their times can't be trusted.
      try room.records().map { record in
        Activity(
          number: record.number, isOpen: record.state == .open, comments: record.comments.count,
          updatedAt: record.updatedAt)
      }
    }
  }
}
