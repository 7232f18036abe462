import Glibc
import Synchronization

/// All open connections, what each is doing and since when: deadlines and shutdown act on it.
final class ConnectionTable: Sendable {
  /// What a connection spends its time with.
  enum Phase {
    case idle, transferring, handling
  }

  private struct Connection {
    let socket: Int32
    var phase = Phase.idle
    var since = ContinuousClock.now
    var exchange: Exchange?
  }

  private struct State {
    var connections: [UInt: Connection] = [:]
    var requestCount = 0
    var isDraining = false
    var isEnding = false
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    var nextWaiter = 0
  }

  private let state = Mutex(State())
  private let options: ServerOptions

  init(_ options: ServerOptions) {
    self.options = options
  }

  func open(_ id: UInt, socket: Int32) {
    state.withLock { $0.connections[id] = Connection(socket: socket) }
  }

  /// Must be called before the descriptor is closed, so that no other connection's is cut.
  func close(_ id: UInt) {
    state.withLock { $0.connections[id] = nil }
  }

  /// Notes a request's first line.
  func begin(_ exchange: Exchange, on id: UInt) {
    state.withLock { state in
      state.requestCount += 1
      state.connections[id]?.exchange = exchange
    }
    enter(.transferring, on: id)
  }

  /// Notes that a connection does something else from now on.
  func enter(_ phase: Phase, on id: UInt) {
    state.withLock { state in
      state.connections[id]?.phase = phase
      state.connections[id]?.since = .now
    }
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
}

extension ConnectionTable {
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

  /// Ends what has overrun its limit.
  func sweep() {
    let now = ContinuousClock.now
    end { connection in connection.since + options.limit(of: connection.phase) < now }
  }

  /// Ends everything, whatever it is doing, and lets nothing begin.
  func endAll() {
    state.withLock { $0.isEnding = true }
    end { _ in true }
  }

  private func end(where isOver: (Connection) -> Bool) {
    let late = state.withLock { state in
      var late: [Exchange] = []
      for connection in state.connections.values where isOver(connection) {
        if connection.phase == .handling {
          if let exchange = connection.exchange { late.append(exchange) }
        } else {
          // Under the lock, for the descriptor is closed only after `close`.
          shutdown(connection.socket, Int32(SHUT_RDWR))
        }
      }
      return late
    }
    for exchange in late { exchange.giveUp(isDraining ? .stopping : .tooLate) }
  }
}

extension ServerOptions {
  fileprivate func limit(of phase: ConnectionTable.Phase) -> Duration {
    switch phase {
    case .idle: idleLimit
    case .transferring: transferLimit
    case .handling: handlerLimit
    }
  }
}
