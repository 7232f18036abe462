import FoundationEssentials
import JSON
import Testing

@testable import JavaScript

private let shared = ProcessInfo.processInfo.environment["MARTLET_SHARED"]

/// Holds every row of node-semver's own tables and every range met in real manifests.
///
/// The tables are those of node-semver 7.8.5. Where npm 10.8.2's own, 7.6.2, answers otherwise,
/// its answer is in `older`; rows of what it does not have yet are in `absent`.
@Suite(.enabled(if: shared != nil, "needs MARTLET_SHARED: the kits of the native tools"))
struct `Comparison with node-semver` {
  private func table(_ name: String) throws -> [Row] {
    try read("semver.json")[name]?.array?.map { Row($0.array ?? []) } ?? []
  }

  private func read(_ file: String) throws -> Value {
    let path = "\(shared ?? "")/oracles/npm/\(file)"
    return try Document(Array(try Data(contentsOf: URL(filePath: path))), named: file).root.value
  }

  @Test func `canonical forms`() throws {
    let rows = try table("range-parse")
    #expect(rows.count == 133)
    for (index, row) in rows.enumerated() {
      let want = older[index] ?? row.string(1)
      #expect(row.range(0, options: 2)?.canonical == want, "row \(index): \(row.cells)")
    }
  }

  /// What 7.6.2 makes of the rows of `range-parse` that later versions read otherwise.
  private let older: [Int: String?] = {
    let unreadable = [95, 96, 98, 102, 104, 107, 109, 112, 115, 116]
    let tooLong = [121, 122, 123, 124, 126, 127, 128, 129, 130, 131, 132]
    var result: [Int: String?] = [
      32: ">=1.0.0 <2.0.0-0", 33: ">=1.0.0 <2.0.0-0", 34: ">=1.0.0 <2.0.0-0||>=2.0.0 <3.0.0-0",
      35: "*", 36: "*", 37: "*", 51: ">=1.0.0 <2.0.0-0", 52: ">=1.0.0 <2.0.0-0",
      53: ">=1.2.0 <1.3.0-0", 54: ">=1.2.0 <1.3.0-0", 55: ">=0.0.0 <0.1.0-0", 125: "2.0.0",
    ]
    for index in unreadable + tooLong { result[index] = .some(nil) }
    return result
  }()

  @Test func `canonical forms of real ranges`() throws {
    let rows = try read("real-ranges.json").array ?? []
    #expect(rows.count == 3_382)
    for row in rows {
      let text = row[0]?.string ?? ""
      #expect(Range(text, loose: true)?.canonical == row[1]?.string, "\(text)")
    }
  }

  @Test(arguments: [("range-include", true), ("range-exclude", false)])
  func `versions in and out of ranges`(name: String, isIn: Bool) throws {
    let older = isIn ? [109, 110, 112, 113] : [73, 74]
    for (index, row) in try table(name).enumerated() {
      let version = row.version(1, options: 2)
      let contains = version.flatMap { row.range(0, options: 2)?.contains($0) } ?? false
      #expect(contains == (older.contains(index) ? !isIn : isIn), "row \(index): \(row.cells)")
    }
  }

  @Test func `intersections`() throws {
    for row in try table("range-intersection") {
      let left = try #require(row.range(0, options: 9))
      let right = try #require(row.range(1, options: 9))
      #expect(left.intersects(right) == row[2]?.bool, "\(row.cells)")
      #expect(right.intersects(left) == row[2]?.bool, "\(row.cells)")
    }
    for row in try table("comparator-intersection") {
      let bounds = [0, 1].compactMap { comparator(row.string($0) ?? "") }
      try #require(bounds.count == 2)
      let prerelease = row[3]?.bool ?? false
      let meet = bounds[0].intersects(bounds[1], includePrerelease: prerelease)
      #expect(meet == row[2]?.bool, "\(row.cells)")
    }
  }

  /// A comparator as it is written, without the simplifications of a range.
  private func comparator(_ text: String) -> Comparator? {
    if text.isEmpty { return .any }
    let sign = text.prefix { "<>=".contains($0) }
    let version = Version(String(text.dropFirst(sign.count)))
    return version.flatMap { version in
      Comparator.Operator(rawValue: String(sign)).map { Comparator($0, version) }
    }
  }

  @Test func `orders`() throws {
    for row in try table("comparisons") {
      let (greater, lesser) = (row.version(0, options: 2), row.version(1, options: 2))
      #expect(try #require(greater) > #require(lesser), "\(row.cells)")
    }
    for row in try table("equality") {
      let (left, right) = (row.version(0, options: 2), row.version(1, options: 2))
      #expect(try #require(left) == #require(right), "\(row.cells)")
    }
  }

  @Test func `versions`() throws {
    for row in try table("valid-versions") {
      let version = try #require(row.version(0, options: 9))
      #expect([version.major, version.minor, version.patch] == [1, 2, 3].map { row[$0]?.int })
      let prerelease = row[4]?.array?.map {
        $0.int.map(Identifier.number) ?? .text($0.string ?? "")
      }
      #expect(version.prerelease == prerelease)
      #expect(version.build == row[5]?.array?.map { $0.string ?? "" })
    }
    for row in try table("invalid-versions") where row.string(0) != nil {
      #expect(row.version(0, options: 2) == nil, "\(row.cells)")
    }
  }
}

/// A row of a table: cells, the options among them.
private struct Row {
  let cells: [Value]

  init(_ cells: [Value]) { self.cells = cells }

  subscript(index: Int) -> Value? { cells.indices.contains(index) ? cells[index] : nil }

  func string(_ index: Int) -> String? { self[index]?.string }

  func range(_ index: Int, options: Int) -> Range? {
    string(index).flatMap {
      Range($0, loose: isLoose(options), includePrerelease: includesPrereleases(options))
    }
  }

  func version(_ index: Int, options: Int) -> Version? {
    string(index).flatMap { Version($0, loose: isLoose(options)) }
  }

  private func isLoose(_ index: Int) -> Bool {
    self[index]?.bool ?? self[index]?["loose"]?.bool ?? false
  }

  private func includesPrereleases(_ index: Int) -> Bool {
    self[index]?["includePrerelease"]?.bool ?? false
  }
}
