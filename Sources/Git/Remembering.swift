import Synchronization

extension Client {
  /// Lists each remote once, however many ask for it, also at the same time.
  ///
  /// A pass over a thousand repositories names the same packages again and again. What was asked
  /// before counts for as long as this client lives: make one for each pass. Failures are not
  /// remembered.
  package func remembering() -> Client {
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
      }, files: files)
  }
}

/// What remotes advertised, or the tasks that are asking.
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
