import Database
import TestSupport
import Testing

@Suite struct `Rows for another process` {
  private static let columns = ["id", "name", "share", "bytes", "nothing"]
  private static let rows: [Row] = [
    [.integer(-1), .text("ａ\n"), .real(0.1), .blob([0, 255]), .null],
    [.integer(.max), .text(""), .real(-.infinity), .blob([]), .text("null")],
  ].map { Row(columns: columns, values: $0) }

  @Test func `are read as they were`() {
    #expect([Row](packed: Self.rows.packed) == Self.rows)
    #expect([Row](packed: [Row]().packed) == [])
  }

  @Test func `are refused if they are cut`() {
    let bytes = Self.rows.packed
    let whole = Array(Self.rows.prefix(1)).packed.count
    for count in 0..<bytes.count where count != whole {
      let found = [Row](packed: Array(bytes.prefix(count)))
      // The rest after the columns has no rows, or the first one.
      #expect(found == nil || found == [], "\(count)")
    }
  }

  @Test func `are refused or read without a crash if they are damaged`() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<2_000 { _ = [Row](packed: random.damage(Self.rows.packed)) }
  }
}
