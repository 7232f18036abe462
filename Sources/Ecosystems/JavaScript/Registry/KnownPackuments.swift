import HTTP
internal import Synchronization

/// The documents that registries have returned to an ecosystem, so that a pass requests each one once.
///
/// Callers that need the same document at the same time share one request. A failure isn't kept. Documents
/// are kept as long as there is space and are never replaced: a resolution begins with the project's own
/// dependencies, which other stages need again.
package final class KnownPackuments: Sendable {
  /// Identifies a document.
  struct Key: Hashable, Sendable {
    /// The address, which depends on the project's settings.
    var url: String
    var detail: Packument.Detail
  }

  fileprivate typealias Answer = Result<Packument, LookUpFailure>
  fileprivate typealias Waiting = CheckedContinuation<Answer?, Never>

  private let limit: Int
  private let state = Mutex(State())

  /// Creates a store without documents.
  ///
  /// - Parameter limit: the size of the documents to keep, in bytes of their texts.
  package init(limit: Int = 8 << 20) {
    self.limit = limit
  }

  /// Returns a document, from the registry unless it is known with the needed fields.
  func packument(
    _ key: Key, keeping scope: Packument.Scope,
    _ request: () async throws(LookUpFailure) -> Packument
  ) async throws(LookUpFailure) -> Packument {
    while true {
      switch state.withLock({ $0.step(for: key, scope) }) {
      case .known(let packument): return packument
      case .request(let isShared):
        let answer = await Self.answer(request)
        if isShared { finish(key, answer) }
        return try answer.get()
      case .wait:
        // The caller that made the request may have been cancelled.
        guard let answer = await answer(for: key), !answer.isCancelled else { continue }
        return try answer.get()
      }
    }
  }

  private static func answer(
    _ request: () async throws(LookUpFailure) -> Packument
  ) async -> Answer {
    do throws(LookUpFailure) {
      return .success(try await request())
    } catch {
      return .failure(error)
    }
  }

  /// Waits for the request that another caller makes; nil if it has ended.
  private func answer(for key: Key) async -> Answer? {
    await withCheckedContinuation { continuation in
      let isWaiting = state.withLock { $0.add(continuation, for: key) }
      if !isWaiting { continuation.resume(returning: nil) }
    }
  }

  /// Keeps a document, and passes it to the callers that wait for it.
  private func finish(_ key: Key, _ answer: Answer) {
    let waiting = state.withLock { $0.finish(key, answer, limit: limit) }
    for continuation in waiting { continuation.resume(returning: answer) }
  }
}

extension KnownPackuments {
  private enum Entry {
    case known(Packument)
    /// A caller makes the request.
    case requested(Packument.Scope, waiting: [Waiting])
  }

  private enum Step {
    case known(Packument)
    /// The caller makes the request; other callers wait for it if it is shared.
    case request(isShared: Bool)
    case wait
  }

  private struct State {
    private var entries: [Key: Entry] = [:]
    /// The size of all known documents.
    private var size = 0

    mutating func step(for key: Key, _ scope: Packument.Scope) -> Step {
      switch entries[key] {
      case .known(let packument) where packument.scope.covers(scope): return .known(packument)
      case .requested(let requested, _) where requested.covers(scope): return .wait
      case .requested: return .request(isShared: false)
      case .known(let packument):
        size -= packument.size
        entries[key] = .requested(scope, waiting: [])
      case nil: entries[key] = .requested(scope, waiting: [])
      }
      return .request(isShared: true)
    }

    /// Returns false unless a request is under way.
    mutating func add(_ continuation: Waiting, for key: Key) -> Bool {
      guard case .requested(let scope, let waiting) = entries[key] else { return false }
      entries[key] = .requested(scope, waiting: waiting + [continuation])
      return true
    }

    mutating func finish(_ key: Key, _ answer: Answer, limit: Int) -> [Waiting] {
      guard case .requested(_, let waiting) = entries.removeValue(forKey: key) else { return [] }
      if case .success(let packument) = answer, size + packument.size <= limit {
        size += packument.size
        entries[key] = .known(packument)
      }
      return waiting
    }
  }
}

extension KnownPackuments.Answer {
  fileprivate var isCancelled: Bool {
    guard case .failure(let failure) = self, case .noAnswer(let error) = failure.reason else {
      return false
    }
    return error.code == .cancelled
  }
}
