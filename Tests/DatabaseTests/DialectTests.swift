import Testing

@testable import Database

@Suite struct `A dialect` {
  static let statements: [(String, String)] = [
    ("SELECT 1", "SELECT 1"),
    ("VALUES (?, ?, ?)", "VALUES ($1, $2, $3)"),
    ("SELECT '?' WHERE a = ?", "SELECT '?' WHERE a = $1"),
    ("SELECT 'it''s ?', ?", "SELECT 'it''s ?', $1"),
    ("SELECT \"a?\" -- why?\n, ?", "SELECT \"a?\" -- why?\n, $1"),
    ("SELECT 'a -- b', ? -- c", "SELECT 'a -- b', $1 -- c"),
    ("SELECT '?", "SELECT '?"),
  ]

  @Test(arguments: statements)
  func `numbers placeholders, not question marks`(sql: String, numbered: String) {
    #expect(Dialect.numbered(sql) == numbered)
  }

  static let schemas: [(Dialect, String, String)] = [
    (.sqlite, "a BIGINT, b BYTEA, c TEXT", "a INTEGER, b BLOB, c TEXT"),
    (.postgres, "(a INTEGER, b BLOB) STRICT", "(a BIGINT, b BYTEA) "),
    (.postgres, "a REAL DEFAULT 'STRICT'", "a DOUBLE PRECISION DEFAULT 'STRICT'"),
    (.postgres, "is_STRICT INTEGER_", "is_STRICT INTEGER_"),
  ]

  @Test(arguments: schemas)
  func `names the types of a schema`(dialect: Dialect, sql: String, own: String) {
    #expect(dialect.schema(sql) == own)
  }
}

@Suite struct `A retry` {
  @Test func `is limited to transactions that were certainly not committed`() {
    let codes: [DatabaseError.Code] = [
      .outcomeUnknown, .timedOut, .constraint, .full, .cannotOpen, .misuse, .corrupt,
      .newerSchema(found: 2, known: 1), .otherSchema, .other,
    ]
    for code in codes { #expect(RetryPolicy.pause(after: code, attempt: 1, spread: 0) == nil) }
  }

  @Test(arguments: [DatabaseError.Code.unreachable, .busy, .readOnly, .conflict])
  func `waits longer each time, up to a limit`(code: DatabaseError.Code) {
    let pauses = (1...20).map { RetryPolicy.pause(after: code, attempt: $0, spread: 1) }
    let made = pauses.compactMap(\.self)
    #expect(made == made.sorted())
    #expect(made.count < 13)
    #expect(pauses.dropFirst(made.count).allSatisfy { $0 == nil })
  }
}
