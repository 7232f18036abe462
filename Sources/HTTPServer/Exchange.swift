import CMicrohttpd
import Synchronization

/// One request and its answer, between the library's thread and the handler's task.
final class Exchange: Sendable {
  private struct State {
    var machine: ExchangeState
    var task: Task<Void, Never>?
  }

  private let target: String
  private let connection: HeldConnection
  private let shared: SharedState
  private let state: Mutex<State>

  init(target: String, connection: OpaquePointer, shared: SharedState) {
    self.target = target
    self.connection = HeldConnection(pointer: connection)
    self.shared = shared
    state = Mutex(State(machine: ExchangeState(bodyLimit: shared.options.bodyLimit)))
  }

  /// Answers the library's call; sets `size` to what of the piece it shall hand over again.
  func advance(
    method: String, piece: UnsafePointer<CChar>?, size: UnsafeMutablePointer<Int>
  ) -> MHD_Result {
    guard state.withLock(\.machine.isPastHead) else { return begin() }
    guard size.pointee > 0 else { return proceed(method) }
    receive(UnsafeRawBufferPointer(start: piece, count: size.pointee))
    size.pointee = 0
    return .YES
  }

  private func begin() -> MHD_Result {
    let headers = connection.headers
    let length = headers.first(named: "Content-Length").flatMap { Int($0) }
    let isCoded = headers.first(named: "Transfer-Encoding") != nil
    let action = state.withLock {
      $0.machine.receiveHead(contentLength: length, isCoded: isCoded)
    }
    return answerIfAsked(action)
  }

  private func receive(_ bytes: UnsafeRawBufferPointer) {
    let hasRoom = shared.hasRoom(for: bytes.count)
    let more = state.withLock { state in
      let before = state.machine.heldBytes
      state.machine.receive(bytes, hasRoom: hasRoom)
      return state.machine.heldBytes - before
    }
    shared.hold(more)
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
      shared.table.enter(.transferring, on: connection.id)
      return connection.queue(response, andClose: shared.table.isDraining)
    }
  }

  private func request(_ method: String, _ body: [UInt8]) -> ServerRequest {
    ServerRequest(
      method == "HEAD" ? "GET" : method, target, headers: connection.headers, body: body,
      client: connection.client)
  }

  /// Holds the connection and calls the handler.
  ///
  /// Runs under the lock of the state: an answer must not let the connection go on before it is
  /// held.
  private func handle(_ request: ServerRequest) -> Task<Void, Never> {
    shared.hold(-request.body.count)
    shared.table.enter(.handling, on: connection.id)
    connection.suspend()
    let handler = shared.handler
    return Task { self.answer(await handler(request)) }
  }

  /// Hands over an answer, unless another was given before.
  private func answer(_ response: ServerResponse) {
    if state.withLock({ $0.machine.answer(response) }) { connection.resume() }
  }

  /// Answers in the handler's place, and tells its task that nobody waits any more.
  func giveUp(_ response: ServerResponse) {
    answer(response)
    state.withLock(\.task)?.cancel()
  }

  /// Lets go what is held of a body that will not be handled.
  func finish() {
    shared.hold(-state.withLock(\.machine.heldBytes))
    shared.table.end(on: connection.id)
  }
}
