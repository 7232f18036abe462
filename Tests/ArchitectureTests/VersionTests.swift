import FoundationEssentials
import Testing

private let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()

/// The version that files of the project name.
@Suite struct `The version of the program` {
  private func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: "\(root)/\(path)")), as: UTF8.self)
  }

  private func version() throws -> String {
    let source = try text("Sources/App/Martlet.swift")
    let match = try #require(source.firstMatch(of: /static let version = "([0-9.]+)"/))
    return String(match.1)
  }

  @Test func `is that of the changelog's newest heading`() throws {
    let headings = try text("CHANGELOG.md").split(separator: "\n").filter { $0.hasPrefix("## ") }
    let newest = try #require(headings.first?.split(separator: " ").dropFirst().first)
    #expect(newest == (try version()))
  }
}
