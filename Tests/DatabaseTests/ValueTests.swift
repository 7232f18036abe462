import Database
import Testing

@Suite struct `A value of a database` {
  static let values: [Value] = [
    .null, .integer(.min), .integer(.max), .integer(0), .real(0.1), .real(-.infinity),
    .text(""), .text("Mauersegler \u{1F426} \u{0}end"), .blob([]), .blob([0, 1, 255, 0]),
    .text(String(repeating: "x", count: 100_000)),
  ]

  @Test(arguments: values)
  func `Stored values are returned unchanged`(value: Value) async throws {
    let folder = try TemporaryFolder()
    let connection = try await Connection.open(folder.file("a.db"), schema: birds)
    let rows = try await connection.read { try $0.execute("SELECT ? AS cell", value) }
    #expect(rows.map(\.values) == [[value]])
  }

  @Test func `Values are read by name as the requested type`() async throws {
    let row = try await row()
    let name: String = try row["name"]
    let identifier: Int = try row["id"]
    let weight: Double? = try row["weight"]
    let photo: [UInt8]? = try row["photo"]
    let flies: Bool = try row["flies"]
    #expect(name == "swift")
    #expect(identifier == 1)
    #expect(weight == 40.5)
    #expect(photo == nil)
    #expect(flies)
  }

  @Test func `A value of another type is refused, not converted`() async throws {
    let row = try await row()
    expect(.wrongType(column: "id")) { let _: String = try row["id"] }
    expect(.wrongType(column: "photo")) { let _: [UInt8] = try row["photo"] }
    expect(.wrongType(column: "name")) { let _: Int? = try row["name"] }
    expect(.wrongType(column: "weight")) { let _: Int = try row["weight"] }
    expect(.noSuchColumn("wings")) { let _: Int? = try row["wings"] }
  }

  private func row() async throws -> Row {
    let folder = try TemporaryFolder()
    let connection = try await Connection.open(folder.file("a.db"), schema: birds)
    let rows = try await connection.write { transaction in
      try transaction.execute("INSERT INTO birds (name, weight) VALUES (?, ?)", "swift", 40.5)
      return try transaction.execute("SELECT * FROM birds")
    }
    return try #require(rows.first)
  }

  private func expect(_ code: DatabaseError.Code, _ body: () throws -> Void) {
    let error = #expect(throws: DatabaseError.self) { try body() }
    #expect(error?.code == code)
  }
}
