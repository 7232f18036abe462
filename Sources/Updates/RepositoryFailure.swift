package import Ecosystem
import Forges
import Logging
import Store

extension RepositoryPass {
  /// Returns the error if it would also stop every other proposal of the repository, else nil.
  ///
  /// `forbidden` can mean a lost permission or a protected branch, so this asks the forge what the
  /// credential may do. The next pass asks again, before it tries to write.
  func repositoryFailure(by error: any Error, in repository: RepositoryName) async -> ForgeError? {
    guard let error = error as? ForgeError else { return nil }
    switch error.code {
    case .archived, .unauthorized, .rateLimited, .renamed, .cancelled: return error
    case .forbidden, .notFound:
      do throws(ForgeError) {
        let current = try await forge.repository(repository)
        if current.isArchived || !current.canPush {
          await confirmInNextPass(repository)
          return error
        }
      } catch {
        return error
      }
      if error.code == .notFound { await confirmInNextPass(repository) }
      return nil
    case .unavailable, .malformed, .conflict, .rejected, .tooLarge, .unsupported: return nil
    }
  }

  /// Makes the next pass request the repository's name and default branch again.
  func confirmInNextPass(_ repository: RepositoryName) async {
    guard !isDry else { return }
    do {
      try await world.store.invalidateDefaultBranch(of: forge.id(of: repository))
    } catch {
      world.log.warning(
        "the state could not be saved", ["repository": "\(repository)", "error": "\(error)"])
    }
  }
}

extension Problem {
  /// Converts an error of the forge, the state or a configuration file.
  package init(repositoryError error: any Error, subject: String) {
    if let problem = error as? Problem {
      self = problem
    } else if let error = error as? ForgeError {
      // An archived repository is left out of a run that lists the repositories, too.
      let kind: Kind = error.code == .archived ? .refused : .failed
      self.init(kind, error.summary, subject: subject, advice: error.advice)
    } else {
      self.init(.failed, "\(error)", subject: subject)
    }
  }
}
