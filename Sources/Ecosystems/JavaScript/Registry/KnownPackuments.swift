import HTTP
internal import Synchronization

/// The documents that registries have returned to an ecosystem, so that a pass requests each one once.
///
/// Callers that need the same document at the same time share one request, also if they need different
/// fields: the response is parsed with the fields of all of them. A failure isn't kept. Documents are
/// kept as long as there is space and are never replaced: a resolution begins with the project's own
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
  ///
  /// - Parameters:
  ///   - key: the document.
  ///   - scope: the needed fields.
  ///   - request: requests the document, and parses the response with `Parsing`.
  /// - Returns: the document, perhaps with more fields.
  /// - Throws: why the request failed.
  func packument(
    _ key: Key, keeping scope: Packument.Scope,
    _ request: (Parsing) async throws(LookUpFailure) -> Parsed
  ) async throws(LookUpFailure) -> Packument {
    while true {
      switch state.withLock({ $0.step(for: key, scope) }) {
      case .known(let packument): return packument
      case .request: return try await answer(for: key, request)
      case .wait:
        // The caller that made the request may have been cancelled.
        guard let answer = await answer(for: key), !answer.isCancelled else { continue }
        return try answer.get()
      }
    }
  }

  private func answer(
    for key: Key, _ request: (Parsing) async throws(LookUpFailure) -> Parsed
  ) async throws(LookUpFailure) -> Packument {
    do throws(LookUpFailure) {
      return try await request(Parsing(documents: self, key: key)).packument
    } catch {
      let waiting = state.withLock { $0.fail(key) }
      for continuation in waiting { continuation.resume(returning: .failure(error)) }
      throw error
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
  ///
  /// - Returns: false if a caller needs further fields, so that the response has to be parsed again.
  private func isEnough(_ packument: Packument, for key: Key) -> Bool {
    guard let waiting = state.withLock({ $0.finish(key, packument, limit: limit) }) else {
      return false
    }
    for continuation in waiting { continuation.resume(returning: .success(packument)) }
    return true
  }
}

extension KnownPackuments {
  /// Parses the response of a request with the fields of all callers that wait for it.
  struct Parsing: Sendable {
    fileprivate let documents: KnownPackuments
    fileprivate let key: Key

    /// The fields that the callers need so far.
    var scope: Packument.Scope { documents.state.withLock { $0.scope(of: key) } }

    /// Parses a response, again if a caller needs further fields meanwhile.
    func callAsFunction<Failure: Error>(
      _ parse: (Packument.Scope) throws(Failure) -> Packument
    ) throws(Failure) -> Parsed {
      while true {
        let packument = try parse(scope)
        if documents.isEnough(packument, for: key) { return Parsed(packument: packument) }
      }
    }
  }

  /// A document that was passed to all callers that waited for it.
  struct Parsed: Sendable {
    fileprivate let packument: Packument
  }
}

extension KnownPackuments {
  private enum Entry {
    case known(Packument)
    /// A caller makes the request; the response is parsed with the scope.
    case requested(Packument.Scope, waiting: [Waiting])
  }

  private enum Step {
    case known(Packument)
    case request
    case wait
  }

  private struct State {
    private var entries: [Key: Entry] = [:]
    /// The size of all known documents.
    private var size = 0

    mutating func step(for key: Key, _ scope: Packument.Scope) -> Step {
      switch entries[key] {
      case .known(let packument) where packument.scope.covers(scope): return .known(packument)
      case .requested(let requested, let waiting):
        if !requested.covers(scope) { entries[key] = .requested(scope.parsed, waiting: waiting) }
        return .wait
      case .known(let packument):
        size -= packument.size
        entries[key] = .requested(scope.parsed, waiting: [])
      case nil: entries[key] = .requested(scope.parsed, waiting: [])
      }
      return .request
    }

    /// The fields that the callers of a request need.
    func scope(of key: Key) -> Packument.Scope {
      guard case .requested(let scope, _) = entries[key] else { return .metadata }
      return scope
    }

    /// Returns false unless a request is under way.
    mutating func add(_ continuation: Waiting, for key: Key) -> Bool {
      guard case .requested(let scope, let waiting) = entries[key] else { return false }
      entries[key] = .requested(scope, waiting: waiting + [continuation])
      return true
    }

    /// Ends a request and returns those who wait for it; nil if the document lacks fields.
    mutating func finish(_ key: Key, _ packument: Packument, limit: Int) -> [Waiting]? {
      guard case .requested(let scope, let waiting) = entries[key] else { return [] }
      guard packument.scope.covers(scope) else { return nil }
      entries[key] = nil
      if size + packument.size <= limit {
        size += packument.size
        entries[key] = .known(packument)
      }
      return waiting
    }

    /// Ends a failed request and returns those who wait for it.
    mutating func fail(_ key: Key) -> [Waiting] {
      guard case .requested(_, let waiting) = entries[key] else { return [] }
      entries[key] = nil
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
