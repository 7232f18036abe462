import Ecosystem
import JavaScript
import Synchronization

/// Fetches each document of a resolution once, most of them before the resolution asks for them.
///
/// A lock names nearly all packages, so their documents are fetched at once, and the resolution begins
/// with the first of them.
final class DocumentsAhead: Sendable {
  private typealias Fetch = Task<Result<Packument, LookUpFailure>, Never>

  private let registry: Registry
  private let fetches = Mutex<[DocumentRequest: Fetch]>([:])

  init(_ registry: Registry) {
    self.registry = registry
  }

  /// Returns a document, once it is fetched.
  func answer(to request: DocumentRequest) async -> Result<Packument, LookUpFailure> {
    let registry = registry
    let fetch = fetches.withLock { fetches in
      if let known = fetches[request] { return known }
      let fetch = Fetch { await registry.answer(of: request.name, full: request.isFull) }
      fetches[request] = fetch
      return fetch
    }
    return await withTaskCancellationHandler {
      await fetch.value
    } onCancel: {
      fetch.cancel()
    }
  }

  /// Fetches documents until the task is canceled; those of hosts that are down are forgotten.
  func fetch(_ requests: [DocumentRequest]) async {
    _ = await fetchAll(requests) { [self] (request: DocumentRequest) async throws(Problem) in
      if Task.isCancelled { return }
      guard case .failure(let failure) = await answer(to: request), failure.isOutage else { return }
      fetches.withLock { $0[request] = nil }
    }
  }
}
