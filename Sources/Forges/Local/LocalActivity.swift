package import FoundationEssentials

extension LocalForge {
  /// Lists every pull request, whatever `since`; none is an issue.
  package func activity(
    since: Date?, in repository: RepositoryName
  ) async throws(ForgeError) -> [Activity] {
    try await work(repository) { (room) throws(ForgeError) in
      // People edit the files, so the times in them prove nothing: all are listed.
      try room.records().map { record in
        Activity(
          number: record.number, isOpen: record.state == .open, comments: record.comments.count,
          updatedAt: record.updatedAt)
      }
    }
  }
}
