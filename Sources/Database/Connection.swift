/// A SQLite file that survives crashes: write-ahead log, every commit synced to the disk.
///
///     let connection = try await Connection.open("/var/lib/martlet/martlet.db", schema: schema)
///     let rows = try await connection.read { try $0.execute("SELECT name FROM repositories") }
///
/// Transactions of one connection run one after the other on a thread outside of the cooperative
/// pool; several connections, also of several processes, wait for each other up to `busyTimeout`.
package actor Connection {
  private let executor: QueueExecutor
  private var handle: Handle?

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  private init(executor: QueueExecutor) {
    self.executor = executor
  }

  /// Opens or creates a file and brings its schema up to date.
  ///
  /// A file of a later program is refused with `newerSchema` and left as it was.
  package static func open(
    _ path: String, schema: [Migration], busyTimeout: Duration = .seconds(5)
  ) async throws -> Connection {
    let connection = Connection(executor: QueueExecutor(label: "martlet.database"))
    try await connection.start(path, schema: schema, busyTimeout: busyTimeout)
    return connection
  }

  /// Runs `body` with one steady view of the data, in a transaction that may not write.
  package func read<Result: Sendable>(
    _ body: @Sendable (borrowing Transaction) throws -> Result
  ) throws -> Result {
    let handle = try open()
    try handle.execute("PRAGMA query_only = ON")
    defer { handle.allowWriting() }
    return try handle.transaction(.deferred) { try body(Transaction(on: handle)) }
  }

  /// Runs `body` in a transaction that holds the writer's lock from its start.
  ///
  /// What `body` throws undoes all that it did, and is thrown on.
  @discardableResult
  package func write<Result: Sendable>(
    _ body: @Sendable (borrowing Transaction) throws -> Result
  ) throws -> Result {
    let handle = try open()
    return try handle.transaction(.immediate) { try body(Transaction(on: handle)) }
  }

  /// Writes a complete copy beside the running database, and puts it in place at once.
  ///
  /// `path` holds the old copy or the new one, never half of one.
  package func backup(to path: String) throws(DatabaseError) {
    try open().backup(to: path)
  }

  /// Reads the whole file and fails with `corrupt` when it is damaged.
  package func verify() throws(DatabaseError) {
    let findings = try open().execute("PRAGMA integrity_check(10)").flatMap(\.values)
    guard findings == [.text("ok")] else {
      throw DatabaseError(.corrupt, message: "\(findings)")
    }
  }

  /// Lets go of the file; whatever is asked later fails with `misuse`.
  package func close() {
    handle = nil
  }

  private func start(_ path: String, schema: [Migration], busyTimeout: Duration) throws {
    let handle = try Handle(path: path, busyTimeout: busyTimeout)
    try handle.refuseNewerSchema(than: schema.count)
    try handle.execute("PRAGMA journal_mode = WAL")
    // NORMAL would lose the latest commits with the power; a commit must stay committed.
    try handle.execute("PRAGMA synchronous = FULL")
    try handle.migrate(schema)
    self.handle = handle
  }

  private func open() throws(DatabaseError) -> Handle {
    guard let handle else { throw DatabaseError(.misuse, message: "the connection is closed") }
    return handle
  }
}
