import FoundationEssentials
import Testing

/// SECURITY.md may claim only what a test shows.
@Suite struct `The pages about security` {
  private static let root =
    #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/"

  /// The names of all test files and suites.
  private static func tests() throws -> Set<String> {
    let folder = root + "Tests/"
    var names: Set<String> = []
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder)
    where path.hasSuffix("Tests.swift") {
      names.insert(String(path.split(separator: "/").last?.dropLast(".swift".count) ?? ""))
      for line in try String(contentsOfFile: folder + path, encoding: .utf8).split(separator: "\n")
      {
        if let match = try Regex("struct `([^`]+)`").firstMatch(in: line),
          let name = match.output[1].substring
        {
          names.insert(String(name))
        }
      }
    }
    return names
  }

  @Test(arguments: ["SECURITY.md", "docs/security-model.md"])
  func `name tests that exist`(page: String) throws {
    let text = try String(contentsOfFile: Self.root + page, encoding: .utf8)
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let tests = try Self.tests()
    #expect(tests.count > 300)
    let files = text.matches(of: try Regex("`([A-Za-z]+Tests)`"))
    // Suites are named by sentences, in parentheses and in italics.
    let suites = text.matches(of: try Regex(#"[(,] ?\*([A-Z][^*]+)\*[,;)]"#))
    let named = (files + suites).compactMap { $0.output[1].substring.map(String.init) }
    #expect(named.count > 10)
    for name in named where name != "Workers" {
      #expect(tests.contains(name), "\(page) names no test: \(name)")
    }
  }
}
