import FoundationEssentials
import JSON
import Testing

@testable import JavaScript

/// The results of node-semver for the invented versions and ranges in `Tests/Recorded/semver.json`.
@Suite struct `Recorded results of node-semver` {
  private let root: Node
  private let versions: [Version]

  init() throws {
    let path = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
    let url = URL(filePath: "\(path)/Recorded/semver.json")
    root = try Document(Array(Data(contentsOf: url)), named: "semver.json").root
    versions = try root["versions"]?.elements.map { try #require(Version($0.string ?? "")) } ?? []
    try #require(versions.count > 40)
  }

  @Test func `parsed versions`() throws {
    let rows = try Array(#require(root["parsed"]).elements)
    #expect(rows.count > 20)
    for row in rows {
      let text = try #require(row[0]?.string)
      #expect(Version(text)?.description == row[1]?.string, "\(text)")
      #expect(Version(text, loose: true)?.description == row[2]?.string, "loose: \(text)")
    }
  }

  @Test func `the order of versions`() throws {
    let sorted = try #require(root["sorted"]).elements.map {
      try #require(Version($0.string ?? ""))
    }
    #expect(sorted.count == versions.count)
    for (left, right) in zip(sorted, sorted.dropFirst()) { #expect(!(right < left), "\(right)") }
    // All are different but 1.0.0 and 1.0.0+build.5.
    #expect(zip(sorted, sorted.dropFirst()).filter { $0 < $1 }.count == sorted.count - 2)
  }

  @Test func `canonical ranges, and the versions in them`() throws {
    let rows = try Array(#require(root["ranges"]).elements)
    #expect(rows.count > 130)
    for row in rows {
      let text = try #require(row[0]?.string)
      let range = Range(text)
      #expect(range?.canonical == row[1]?.string, "\(text)")
      #expect(Range(text, loose: true)?.canonical == row[2]?.string, "loose: \(text)")
      #expect(range.map(bits) == row[3]?.string, "\(text)")
      let wide = Range(text, includePrerelease: true)
      #expect(wide.map(bits) == row[4]?.string, "with prereleases: \(text)")
    }
  }

  @Test func `intersections of ranges`() throws {
    let rows = try Array(#require(root["intersections"]).elements)
    #expect(rows.count > 90)
    for row in rows {
      let left = try #require(Range(row[0]?.string ?? ""))
      let right = try #require(Range(row[1]?.string ?? ""))
      #expect(left.intersects(right) == row[2]?.bool, "\(left.canonical) and \(right.canonical)")
    }
  }

  /// Returns a digit for each version: 1 if the range contains it.
  private func bits(_ range: Range) -> String {
    versions.map { range.contains($0) ? "1" : "0" }.joined()
  }
}
