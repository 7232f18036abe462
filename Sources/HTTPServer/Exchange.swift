import CMicrohttpd
import Synchronization

/// A request and its response, shared by the library's thread and the handler's task.
final class Exchange: Sendable {
  private struct State {
    var machine = ExchangeState()
    var task: Task<Void, Never>?
  }

  private let target: String
  private let connection: HeldConnection
  private let shared: SharedState
  private let state = Mutex(State())

  /// Creates an exchange.
  ///
  /// - Parameters:
  ///   - target: the target as sent.
  ///   - connection: the library's connection.
  ///   - shared: the server's state.
  init(target: String, connection: OpaquePointer, shared: SharedState) {
    self.target = target
    self.connection = HeldConnection(pointer: connection)
    self.shared = shared
  }

  /// Handles a call of the library; sets `size` to the number of unused bytes.
  func advance(
    method: String, version: String, piece: UnsafePointer<CChar>?,
    size: UnsafeMutablePointer<Int>
  ) -> MHD_Result {
    guard state.withLock(\.machine.isPastHead) else { return begin(method, version) }
    guard size.pointee > 0 else { return proceed(method) }
    receive(UnsafeRawBufferPointer(start: piece, count: size.pointee))
    size.pointee = 0
    return .YES
  }

  private func begin(_ method: String, _ version: String) -> MHD_Result {
    guard let body = AnnouncedBody(connection.headers, isOld: version == "HTTP/1.0") else {
      return answerIfAsked(state.withLock { $0.machine.refuseHead() })
    }
    let admission = shared.admit(request(method, []))
    if case .receive(let limits) = admission {
      shared.bodies.withLock { $0.open(connection.id, limits, from: connection.network) }
    }
    shared.table.enter(.receiving, on: connection.id)
    return answerIfAsked(state.withLock { $0.machine.receiveHead(body, admission) })
  }

  private func receive(_ bytes: UnsafeRawBufferPointer) {
    shared.table.receive(bytes.count, on: connection.id)
    var hasRoom = false
    if state.withLock(\.machine.isReceiving) {
      let decision = shared.bodies.withLock { $0.reserve(bytes.count, for: connection.id) }
      for id in decision.evicted { shared.table.exchange(on: id)?.evictBody() }
      hasRoom = decision.mayGrow
    }
    let isReceiving = state.withLock { state in
      state.machine.receive(bytes, hasRoom: hasRoom)
      return state.machine.isReceiving
    }
    if !isReceiving { release() }
  }

  private func proceed(_ method: String) -> MHD_Result {
    let isEnding = shared.table.isEnding
    let action = state.withLock { state in
      let action = state.machine.proceed(isEnding: isEnding)
      if case .handle(let body) = action { state.task = handle(request(method, body)) }
      return action
    }
    return answerIfAsked(action)
  }

  private func answerIfAsked(_ action: ExchangeState.Action) -> MHD_Result {
    switch action {
    case .proceed, .handle: return .YES
    case .cut: return .NO
    case .answer(let response):
      shared.table.enter(.sending, on: connection.id)
      return connection.queue(
        shared.shape(response, target), andClose: shared.table.isDraining)
    }
  }

  private func request(_ method: String, _ body: [UInt8]) -> ServerRequest {
    ServerRequest(
      method == "HEAD" ? "GET" : method, target, headers: connection.headers, body: body,
      client: connection.client)
  }

  /// Suspends the connection and calls the handler.
  ///
  /// Runs with the state locked, so that a response cannot resume the connection before it was
  /// suspended.
  private func handle(_ request: ServerRequest) -> Task<Void, Never> {
    shared.bodies.withLock { $0.keep(connection.id) }
    shared.table.enter(.handling, on: connection.id)
    connection.suspend()
    let handler = shared.handler
    return Task(executorPreference: HandlerThreads.shared) { self.answer(await handler(request)) }
  }

  /// Sends a response, unless there is already one.
  private func answer(_ response: ServerResponse) {
    guard state.withLock({ $0.machine.answer(response) }) else { return }
    release()
    connection.resume()
  }

  /// Sends a response in place of the handler's, and cancels its task.
  func abandon(_ response: ServerResponse) {
    answer(response)
    state.withLock(\.task)?.cancel()
  }

  /// Discards a body that is still arriving, to make room for others.
  func evictBody() {
    state.withLock { $0.machine.evict() }
  }

  /// Stops counting the body.
  private func release() {
    shared.bodies.withLock { $0.release(connection.id) }
  }

  /// Handles the end of the request.
  func finish() {
    release()
    shared.table.end(on: connection.id)
  }
}
