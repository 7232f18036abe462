import Libc
import Synchronization

/// All open connections with their phases, for limits, timeouts and shutdown.
final class ConnectionTable: Sendable {
  /// The phase of a connection.
  enum Phase: Int {
    /// Receiving a head, or waiting for the first one.
    case arriving
    /// Waiting for another request.
    case idle
    case receiving, sending, handling
  }

  struct Connection {
    let socket: Int32
    let client: ClientNetwork
    var phase = Phase.arriving
    var since = ContinuousClock.now
    var exchange: Exchange?
    /// Identifies the current wait for a head.
    var stamp: UInt64 = 0
    /// The bytes of the body so far.
    var received = 0
    /// Whether the socket was shut down, so that the library will close it.
    var isCut = false
  }

  struct State {
    var connections: [UInt: Connection] = [:]
    /// Counts `connections` that were not cut, and those that the library has not opened yet.
    var counts: [ClientNetwork: Int] = [:]
    var total = 0
    var line = WaitingLine()
    var lines: [ClientNetwork: WaitingLine] = [:]
    var lastStamp: UInt64 = 0
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

  /// Records that the library has opened a connection.
  func open(_ id: UInt, socket: Int32, from client: ClientNetwork) {
    state.withLock { state in
      state.connections[id] = Connection(socket: socket, client: client)
      state.startWaiting(id)
    }
  }

  /// Removes a connection; must be called before its descriptor is closed and can be reused.
  func close(_ id: UInt) {
    state.withLock { state in
      guard let connection = state.connections.removeValue(forKey: id) else { return }
      if !connection.isCut { state.leave(connection.client) }
    }
  }

  /// Records a request's first line.
  func begin(_ exchange: Exchange, on id: UInt) {
    state.withLock { state in
      state.requestCount += 1
      state.connections[id]?.exchange = exchange
      // The time of a connection's first request starts when the connection is opened.
      guard state.connections[id]?.phase == .idle else { return }
      state.connections[id]?.phase = .arriving
      state.connections[id]?.since = .now
      state.startWaiting(id)
    }
  }

  /// Changes the phase of a connection.
  func enter(_ phase: Phase, on id: UInt) {
    state.withLock { state in
      state.connections[id]?.phase = phase
      state.connections[id]?.since = .now
      state.connections[id]?.received = 0
      if phase == .idle { state.startWaiting(id) }
    }
  }

  /// Records a piece of a body.
  func receive(_ count: Int, on id: UInt) {
    state.withLock { $0.connections[id]?.received += count }
  }

  /// Returns the current request of a connection.
  func exchange(on id: UInt) -> Exchange? {
    state.withLock { $0.connections[id]?.exchange }
  }

  /// Records the end of a request, answered or not.
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

  /// Whether connections are closed after the current response.
  var isDraining: Bool { state.withLock(\.isDraining) }

  func startDraining() {
    state.withLock { $0.isDraining = true }
  }

  /// Whether no further handler is called.
  var isEnding: Bool { state.withLock(\.isEnding) }

  /// Whether a handler is running.
  var isHandling: Bool {
    state.withLock { $0.connections.values.contains { $0.phase == .handling } }
  }

  /// The number of unanswered requests.
  var requestCount: Int { state.withLock(\.requestCount) }

  /// Waits until all requests are answered, or the task is cancelled.
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
