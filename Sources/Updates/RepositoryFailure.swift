import Forges
import Logging
import Store

extension RepositoryPass {
  /// The failure of one proposal, if every other proposal of the repository would meet it, too.
  ///
  /// A lost permission is told from a protected branch by asking what the credential may do. Where
  /// something alone is gone, the next pass makes sure that it is the same repository still.
  func repositoryFailure(by error: any Error, in repository: RepositoryName) async -> ForgeError? {
    guard let error = error as? ForgeError else { return nil }
    switch error.code {
    case .archived, .unauthorized, .rateLimited, .renamed, .cancelled: return error
    case .forbidden, .notFound:
      do throws(ForgeError) {
        let present = try await forge.repository(repository)
        if present.isArchived || !present.canPush { return error }
      } catch {
        return error
      }
      if error.code == .notFound { await doubt(repository) }
      return nil
    case .unavailable, .malformed, .conflict, .rejected, .tooLarge, .unsupported: return nil
    }
  }

  /// Has the next pass ask what the repository is.
  func doubt(_ repository: RepositoryName) async {
    guard !isDry else { return }
    do {
      try await world.store.doubtBranch(of: "\(repository)", forge: forge.name)
    } catch {
      world.log.warning(
        "the state does not take a doubt", ["repository": "\(repository)", "error": "\(error)"])
    }
  }
}
