/// A small pool of connections to one server.
///
/// Each transaction uses one connection.
actor PostgresPool: Backend {
  /// Transactions are short: more connections would only wait for each other in the server.
  private static let limit = 4

  private let address: PostgresAddress
  private var idle: [PostgresConnection] = []
  private var made = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var listeners: [PostgresListener] = []
  private var isClosed = false

  private init(_ address: PostgresAddress) {
    self.address = address
  }

  static func open(_ address: PostgresAddress, _ schema: [Migration]) async throws -> PostgresPool {
    let pool = PostgresPool(address)
    try await pool.persist { connection in try await connection.migrate(schema) }
    return pool
  }

  func read<Result: Sendable>(
    _ body: @Sendable (borrowing Transaction) throws -> Result
  ) async throws -> Result {
    try await persist { connection in try await connection.run(.reading, body) }
  }

  func write<Result: Sendable>(
    _ isolation: Isolation, _ body: @Sendable (borrowing Transaction) throws -> Result
  ) async throws -> Result {
    try await persist { connection in try await connection.run(.init(isolation), body) }
  }

  func listen(_ body: @escaping @Sendable () -> Void) async {
    guard !isClosed else { return }
    let listener = PostgresListener(address, body)
    listeners.append(listener)
    await listener.start()
  }

  func backup(to path: String) throws {
    throw DatabaseError(.misuse, message: "a PostgreSQL database is not a file; export it instead")
  }

  func verify() {}

  func close() async {
    isClosed = true
    let (connections, listeners) = (idle, listeners)
    (idle, self.listeners) = ([], [])
    for connection in connections { await connection.close() }
    for listener in listeners { await listener.stop() }
    for waiter in waiting { waiter.resume() }
    waiting = []
  }

  /// Runs `body` with a connection and retries if the failure allows it.
  private func persist<Result: Sendable>(
    _ body: (PostgresConnection) async throws -> Result
  ) async throws -> Result {
    var attempt = 1
    while true {
      let connection = try await acquire()
      do {
        let result = try await body(connection)
        await release(connection)
        return result
      } catch {
        await release(connection)
        guard let failure = error as? DatabaseError,
          let pause = RetryPolicy.pause(
            after: failure.code, attempt: attempt, spread: .random(in: 0...1))
        else { throw error }
        try await Task.sleep(for: pause)
      }
      attempt += 1
    }
  }

  private func acquire() async throws(DatabaseError) -> PostgresConnection {
    while !isClosed {
      if let connection = idle.popLast() { return connection }
      if made < Self.limit {
        made += 1
        return PostgresConnection(address)
      }
      // After waking up, the loop checks again: another task may have been faster.
      await withCheckedContinuation { waiting.append($0) }
    }
    throw DatabaseError(.misuse, message: "the connection is closed")
  }

  private func release(_ connection: PostgresConnection) async {
    if isClosed { return await connection.close() }
    idle.append(connection)
    if !waiting.isEmpty { waiting.removeFirst().resume() }
  }
}
