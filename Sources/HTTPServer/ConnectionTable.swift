import Glibc
import Synchronization

/// All open connections, what each is doing and since when: bounds, deadlines and shutdown act on it.
final class ConnectionTable: Sendable {
  /// What a connection spends its time with.
  enum Phase: Int {
    /// A request's head has begun, or is the first one of the connection.
    case arriving
    /// Between two requests.
    case idle
    case receiving, sending, handling
  }

  struct Connection {
    let socket: Int32
    let client: ClientNetwork
    var phase = Phase.arriving
    var since = ContinuousClock.now
    var exchange: Exchange?
    /// Bytes of the body so far.
    var received = 0
    /// Whether its socket was shut down, so that the library is about to close it.
    var isCut = false
    /// Whether its end waits until the client has sent its body, so that the client reads the answer.
    var lingers = false
  }

  struct State {
    var connections: [UInt: Connection] = [:]
    /// Those of `connections` that are not cut, and those that the library has yet to take.
    var counts: [ClientNetwork: Int] = [:]
    var total = 0
    var requestCount = 0
    var isDraining = false
    var isEnding = false
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    var nextWaiter = 0
  }

  let state = Mutex(State())
  let options: ServerOptions

  init(_ options: ServerOptions) {
    self.options = options
  }

  /// Notes that the library has taken a connection.
  func open(_ id: UInt, socket: Int32, from client: ClientNetwork) {
    state.withLock { $0.connections[id] = Connection(socket: socket, client: client) }
  }

  /// Forgets a connection; must be called before the descriptor is closed, so that no other
  /// connection's is cut.
  ///
  /// - Returns: whether the client should get time to read the answer.
  func close(_ id: UInt) -> Bool {
    state.withLock { state in
      guard let connection = state.connections.removeValue(forKey: id) else { return false }
      if !connection.isCut { state.leave(connection.client) }
      return connection.lingers && !connection.isCut
    }
  }

  /// Notes a request's first line.
  func begin(_ exchange: Exchange, on id: UInt) {
    state.withLock { state in
      state.requestCount += 1
      state.connections[id]?.exchange = exchange
      // The first request of a connection has had time since the connection was opened.
      guard state.connections[id]?.phase == .idle else { return }
      state.connections[id]?.phase = .arriving
      state.connections[id]?.since = .now
    }
  }

  /// Notes that a connection does something else from now on.
  func enter(_ phase: Phase, on id: UInt) {
    state.withLock { state in
      state.connections[id]?.phase = phase
      state.connections[id]?.since = .now
      state.connections[id]?.received = 0
    }
  }

  /// Notes a piece of a body.
  func receive(_ count: Int, on id: UInt) {
    state.withLock { $0.connections[id]?.received += count }
  }

  /// Notes that the answer comes before the end of the request.
  func linger(on id: UInt) {
    state.withLock { $0.connections[id]?.lingers = true }
  }

  /// The request that is under way on a connection.
  func exchange(on id: UInt) -> Exchange? {
    state.withLock { $0.connections[id]?.exchange }
  }

  /// Notes that a request is over, answered or not.
  func end(on id: UInt) {
    enter(.idle, on: id)
    let waiters = state.withLock { state in
      state.connections[id]?.exchange = nil
      state.requestCount -= 1
      guard state.requestCount == 0 else { return [CheckedContinuation<Void, Never>]() }
      defer { state.waiters = [:] }
      return Array(state.waiters.values)
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Whether connections are to be closed after the answer under way.
  var isDraining: Bool { state.withLock(\.isDraining) }

  func startDraining() {
    state.withLock { $0.isDraining = true }
  }

  /// Whether no handler is called any more.
  var isEnding: Bool { state.withLock(\.isEnding) }

  /// Whether a handler's answer is waited for.
  var isHandling: Bool {
    state.withLock { $0.connections.values.contains { $0.phase == .handling } }
  }

  /// Requests that have begun and are not yet answered.
  var requestCount: Int { state.withLock(\.requestCount) }

  /// Waits until no request is under way, or the task is cancelled.
  func waitUntilIdle() async {
    let number = state.withLock { state in
      state.nextWaiter += 1
      return state.nextWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          if state.requestCount == 0 || Task.isCancelled { return true }
          state.waiters[number] = continuation
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      let waiter = state.withLock { $0.waiters.removeValue(forKey: number) }
      waiter?.resume()
    }
  }
}
