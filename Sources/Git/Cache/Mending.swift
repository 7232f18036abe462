extension Remotes {
  /// Runs `body`, and once more with an empty cache if the cache turned out to be damaged.
  ///
  /// Everything in a cache can be fetched again, so that nothing in it is repaired.
  func mending<Value: Sendable>(
    _ remote: Remote, _ body: () async throws(GitError) -> Value
  ) async throws(GitError) -> Value {
    do throws(GitError) {
      return try await body()
    } catch {
      guard error.isOfCache else { throw error }
    }
    try await threads.run(deadline: options.deadline, place: "\(remote)") { _ throws(GitError) in
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

  /// Works in the cache of a remote, and marks failures that damage can cause.
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
      // An object may be missing, or what makes the folder a repository.
      case .notFound: failure.isOfCache = !store.isRepository
      case .unreachable, .unauthorized, .invalid, .other: failure.isOfCache = true
      }
      throw failure
    }
  }

  /// Says that a server did not send what it was asked for, or that the cache does not show it.
  func leftOut(by remote: Remote) -> GitError {
    var error = GitError(
      .notFound, place: "\(remote)", detail: "the server left out what was asked for")
    error.isOfCache = true
    return error
  }
}

extension Repository {
  /// Whether it can be opened.
  fileprivate var isRepository: Bool {
    do throws(GitError) {
      _ = try open().pointer
      return true
    } catch {
      return false
    }
  }
}
