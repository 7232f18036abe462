import Database
import Logging
import TestSupport
import Testing

/// A schema in the dialect of both databases.
private let nests = [
  Migration(
    """
    CREATE TABLE nests (
      place TEXT PRIMARY KEY NOT NULL, eggs INTEGER NOT NULL DEFAULT 0, photo BLOB, height REAL
    ) STRICT;
    CREATE TABLE visits (
      place TEXT NOT NULL REFERENCES nests (place) ON DELETE CASCADE, at INTEGER NOT NULL
    ) STRICT;
    """)
]

/// A database for several connections, deleted with the test.
private struct Location {
  let kind: DatabaseKind
  private let folder: TemporaryFolder
  private let url: String

  init(_ kind: DatabaseKind) async throws {
    self.kind = kind
    folder = try TemporaryFolder()
    url = try await kind == .postgres ? PostgresServer.shared.value.fresh() : ""
  }

  func open(_ schema: [Migration] = nests) async throws -> Connection {
    switch kind {
    case .sqlite:
      try await Connection.open(folder.file("a.db"), schema: schema, busyTimeout: .seconds(20))
    case .postgres: try await Connection.open(server: Secret(url), schema: schema)
    }
  }
}

extension Connection {
  fileprivate func build(_ nests: String...) async throws {
    try await write { transaction in
      for location in nests {
        try transaction.execute("INSERT INTO nests (place) VALUES (?)", location)
      }
    }
  }

  fileprivate func nests() async throws -> [String] {
    try await read { transaction in
      try transaction.execute("SELECT place FROM nests ORDER BY place").map { try $0["place"] }
    }
  }

  fileprivate func eggs() async throws -> Int {
    try await read { transaction in
      try transaction.execute("SELECT eggs FROM nests").first?["eggs"] ?? -1
    }
  }
}

private func code(_ body: () async throws -> Void) async -> DatabaseError.Code? {
  await #expect(throws: DatabaseError.self) { try await body() }?.code
}

@Suite struct `Either database` {
  @Test(.enabled(if: PostgresServer.programs != nil, PostgresServer.absence))
  func `is tested`() {
    #expect(DatabaseKind.present == [.sqlite, .postgres])
  }

  static let values: [Value] = [
    .null, .integer(.min), .integer(.max), .integer(-1), .real(0.1), .real(-.infinity), .text(""),
    .text("Mauersegler \u{1F426}"), .blob([]), .blob([0, 1, 255, 0]),
    .blob([UInt8](repeating: 7, count: 300_000)),
  ]

  @Test(arguments: DatabaseKind.present)
  func `returns the stored values`(kind: DatabaseKind) async throws {
    let connection = try await Location(kind).open()
    for value in Self.values {
      let column =
        switch value {
        case .integer: "eggs"
        case .real: "height"
        case .text: "place"
        case .blob, .null: "photo"
        }
      try await connection.write { transaction in
        try transaction.execute("DELETE FROM nests")
        if column != "place" {
          try transaction.execute("INSERT INTO nests (place, \(column)) VALUES ('a', ?)", value)
        } else {
          try transaction.execute("INSERT INTO nests (place) VALUES (?)", value)
        }
      }
      let rows = try await connection.read { try $0.execute("SELECT \(column) FROM nests") }
      #expect(rows.map(\.values) == [[value]])
      #expect(rows.first?.columns == [column])
    }
  }

  @Test(arguments: DatabaseKind.present)
  func `rolls back a failed transaction and continues`(kind: DatabaseKind) async throws {
    let connection = try await Location(kind).open()
    try await connection.build("gable")
    #expect(await code { try await connection.build("tower", "gable") } == .constraint)
    try await connection.build("bridge")
    #expect(try await connection.nests() == ["bridge", "gable"])
  }

