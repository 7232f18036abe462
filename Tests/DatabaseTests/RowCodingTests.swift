import TestSupport
import Testing

@testable import Database
import Logging
import Time

/// A record with a property of each kind.
private struct Nest: Codable, Hashable {
  enum Position: String, Codable { case gable, roofEdge = "roof-edge" }
  enum Size: Int, Codable { case small = 1, large }
  struct Egg: Codable, Hashable {
    var weight: Int
    var color: String?
  }

  var name: String
  var position: Position
  var size: Size?
  var isTaken: Bool
  var seenAt: Timestamp
  var eggs: [Egg] = []
  var ringByBird: [String: String] = [:]
  var photo: [UInt8]?
  var webURL: String?
  var count: Int
}

private let schema = [
  Migration(
    """
    CREATE TABLE nests (
      name TEXT PRIMARY KEY NOT NULL, position TEXT NOT NULL, size INTEGER, is_taken INTEGER NOT NULL,
      seen_at INTEGER NOT NULL, eggs TEXT NOT NULL, ring_by_bird TEXT NOT NULL, photo BLOB,
      web_url TEXT, count INTEGER NOT NULL
    ) STRICT;
    """)
]

private let empty = Nest(name: "a", position: .gable, isTaken: false, seenAt: 5, count: 0)

private let full = Nest(
  name: "b", position: .roofEdge, size: .large, isTaken: true, seenAt: 7,
  eggs: [.init(weight: 2, color: "blue/green"), .init(weight: 3)],
  ringByBird: ["z": "1", "a": "\"ü\"\n"], photo: [0, 255], webURL: "https://x.dev", count: 2)

private func connection(_ kind: DatabaseKind) async throws -> Connection {
  switch kind {
  case .sqlite: try await Connection.open(":memory:", schema: schema)
  case .postgres:
    try await Connection.open(
      server: Secret(PostgresServer.shared.value.fresh()), schema: schema)
  }
}

@Suite struct `A row of a record` {
  @Test func `has a column for each property, also for nil`() throws {
    let row = try Row(encoding: empty)
    #expect(
      row.columns == [
        "name", "position", "size", "is_taken", "seen_at", "eggs", "ring_by_bird", "photo",
        "web_url",
        "count",
      ])
    #expect(
      row.values == [
        .text("a"), .text("gable"), .null, .integer(0), .integer(5), .text("[]"), .text("{}"),
        .null,
        .null, .integer(0),
      ])
    #expect(try Row(encoding: full).columns == row.columns)
  }

  @Test func `has lists and dictionaries as JSON in one spelling`() throws {
    let row = try Row(encoding: full)
    #expect(
      try row["eggs"] as String == #"[{"color":"blue/green","weight":2},{"weight":3}]"#)
    #expect(try row["ring_by_bird"] as String == #"{"a":"\"ü\"\n","z":"1"}"#)
  }

  @Test(arguments: DatabaseKind.present, [empty, full])
  fileprivate func `is read as it was written`(kind: DatabaseKind, nest: Nest) async throws {
    let connection = try await connection(kind)
    try await connection.write { try $0.insert(Row(encoding: nest), into: "nests") }
    let found: [Nest] = try await connection.read { try $0.rows("SELECT * FROM nests") }
    #expect(found == [nest])
  }

  @Test(arguments: DatabaseKind.present)
  func `with a known key is refused, kept or replaced`(kind: DatabaseKind) async throws {
    let connection = try await connection(kind)
    var later = full
    (later.count, later.isTaken) = (9, false)
    let (first, second) = (try Row(encoding: full), try Row(encoding: later))
    try await connection.write { try $0.insert(first, into: "nests") }
    let error = await #expect(throws: DatabaseError.self) {
      try await connection.write { try $0.insert(second, into: "nests") }
    }
    #expect(error?.code == .constraint)
    try await connection.write { try $0.insert(second, into: "nests", onConflict: .keep) }
    #expect(try await connection.read { try $0.row(Nest.self, "SELECT * FROM nests") } == full)
    try await connection.write {
      try $0.insert(
        second, into: "nests", onConflict: .replace(key: ["name"], except: ["is_taken"]))
    }
    later.isTaken = true
    #expect(try await connection.read { try $0.row(Nest.self, "SELECT * FROM nests") } == later)
  }

  @Test(
    arguments: [
      ("position", .text("cellar")), ("size", .integer(3)), ("is_taken", .integer(2)),
      ("eggs", .text("[")), ("eggs", .text("{}")), ("eggs", .null), ("count", .text("1")),
      ("seen_at", .text("now")),
    ] as [(String, Value)])
  func `with another value is an error`(column: String, value: Value) throws {
    let row = try Row(encoding: full).setting(column, to: value)
    let error = #expect(throws: DatabaseError.self) { try row.decode(Nest.self) }
    #expect(error?.code == .wrongType(column: column))
  }

  @Test func `without a column is an error`() throws {
    let row = try Row(encoding: full).removing("eggs")
    let error = #expect(throws: DatabaseError.self) { try row.decode(Nest.self) }
    #expect(error?.code == .noSuchColumn("eggs"))
  }

  @Test(arguments: [
    ("name", "name"), ("isFinal", "is_final"), ("webURL", "web_url"), ("at", "at"), ("aB", "a_b"),
  ])
  func `has columns in snake case`(property: String, column: String) {
    #expect(Row.column(of: property) == column)
  }
}
