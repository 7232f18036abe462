/// A SQLite file with a write-ahead log, synchronous commits, and one transaction at a time.
actor SQLiteFile: Backend {
  private enum State {
    case unopened(path: String, schema: [Migration], busyTimeout: Duration)
    case open(Handle)
    case closed
  }

  private let executor: QueueExecutor
  private var state: State

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  private init(executor: QueueExecutor, state: State) {
    self.executor = executor
    self.state = state
  }

  /// Opens a file immediately, so that errors are known; a database in memory is opened on first
  /// use, because most commands do not use it.
  static func open(
    _ path: String, _ schema: [Migration], busyTimeout: Duration
  ) async throws -> SQLiteFile {
    let file = SQLiteFile(
      executor: QueueExecutor(label: "martlet.database"),
      state: .unopened(path: path, schema: schema, busyTimeout: busyTimeout))
    if path != ":memory:" { try await file.start() }
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

  /// Acquires the write lock first.
  func write<Result: Sendable>(
    _ isolation: Isolation, _ body: @Sendable (borrowing Transaction) throws -> Result
  ) throws -> Result {
    let handle = try open()
    return try handle.transaction(.immediate) { try body(Transaction(on: handle)) }
  }

  /// SQLite has no notifications between processes, and this process needs none.
  func listen(_ body: @escaping @Sendable () -> Void) {}

  func backup(to path: String) throws {
    try open().backup(to: path)
  }

  func verify() throws {
    let findings = try open().execute("PRAGMA integrity_check(10)").flatMap(\.values)
    guard findings == [.text("ok")] else {
      throw DatabaseError(.corrupt, message: "\(findings)")
    }
  }

  func close() {
    state = .closed
  }

  private func start() throws {
    _ = try open()
  }

  private func open() throws -> Handle {
    switch state {
    case .open(let handle): return handle
    case .closed: throw DatabaseError(.misuse, message: "the connection is closed")
    case .unopened(let path, let schema, let busyTimeout):
      let handle = try Handle(path: path, busyTimeout: busyTimeout)
      try handle.refuseForeignSchema(known: schema.count)
      try handle.execute("PRAGMA journal_mode = WAL")
      // With NORMAL, a power failure would lose the latest commits.
      try handle.execute("PRAGMA synchronous = FULL")
      try handle.migrate(schema)
      state = .open(handle)
      return handle
    }
  }
}