  @Test(arguments: DatabaseKind.present)
  func `rolls back a transaction that throws`(kind: DatabaseKind) async throws {
    struct GaveUp: Error {}
    let connection = try await Location(kind).open()
    await #expect(throws: GaveUp.self) {
      try await connection.write { transaction in
        try transaction.execute("INSERT INTO nests (place) VALUES ('gable')")
        throw GaveUp()
      }
    }
    #expect(try await connection.nests() == [])
  }

  @Test(arguments: DatabaseKind.present)
  func `enforces foreign keys and cascades deletions`(kind: DatabaseKind) async throws {
    let connection = try await Location(kind).open()
    let code = await code {
      _ = try await connection.write { try $0.execute("INSERT INTO visits VALUES ('nowhere', 1)") }
    }
    #expect(code == .constraint)
    try await connection.build("gable")
    let left = try await connection.write { transaction in
      try transaction.execute("INSERT INTO visits VALUES ('gable', 1)")
      try transaction.execute("DELETE FROM nests")
      return try transaction.execute("SELECT * FROM visits")
    }
    #expect(left == [])
  }

  @Test(arguments: DatabaseKind.present)
  func `cannot write while reading, but afterwards`(kind: DatabaseKind) async throws {
    let connection = try await Location(kind).open()
    let code = await code {
      _ = try await connection.read { try $0.execute("DELETE FROM nests") }
    }
    #expect(code == .readOnly)
    try await connection.build("gable")
    #expect(try await connection.nests() == ["gable"])
  }

  static let mistakes: [(String, [Value])] = [
    ("SELECT nothing FROM nests", []), ("SELECT 1; SELECT 2", []), ("SELEC", []),
    ("SELECT * FROM nests WHERE place = ?", []), ("SELECT place FROM nests", [.null]),
  ]

  @Test(arguments: DatabaseKind.present, mistakes)
  func `reports an invalid statement as misuse`(
    kind: DatabaseKind, mistake: (String, [Value])
  ) async throws {
    let connection = try await Location(kind).open()
    let code = await code {
      _ = try await connection.read { try $0.execute(mistake.0, values: mistake.1) }
    }
    #expect(code == .misuse)
  }

  @Test(arguments: DatabaseKind.present)
  func `names the statement in an error and never its values`(kind: DatabaseKind) async throws {
    let connection = try await Location(kind).open()
    try await connection.build("hidden")
    let error = await #expect(throws: DatabaseError.self) { try await connection.build("hidden") }
    #expect(error?.sql == "INSERT INTO nests (place) VALUES (?)")
    #expect(error.map { "\($0)" }?.contains("hidden") == false)
  }

  @Test(arguments: DatabaseKind.present)
  func `counts the changed rows`(kind: DatabaseKind) async throws {
    let connection = try await Location(kind).open()
    try await connection.build("a", "b", "c")
    let counts = try await connection.write { transaction in
      try transaction.execute("UPDATE nests SET eggs = 1 WHERE place <> 'c'")
      let updated = transaction.changes
      try transaction.execute(
        "INSERT INTO nests (place) VALUES ('a') ON CONFLICT (place) DO NOTHING")
      return [updated, transaction.changes]
    }
    #expect(counts == [2, 0])
  }

  @Test(arguments: DatabaseKind.present)
  func `loses no updates of concurrent writers`(
    kind: DatabaseKind
  ) async throws {
    let location = try await Location(kind)
    let connections = [try await location.open(), try await location.open()]
    try await connections[0].build("gable")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for connection in connections {
        group.addTask {
          for _ in 0..<25 {
            try await connection.write { transaction in
              let eggs: Int = try transaction.execute("SELECT eggs FROM nests").first?["eggs"] ?? 0
              try transaction.execute("UPDATE nests SET eggs = ?", eggs + 1)
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await connections[0].eggs() == 50)
  }

  @Test(arguments: DatabaseKind.present)
  func `scans more rows than fit in memory`(kind: DatabaseKind) async throws {
    let connection = try await Location(kind).open()
    try await connection.write { transaction in
      for number in 0..<250 {
        try transaction.execute(
          "INSERT INTO nests (place, eggs) VALUES (?, ?)", "\(number)", number)
      }
    }
    struct Enough: Error {}
    let sum = try await connection.read { transaction in
      var sum = 0
      try transaction.scan("SELECT eggs FROM nests") { row in
        let eggs: Int = try row["eggs"]
        sum += eggs
      }
      return sum
    }
    #expect(sum == 249 * 125)
    await #expect(throws: Enough.self) {
      try await connection.read { transaction in
        try transaction.scan("SELECT eggs FROM nests") { _ in throw Enough() }
      }
    }
    #expect(try await connection.nests().count == 250)
  }

  @Test(arguments: DatabaseKind.present)
  func `throws an error after it was closed`(kind: DatabaseKind) async throws {
    let connection = try await Location(kind).open()
    await connection.close()
    #expect(await code { try await connection.build("gable") } == .misuse)
  }
}

@Suite struct `The schema of either database` {
  private let later =
    nests + [Migration("ALTER TABLE nests ADD COLUMN owner TEXT; UPDATE nests SET owner = 'swift'")]

  @Test(arguments: DatabaseKind.present)
  func `is migrated step by step, and rows are kept`(kind: DatabaseKind) async throws {
    let location = try await Location(kind)
    let old = try await location.open()
    try await old.build("gable")
    await old.close()
    let new = try await location.open(later)
    let rows = try await new.read { try $0.execute("SELECT place, owner FROM nests") }
    #expect(rows.map(\.values) == [[.text("gable"), .text("swift")]])
    try await location.open(later).build("tower")
  }

  @Test(arguments: DatabaseKind.present)
  func `of a newer program is refused`(kind: DatabaseKind) async throws {
    let location = try await Location(kind)
    try await location.open(later).build("gable")
    #expect(await code { _ = try await location.open() } == .newerSchema(found: 2, known: 1))
    #expect(try await location.open(later).nests() == ["gable"])
  }

  @Test(arguments: DatabaseKind.present)
  func `of a martlet before 1.0 is refused and not changed`(kind: DatabaseKind) async throws {
    let location = try await Location(kind)
    let old = try await location.open()
    try await old.build("gable")
    // Files had no mark, and the version was in another table.
    let sql =
      kind == .sqlite
      ? "PRAGMA application_id = 0" : "ALTER TABLE martlet_state RENAME TO martlet_schema"
    try await old.write { _ = try $0.execute(sql) }
    #expect(await code { _ = try await location.open() } == .otherSchema)
    #expect(await code { _ = try await location.open(later) } == .otherSchema)
    #expect(try await old.nests() == ["gable"])
  }

  @Test(arguments: DatabaseKind.present)
  func `is unchanged when a migration fails`(kind: DatabaseKind) async throws {
    let location = try await Location(kind)
    let broken = nests + [Migration("ALTER TABLE nests ADD COLUMN owner TEXT; SELECT wrong")]
    await #expect(throws: DatabaseError.self) { try await location.open(broken) }
    try await location.open(later).build("gable")
  }

  @Test(arguments: DatabaseKind.present)
  func `is migrated once by concurrent processes`(kind: DatabaseKind) async throws {
    let location = try await Location(kind)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask { try await location.open(later).build("\(number)") }
      }
      try await group.waitForAll()
    }
    #expect(try await location.open(later).nests().count == 8)
  }
}
