import Database
import TestSupport
import Testing

@Suite struct `A migration of a database` {
  let folder: TemporaryFolder
  let songs =
    birds + [
      Migration("ALTER TABLE birds ADD COLUMN song TEXT; UPDATE birds SET song = 'srii'")
    ]

  init() throws {
    folder = try TemporaryFolder()
  }

  private func open(_ schema: [Migration]) async throws -> Connection {
    try await Connection.open(folder.file("a.db"), schema: schema)
  }

  @Test func `A newer schema is migrated step by step and data is kept`() async throws {
    let old = try await open(birds)
    try await old.add("swift")
    await old.close()
    let new = try await open(songs)
    let rows = try await new.read { try $0.execute("SELECT name, song FROM birds") }
    #expect(rows.map(\.values) == [[.text("swift"), .text("srii")]])
  }

  @Test func `A migration runs only once`() async throws {
    for _ in 0..<3 { try await open(songs).add("\(uniqueName())") }
    #expect(try await open(songs).names().count == 3)
  }

  @Test func `A file of a newer program is refused and not changed`() async throws {
    let new = try await open(songs)
    try await new.add("swift")
    await new.close()
    let before = folder.bytes(of: "a.db")
    let error = await #expect(throws: DatabaseError.self) { try await open(birds) }
    #expect(error?.code == .newerSchema(found: 2, known: 1))
    #expect(folder.bytes(of: "a.db") == before)
    #expect(folder.names == ["a.db"])
    #expect(try await open(songs).names() == ["swift"])
  }

  @Test func `A file of another program is refused and not changed`() async throws {
    let other = try await open(birds)
    try await other.write { transaction in
      try transaction.execute("PRAGMA application_id = 7")
      try transaction.execute("PRAGMA user_version = 0")
    }
    await other.close()
    let before = folder.bytes(of: "a.db")
    let error = await #expect(throws: DatabaseError.self) { try await open(birds) }
    #expect(error?.code == .otherSchema)
    #expect(folder.bytes(of: "a.db") == before)
    #expect(folder.names == ["a.db"])
  }

  @Test func `A failed migration leaves the previous schema`() async throws {
    let broken = birds + [Migration("ALTER TABLE birds ADD COLUMN song TEXT; SELECT wrong")]
    await #expect(throws: DatabaseError.self) { try await open(broken) }
    let connection = try await open(songs)
    try await connection.add("swift")
    #expect(try await connection.names() == ["swift"])
  }

  @Test func `Several processes can start at the same time`() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask { try await open(songs).add("\(number)") }
      }
      try await group.waitForAll()
    }
    #expect(try await open(songs).names().count == 8)
  }
}
