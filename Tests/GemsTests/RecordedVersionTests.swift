import JSON
import TestSupport
import Testing

@testable import Gems

/// The results of RubyGems for the invented versions in `Tests/Recorded/gem-versions.json`.
@Suite struct `Recorded results of RubyGems` {
  private let root: Node

  init() throws { root = try Recording("gem-versions").root }

  @Test func `the order of versions`() throws {
    let groups = try #require(root["sorted"]).elements.map { group in
      try group.elements.map { try #require(GemVersion($0.string ?? "")) }
    }
    #expect(groups.count > 35)
    for group in groups {
      for version in group { #expect(version == group[0], "\(version) and \(group[0])") }
    }
    for (left, right) in zip(groups, groups.dropFirst()) {
      #expect(left[0] < right[0], "\(left[0]) and \(right[0])")
    }
  }

  @Test func `the properties of versions`() throws {
    for row in try #require(root["properties"]).elements {
      let version = try #require(GemVersion(row[0]?.string ?? ""))
      #expect(version.segments.map(\.description) == texts(row[1]), "\(version)")
      #expect(version.canonical.map(\.description) == texts(row[2]), "\(version)")
      #expect(version.isPrerelease == row[3]?.bool, "\(version)")
      #expect(version.release.text == row[4]?.string, "\(version)")
      #expect(version.bump.text == row[5]?.string, "\(version)")
      #expect(version.approximateRecommendation == row[6]?.string, "\(version)")
    }
  }

  @Test func `the versions that requirements accept`() throws {
    let versions = try #require(root["versions"]).elements.map {
      try #require(GemVersion($0.string ?? ""))
    }
    let rows = try Array(#require(root["requirements"]).elements)
    #expect(rows.count > 40 && versions.count >= 50)
    for row in rows {
      let text = try #require(row[0]?.string)
      let requirement = try #require(GemRequirement(text.split(separator: ",").map(String.init)))
      let accepted = versions.map { requirement.accepts($0) ? "1" : "0" }.joined()
      #expect(accepted == row[1]?.string, "\(text)")
    }
  }

  @Test func `what is a version, and what a requirement`() throws {
    for row in try #require(root["valid_versions"]).elements {
      #expect((GemVersion(row[0]?.string ?? "x") != nil) == row[1]?.bool, "\(row)")
    }
    for row in try #require(root["valid_requirements"]).elements {
      #expect((GemRequirement([row[0]?.string ?? ""]) != nil) == row[1]?.bool, "\(row)")
    }
  }

  private func texts(_ node: Node?) -> [String]? {
    node?.elements.map { $0.string ?? $0.int.map(String.init) ?? "" }
  }
}
