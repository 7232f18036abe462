import Forges
import Store

extension Publisher {
  /// Takes our wish for a merge by the host back before the branch changes.
  ///
  /// The wish was for what the branch held then: the new version may be of a kind that people
  /// want to look at. The watch asks again where it may.
  func takeBackMerge(
    of open: PullRequest?, _ key: String, in repository: RepositoryName
  ) async throws {
    guard let open, open.autoMergeBy == identity.login, let merging = forge.automaticMerging
    else { return }
    // Noted first: a wish that is gone without our doing is a person's, and stays gone.
    if var note = try await world.store.verdict(of: key), note.merging == .handedOver {
      note.merging = .waiting
      try await world.store.save(note)
    }
    try await merging.disableAutoMerge(open.number, in: repository)
  }
}
