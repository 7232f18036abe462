import Database
import TestSupport
import Testing

@Suite struct `A connection to SQLite` {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func open(
    _ name: String = "a.db", schema: [Migration] = birds, busyTimeout: Duration = .seconds(20)
  ) async throws -> Connection {
    try await Connection.open(folder.file(name), schema: schema, busyTimeout: busyTimeout)
  }

  private func code(_ body: () async throws -> Void) async -> DatabaseError.Code? {
    let error = await #expect(throws: DatabaseError.self) { try await body() }
    return error?.code
  }

  @Test func `The file is set up to survive a crash`() async throws {
    let connection = try await open()
    let rows = try await connection.read { transaction in
      try ["journal_mode", "synchronous", "foreign_keys"].flatMap {
        try transaction.execute("PRAGMA \($0)").flatMap(\.values)
      }
    }
    #expect(rows == [.text("wal"), .integer(2), .integer(1)])
  }

  @Test func `A failed transaction changes nothing, and the next one works`() async throws {
    let connection = try await open()
    try await connection.add("swift")
    let code = await code { try await connection.add("martin", "swift") }
    #expect(code == .constraint)
    try await connection.add("swallow")
    #expect(try await connection.names() == ["swift", "swallow"])
  }

  @Test func `Foreign keys are enforced`() async throws {
    let connection = try await open()
    let code = await code {
      _ = try await connection.write { try $0.execute("INSERT INTO rings VALUES (7, 'x')") }
    }
    #expect(code == .constraint)
  }

  @Test func `Reading cannot write, and writing works afterwards`() async throws {
    let connection = try await open()
    let code = await code {
      _ = try await connection.read { try $0.execute("DELETE FROM birds") }
    }
    #expect(code == .readOnly)
    try await connection.add("swift")
    #expect(try await connection.names() == ["swift"])
  }

  static let mistakes: [(String, [Value])] = [
    ("SELECT nothing FROM birds", []), ("SELECT 1; SELECT 2", []), ("", []),
    ("SELECT ?", []), ("SELECT ?", [.null, .null]), ("SELECT \"no column\"", []), ("SELEC", []),
  ]

  @Test(arguments: mistakes)
  func `An invalid statement is a programming error`(sql: String, values: [Value]) async throws {
    let connection = try await open()
    let code = await code {
      _ = try await connection.read { try $0.execute(sql, values: values) }
    }
    #expect(code == .misuse)
  }

  @Test func `An error names the statement and never its values`() async throws {
    let connection = try await open()
    try await connection.add("hidden")
    let error = await #expect(throws: DatabaseError.self) { try await connection.add("hidden") }
    #expect(error?.sql == "INSERT INTO birds (name) VALUES (?)")
    #expect(error.map { "\($0)" }?.contains("hidden") == false)
    #expect(error?.sqliteCode == 2067)
  }

  @Test func `Two connections write at the same time without losing anything`() async throws {
    let connections = [try await open(), try await open()]
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (writer, connection) in connections.enumerated() {
        for number in 0..<50 {
          group.addTask { try await connection.add("\(writer)-\(number)") }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await connections[0].names().count == 100)
    #expect(try await connections[1].names().count == 100)
  }

  @Test func `A writer that waits too long gets the error busy`() async throws {
    let first = try await open()
    let second = try await open(busyTimeout: .milliseconds(20))
    let (holding, held) = AsyncStream.makeStream(of: Void.self)
    let release = Latch()
    let writer = Task {
      try await first.write { transaction in
        try transaction.execute("INSERT INTO birds (name) VALUES ('swift')")
        held.finish()
        release.wait()
      }
    }
    for await _ in holding {}
    let code = await code { try await second.add("martin") }
    #expect(code == .busy)
    // A reader is not blocked, and does not see uncommitted data.
    #expect(try await second.names() == [])
    release.open()
    try await writer.value
    #expect(try await second.names() == ["swift"])
  }

  @Test func `When the disk is full a transaction is rolled back`() async throws {
    let connection = try await open()
    try await connection.add("swift")
    try await connection.write { try $0.execute("PRAGMA max_page_count = 12") }
    let code = await code {
      try await connection.write { transaction in
        for number in 0..<100 {
          try transaction.execute(
            "INSERT INTO birds (name, photo) VALUES (?, ?)", "\(number)",
            [UInt8](repeating: 1, count: 4000))
        }
      }
    }
    #expect(code == .full)
    #expect(try await connection.names() == ["swift"])
    try await connection.write { try $0.execute("PRAGMA max_page_count = 100000") }
    try await connection.add("martin")
    #expect(try await connection.names() == ["swift", "martin"])
  }

  @Test func `A crash loses only uncommitted data`() async throws {
    let connection = try await open()
    try await connection.add("swift")
    // The files of a process that was killed during a large transaction.
    try await connection.write { [folder] transaction in
      try transaction.execute("PRAGMA cache_size = 1")
      for number in 0..<200 {
        try transaction.execute(
          "INSERT INTO birds (name, photo) VALUES (?, ?)", "\(number)",
          [UInt8](repeating: 1, count: 4000))
      }
      folder.write(folder.bytes(of: "a.db"), to: "b.db")
      folder.write(folder.bytes(of: "a.db-wal"), to: "b.db-wal")
    }
    #expect(folder.bytes(of: "b.db-wal").count > 100_000)
    let survivor = try await open("b.db")
    #expect(try await survivor.names() == ["swift"])
    try await survivor.verify()
  }

  @Test func `A file that is not a database is refused`() async throws {
    folder.write(Array("this is a text, not a database file at all".utf8), to: "a.db")
    let code = await code { _ = try await open() }
    #expect(code == .corrupt)
  }

  @Test func `A missing folder is refused`() async throws {
    let code = await code { _ = try await open("nowhere/a.db") }
    #expect(code == .cannotOpen)
  }

  @Test func `A closed connection throws an error`() async throws {
    let connection = try await open()
    await connection.close()
    let code = await code { try await connection.add("swift") }
    #expect(code == .misuse)
    #expect(folder.names == ["a.db"])
  }
}
