import Glibc
import Synchronization

extension ConnectionTable {
  /// What becomes of a connection that was just accepted.
  enum Place {
    case free
    /// Others have yet to be taken by the library, so that they cannot be cut.
    case later
    /// Handlers work for all others.
    case none
  }

  /// Makes room for a connection that was just accepted.
  ///
  /// When there are too many, the one that has waited longest for a head is cut, and if there is no
  /// such connection, one that waits for a body or for its answer to be read. A client that sends
  /// its head at once is never the one that has waited longest, however many do not.
  func admit(_ client: ClientNetwork) -> Place {
    state.withLock { state in
      if state.counts[client, default: 0] >= options.clientLimit {
        guard state.cutOne(of: client) else { return state.isPending ? .later : .none }
      }
      if state.total >= options.connectionLimit {
        guard state.cutOne(of: nil) else { return state.isPending ? .later : .none }
      }
      state.counts[client, default: 0] += 1
      state.total += 1
      return .free
    }
  }

  /// Takes back an admission that the library made no use of.
  func takeBack(_ client: ClientNetwork) {
    state.withLock { $0.leave(client) }
  }

  /// Cuts one connection when the system has no descriptors left.
  func cutOne() {
    state.withLock { _ = $0.cutOne(of: nil) }
  }

  /// Ends what has overrun its limit.
  func sweep() {
    let now = ContinuousClock.now
    end { options.isOver($0, at: now) }
  }

  /// Ends everything, whatever it is doing, and lets nothing begin.
  func endAll() {
    state.withLock { $0.isEnding = true }
    end { _ in true }
  }

  private func end(where isOver: (Connection) -> Bool) {
    let late = state.withLock { state in
      var late: [Exchange] = []
      for (id, connection) in state.connections where isOver(connection) {
        if connection.phase == .handling {
          if let exchange = connection.exchange { late.append(exchange) }
        } else {
          state.cut(id)
        }
      }
      return late
    }
    for exchange in late { exchange.giveUp(isDraining ? .stopping : .tooLate) }
  }
}

extension ConnectionTable.State {
  /// Whether the library has yet to take some connections.
  fileprivate var isPending: Bool { connections.values.count { !$0.isCut } < total }

  mutating func leave(_ client: ClientNetwork) {
    total -= 1
    let rest = counts[client, default: 1] - 1
    counts[client] = rest > 0 ? rest : nil
  }

  /// Cuts the connection that can best be spared; false if no connection can be cut.
  fileprivate mutating func cutOne(of client: ClientNetwork?) -> Bool {
    let spare = connections.lazy.filter { _, connection in
      !connection.isCut && connection.phase != .handling
        && (client == nil || connection.client == client)
    }
    .min { ($0.value.phase.rawValue, $0.value.since) < ($1.value.phase.rawValue, $1.value.since) }
    guard let spare else { return false }
    cut(spare.key)
    return true
  }

  /// Shuts a socket down; under the lock, since the descriptor is closed only after `close`.
  fileprivate mutating func cut(_ id: UInt) {
    guard let connection = connections[id], !connection.isCut else { return }
    connections[id]?.isCut = true
    leave(connection.client)
    shutdown(connection.socket, Int32(SHUT_RDWR))
  }
}

extension ServerOptions {
  fileprivate func isOver(_ connection: ConnectionTable.Connection, at now: ContinuousClock.Instant)
    -> Bool
  {
    let time = now - connection.since
    switch connection.phase {
    case .arriving: return time > arrivalLimit
    case .idle: return time > idleLimit
    case .sending: return time > transferLimit
    case .handling: return time > handlerLimit
    case .receiving:
      let due = Double(minimumRate) * ((time - slowStart) / .seconds(1))
      return time > transferLimit || Double(connection.received) < due
    }
  }
}
