import Synchronization

extension Client {
  /// Lists each remote only once, also for concurrent callers.
  ///
  /// A pass over a thousand repositories asks for the same packages repeatedly. Results are kept
  /// for the lifetime of this client, so create one per pass. Failures are not kept.
  package func cachingReferences() -> Client {
    let known = Advertisements()
    return Client(
      references: { (remote) throws(GitError) in
        try await known.answer(for: remote) { () async -> Result<[Reference], GitError> in
          do throws(GitError) {
            return .success(try await references(remote))
          } catch {
            return .failure(error)
          }
        }.get()
      }, files: files, times: times)
  }
}

/// The references by remote, or the tasks that are listing them.
private final class Advertisements: Sendable {
  typealias Answer = Result<[Reference], GitError>

  private let tasks = Mutex<[String: Task<Answer, Never>]>([:])

  func answer(for remote: String, asking: @escaping @Sendable () async -> Answer) async -> Answer {
    let task = tasks.withLock { tasks in
      if let task = tasks[remote] { return task }
      let task = Task { await asking() }
      tasks[remote] = task
      return task
    }
    let answer = await task.value
    if case .failure = answer {
      tasks.withLock { tasks in
        if tasks[remote] == task { tasks[remote] = nil }
      }
    }
    return answer
  }
}
