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
    /// Requested; others wait for the answer.
    case running(waiting: [CheckedContinuation<Answer?, Never>])
    case ended(Answer)
  }

  private let registry: Registry
  private let states = Mutex<[DocumentRequest: State]>([:])

  init(_ registry: Registry) {
    self.registry = registry
  }

  /// Returns a document, once it is fetched.
  func answer(to request: DocumentRequest) async -> Answer {
    if let known = await known(request) { return known }
    let answer = await registry.answer(of: request.name, full: request.isFull)
    let before = states.withLock { $0.updateValue(.ended(answer), forKey: request) }
    if case .running(let waiting) = before {
      for continuation in waiting { continuation.resume(returning: answer) }
    }
    return answer
  }

  /// Returns the answer of a request that another task makes; nil if the caller has to make it.
  private func known(_ request: DocumentRequest) async -> Answer? {
    await withCheckedContinuation { continuation in
      let known = states.withLock { states -> Answer?? in
        switch states[request] {
        case nil:
          states[request] = .running(waiting: [])
          return .some(nil)
        case .ended(let answer): return answer
        case .running(let waiting):
          states[request] = .running(waiting: waiting + [continuation])
          return nil
        }
      }
      if let known { continuation.resume(returning: known) }
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
