import Libc
import Synchronization

extension ConnectionTable {
  /// The result of a request for a place in the table.
  enum Room {
    case free
    /// The other connections cannot be cut yet: they are too young, or not opened by the library.
    case later
    /// Handlers are running for all other connections.
    case none
  }

  /// Makes room for a new connection.
  ///
  /// If there are too many connections, the one that has waited longest for a head is cut, or otherwise
  /// one that waits for a body or for its response to be read. Each connection has `safeTime` before it
  /// can be cut, so a client that sends its head at once is not affected by those that don't.
  func admit(_ client: ClientNetwork) -> Room {
    let end = ContinuousClock.now - options.safeTime
    return state.withLock { state in
      if state.counts[client, default: 0] >= options.clientLimit {
        let room = state.cutOne(of: client, waitingSince: end)
        guard room == .free else { return room }
      }
      if state.total >= options.connectionLimit {
        let room = state.cutOne(of: nil, waitingSince: end)
        guard room == .free else { return room }
      }
      state.counts[client, default: 0] += 1
      state.total += 1
      return .free
    }
  }

  /// Releases the place of a connection that the library refused.
  func release(_ client: ClientNetwork) {
    state.withLock { $0.leave(client) }
  }

  /// Cuts one connection, because no descriptors are left.
  func cutOne() {
    state.withLock { _ = $0.cutOne(of: nil, waitingSince: .now) }
  }

  /// Ends the connections that have exceeded a time limit.
  func sweep() {
    let now = ContinuousClock.now
    end { options.isOver($0, at: now) }
  }

  /// Ends all connections, and prevents further handlers.
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
    for exchange in late { exchange.abandon(isDraining ? .stopping : .tooLate) }
  }
}

extension ConnectionTable.State {
  mutating func leave(_ client: ClientNetwork) {
    total -= 1
    let rest = counts[client, default: 1] - 1
    counts[client] = rest > 0 ? rest : nil
    if rest == 0 { lines[client] = nil }
  }

  /// Records the start of a connection's wait for a head.
  mutating func startWaiting(_ id: UInt) {
    guard let client = connections[id]?.client else { return }
    lastStamp += 1
    connections[id]?.stamp = lastStamp
    let entry = WaitingLine.Entry(id: id, stamp: lastStamp)
    let (limit, connections) = (4 * total + 64, self.connections)
    line.append(entry, limit: limit) { Self.isOver($0, connections) }
    lines[client, default: WaitingLine()].append(entry, limit: limit) {
      Self.isOver($0, connections)
    }
  }

  private static func isOver(
    _ entry: WaitingLine.Entry, _ connections: [UInt: ConnectionTable.Connection]
  ) -> Bool {
    guard let connection = connections[entry.id], !connection.isCut else { return true }
    return connection.stamp != entry.stamp
      || connection.phase != .arriving && connection.phase != .idle
  }

  /// Cuts the connection that has waited longest, if it has waited since `end` or longer.
  fileprivate mutating func cutOne(
    of client: ClientNetwork?, waitingSince end: ContinuousClock.Instant
  ) -> ConnectionTable.Room {
    guard let oldest = longestWaiting(of: client) ?? longestWorking(of: client) else {
      return connections.values.count { !$0.isCut } < total ? .later : .none
    }
    guard let since = connections[oldest]?.since, since <= end else { return .later }
    cut(oldest)
    return .free
  }

  private mutating func longestWaiting(of client: ClientNetwork?) -> UInt? {
    let connections = self.connections
    guard let client else { return line.first { Self.isOver($0, connections) } }
    return lines[client]?.first { Self.isOver($0, connections) }
  }

  private func longestWorking(of client: ClientNetwork?) -> UInt? {
    connections.lazy.filter { _, connection in
      !connection.isCut && connection.phase != .handling
        && (client == nil || connection.client == client)
    }
    .min { ($0.value.phase.rawValue, $0.value.since) < ($1.value.phase.rawValue, $1.value.since) }?
    .key
  }

  /// Shuts a socket down; requires the lock, because the descriptor is closed after `close`.
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
