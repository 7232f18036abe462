import FoundationEssentials
import HTTP
import Synchronization

/// A worker's network: the parent sends the requests, and adds credentials.
final class RemoteNetwork: Sendable {
  private struct Pending {
    var continuation: CheckedContinuation<Result<Response, HTTPError>, Never>
    var response = Response(status: 0)
    var size = 0
  }

  private struct State {
    var last = 0
    var pending: [Int: Pending] = [:]
    /// The parsed askers by their texts.
    var askers: [String: Asker] = [:]
  }

  private let state = Mutex(State())
  /// Sends a payload to the parent.
  private let send: @Sendable ([UInt8]) -> Void

  init(_ send: @escaping @Sendable ([UInt8]) -> Void) {
    self.send = send
  }

  /// Sends requests by the parent.
  var client: HTTP.Client {
    Client { request throws(HTTPError) in try await self.exchange(request) }
  }

  private func exchange(_ request: Request) async throws(HTTPError) -> Response {
    let asker = request.asker.flatMap(asker) ?? Asker(isShared: true)
    let number = state.withLock { state in
      state.last += 1
      return state.last
    }
    let order = Packet(
      RequestMessage(request, number: number, asker: asker), request.body ?? [])
    let cancelled = HTTPError(.cancelled, url: (try? AbsoluteURL(request.url).withoutQuery) ?? "")
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        state.withLock { $0.pending[number] = Pending(continuation: continuation) }
        send(order.encoded)
        // The task may have been cancelled before the continuation was stored.
        if Task.isCancelled { cancel(number, cancelled) }
      }
    } onCancel: {
      cancel(number, cancelled)
    }
    return try result.get()
  }

  private func asker(_ text: String) -> Asker? {
    state.withLock { state in
      if let known = state.askers[text] { return known }
      if state.askers.count >= 64 { state.askers = [:] }
      let asker = message(Asker.self, Array(text.utf8))
      state.askers[text] = asker
      return asker
    }
  }

  private func cancel(_ number: Int, _ error: HTTPError) {
    guard finish(number, .failure(error)) else { return }
    send(WorkerMessage.abandon(number).encoded)
  }

  /// Handles a part of a response.
  func receive(_ packet: Packet<ResponseMessage>) {
    switch packet.head {
    case .failure(let number, let error): finish(number, .failure(error))
    case .whole(let number, let status, let headers, let url):
      finish(
        number,
        .success(Response(status: status, headers: headers, body: packet.body, url: url)))
    case .head(let number, let status, let headers, let url, let size):
      state.withLock { state in
        state.pending[number]?.response = Response(status: status, headers: headers, url: url)
        state.pending[number]?.response.body.reserveCapacity(size)
        state.pending[number]?.size = size
      }
      if size == 0 { complete(number) }
    case .part(let number):
      let isWhole = state.withLock { state in
        state.pending[number]?.response.body += packet.body
        return state.pending[number].map { $0.response.body.count >= $0.size } ?? false
      }
      send(WorkerMessage.took(number).encoded)
      if isWhole { complete(number) }
    }
  }

  private func complete(_ number: Int) {
    guard let response = state.withLock({ $0.pending[number]?.response }) else { return }
    finish(number, .success(response))
  }

  @discardableResult
  private func finish(_ number: Int, _ result: Result<Response, HTTPError>) -> Bool {
    let pending = state.withLock { $0.pending.removeValue(forKey: number) }
    pending?.continuation.resume(returning: result)
    return pending != nil
  }
}
