import Synchronization

/// A value that is computed on first use and then shared by all callers.
///
/// Concurrent callers wait for one computation. A failure isn't kept: the next caller tries again.
package final class Once<Value: Sendable>: Sendable {
  private let task = Mutex<Task<Result<Value, Problem>, Never>?>(nil)

  /// Creates a value that isn't computed yet.
  package init() {}

  /// Returns the value.
  ///
  /// - Parameter compute: called at most once as long as it succeeds.
  /// - Returns: the result of the first computation that succeeded.
  /// - Throws: the problem of the computation.
  package func value(
    _ compute: @escaping @Sendable () async throws(Problem) -> Value
  ) async throws(Problem) -> Value {
    let shared = task.withLock { task in
      if let task { return task }
      let new = Task { () async -> Result<Value, Problem> in
        do throws(Problem) {
          return .success(try await compute())
        } catch {
          return .failure(error)
        }
      }
      task = new
      return new
    }
    let result = await shared.value
    if case .failure = result { task.withLock { if $0 == shared { $0 = nil } } }
    return try result.get()
  }
}
