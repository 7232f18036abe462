/// A SQLite file: write-ahead log, every commit synced to the disk, one transaction at a time.
actor SQLiteFile: Backend {
  private let executor: QueueExecutor
  private var handle: Handle?

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  private init(executor: QueueExecutor) {
    self.executor = executor
  }

  static func open(
    _ path: String, _ schema: [Migration], busyTimeout: Duration
  ) async throws -> SQLiteFile {
    let file = SQLiteFile(executor: QueueExecutor(label: "martlet.database"))
    try await file.start(path, schema, busyTimeout: busyTimeout)
    return file
  }

  func read<Result: Sendable>(
    _ body: @Sendable (borrowing Transaction) throws -> Result
  ) throws -> Result {
    let handle = try open()
    try handle.execute("PRAGMA query_only = ON")
    defer { handle.allowWriting() }
    return try handle.transaction(.deferred) { try body(Transaction(on: handle)) }
  }

  /// Holds the writer's lock from the start.
  func write<Result: Sendable>(
    _ isolation: Isolation, _ body: @Sendable (borrowing Transaction) throws -> Result
  ) throws -> Result {
    let handle = try open()
    return try handle.transaction(.immediate) { try body(Transaction(on: handle)) }
  }

  /// No other process is heard, and this one needs no telling.
  func listen(_ body: @escaping @Sendable () -> Void) {}

  func backup(to path: String) throws(DatabaseError) {
    try open().backup(to: path)
  }

  func verify() throws(DatabaseError) {
    let findings = try open().execute("PRAGMA integrity_check(10)").flatMap(\.values)
    guard findings == [.text("ok")] else {
      throw DatabaseError(.corrupt, message: "\(findings)")
    }
  }

  func close() {
    handle = nil
  }

  private func start(_ path: String, _ schema: [Migration], busyTimeout: Duration) throws {
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
