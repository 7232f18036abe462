extension Remotes {
  /// Runs `body`, and once more with an empty cache if the cache is damaged.
  ///
  /// A cache is not repaired, because everything in it can be fetched again.
  func retryingDamagedCache<Value: Sendable>(
    _ remote: Remote, _ body: () async throws(GitError) -> Value
  ) async throws(GitError) -> Value {
    do throws(GitError) {
      return try await body()
    } catch {
      guard error.isOfCache else { throw error }
    }
    try await threads.run(deadline: options.deadline, subject: "\(remote)") { _ throws(GitError) in
      caches.removeDamaged(try cache(of: remote).path)
    }
    do throws(GitError) {
      return try await body()
    } catch {
      var failure = error
      failure.isOfCache = false
      throw failure
    }
  }

  /// Runs `work` on the cache of a remote, and marks errors that a damaged cache can cause.
  func inCache<Value>(
    of remote: Remote, _ work: (Repository) throws(GitError) -> Value
  ) throws(GitError) -> Value {
    let store = try cache(of: remote)
    do throws(GitError) {
      return try work(store)
    } catch {
      var failure = error
      switch error.code {
      case .tooLarge, .timedOut, .cancelled, .conflict, .forbiddenAddress: break
      // An object or a file of the repository itself can be missing.
      case .notFound: failure.isOfCache = !store.isRepository
      case .unreachable, .unauthorized, .invalid, .other: failure.isOfCache = true
      }
      throw failure
    }
  }

  /// Returns the error for an object that the server did not send, or that the cache does not
  /// return.
  func missingObject(at remote: Remote) -> GitError {
    var error = GitError(
      .notFound, subject: "\(remote)", detail: "the server did not send a requested object")
    error.isOfCache = true
    return error
  }
}

extension Repository {
  /// Whether the repository can be opened.
  fileprivate var isRepository: Bool {
    do throws(GitError) {
      _ = try open().pointer
      return true
    } catch {
      return false
    }
  }
}
