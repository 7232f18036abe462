import FoundationEssentials
import JSON
import Testing

@testable import CocoaPods

/// The tables of CocoaPods' answers that `MARTLET_SHARED` has.
private enum Tables {
  static let folder = ProcessInfo.processInfo.environment["MARTLET_SHARED"]

  static func root(_ name: String) throws -> Node {
    let url = URL(filePath: "\(folder ?? "")/oracles/cocoapods/\(name)")
    return try Document(Array(Data(contentsOf: url)), named: name).root
  }
}

private func strings(_ node: Node) -> [String] { node.elements.compactMap(\.string) }

@Suite(.enabled(if: Tables.folder != nil, "needs MARTLET_SHARED: the kits of the native tools"))
struct `The answers of CocoaPods' own classes` {
  @Test func `on the order of versions are those of PodVersion`() throws {
    let rows = try #require(Tables.root("versions.json")["cmp"]).elements.map(\.self)
    #expect(rows.count > 1_000)
    for row in rows {
      let texts = strings(row)
      let left = try #require(PodVersion(texts[0]))
      let right = try #require(PodVersion(texts[1]))
      let order = left < right ? -1 : right < left ? 1 : 0
      #expect(order == row[2]?.int, "\(left) \(right)")
    }
    for row in try #require(Tables.root("versions.json")["equal"]).elements {
      let texts = strings(row)
      let left = try #require(PodVersion(texts[0]))
      #expect(left.compare(try #require(PodVersion(texts[1]))) == 0, "\(texts)")
    }
  }

  @Test func `on requirements are those of PodRequirement`() throws {
    let rows = try #require(Tables.root("versions.json")["satisfied_by"]).elements.map(\.self)
    #expect(rows.count > 500)
    for row in rows {
      let requirement = try #require(PodRequirement([row[0]?.string ?? ""]))
      let version = try #require(PodVersion(row[1]?.string ?? ""))
      #expect(requirement.accepts(version) == row[2]?.bool, "\(requirement.text) \(version)")
    }
    for row in try #require(Tables.root("versions.json")["dependency"]).elements {
      let requirement = try #require(row[0].map(strings).flatMap { PodRequirement($0) })
      #expect(PodDependency("X", requirement).text == row[1]?.string)
    }
  }

  @Test func `on parts of versions are those of PodVersion`() throws {
    for row in try #require(Tables.root("versions.json")["props"]).elements {
      let version = try #require(PodVersion(row["version"]?.string ?? ""))
      #expect(version.isPrerelease == row["prerelease"]?.bool, "\(version)")
      #expect(version.release?.text == row["release"]?.string, "\(version)")
      #expect(version.bump?.text == row["bump"]?.string, "\(version)")
    }
  }

  @Test func `on scalars are those of the writer`() throws {
    for row in try Tables.root("scalars.json").elements {
      #expect(YAMLText.written(row[0]?.string ?? "") == row[1]?.string, "\(row.text)")
    }
  }
}
