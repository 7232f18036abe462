import Ecosystem
import JavaScript
import Synchronization

/// Fetches each document of a resolution once, most of them before the resolution asks for them.
///
/// A lock names nearly all packages, so their documents are fetched at once, and the resolution begins
/// with the first of them.
final class DocumentsAhead: Sendable {
  typealias Answer = Result<Packument, LookUpFailure>

  private enum State {
    case running(Task<Answer, Never>)
    /// Without the task, which takes more memory than most documents.
    case ended(Answer)
  }

  private let registry: Registry
  private let states = Mutex<[DocumentRequest: State]>([:])

  init(_ registry: Registry) {
    self.registry = registry
  }

  /// Returns a document, once it is fetched.
  func answer(to request: DocumentRequest) async -> Answer {
    switch state(of: request) {
    case .ended(let answer): return answer
    case .running(let task):
      let answer = await withTaskCancellationHandler {
        await task.value
      } onCancel: {
        task.cancel()
      }
      states.withLock { $0[request] = .ended(answer) }
      return answer
    }
  }

  /// Returns how far a request is; starts it if it's new.
  private func state(of request: DocumentRequest) -> State {
    let registry = registry
    return states.withLock { states in
      if let known = states[request] { return known }
      let state = State.running(
        Task { await registry.answer(of: request.name, full: request.isFull) })
      states[request] = state
      return state
    }
  }

  /// Fetches documents until the task is canceled; those of hosts that are down are forgotten.
  func fetch(_ requests: [DocumentRequest]) async {
    _ = await fetchAll(requests) { [self] (request: DocumentRequest) async throws(Problem) in
      if Task.isCancelled { return }
      guard case .failure(let failure) = await answer(to: request), failure.isOutage else { return }
      states.withLock { $0[request] = nil }
    }
  }
}
