import Foundation
import Testing

/// The words in the paths of a forge client's calls, compared with the tables in docs/token-scopes.md.
@Suite struct `The table of token scopes` {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  private static func text(_ path: String) throws -> String {
    try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)
  }

  /// The words of one client, such as `pulls` and `check-runs`, which are literals in its calls.
  private static func called(by folder: String) throws -> Set<String> {
    let path = "Sources/Forges/\(folder)"
    let files = try FileManager.default.contentsOfDirectory(atPath: "\(root)/\(path)")
    var words: Set<String> = []
    for file in files.sorted() where file.hasSuffix(".swift") {
      for call in calls(in: try text("\(path)/\(file)")) {
        for match in call.matches(of: /"([a-z][a-zA-Z_-]*|_apis)"/) {
          words.insert("\(match.output.1)")
        }
      }
    }
    return words
  }

  /// The arguments of `get(`, `write(`, `change(` and `path(` up to the query, the body or the scope.
  private static func calls(in text: String) -> [Substring] {
    text.matches(of: /[.\s(](?:get|write|change|path|project)\(/).map { match in
      var depth = 1
      var end = match.range.upperBound
      while depth > 0, end < text.endIndex {
        if text[end] == "(" { depth += 1 }
        if text[end] == ")" { depth -= 1 }
        end = text.index(after: end)
      }
      let arguments = text[match.range.upperBound..<end]
      let stop = arguments.firstRange(of: /query:|body:|scope:|\[\s*\(|\[\s*"[^"]*":/)
      return arguments[..<(stop?.lowerBound ?? arguments.endIndex)]
    }
  }

  /// The words in backticks of a forge's section.
  private static func documented(_ title: String) throws -> Set<String> {
    let text = try text("docs/token-scopes.md")
    let start = try #require(text.firstRange(of: "\n## \(title)\n"))
    let section = text[start.upperBound...].prefix(
      upTo: text[start.upperBound...]
        .firstRange(of: "\n## ")?.lowerBound ?? text.endIndex)
    let rows = section.split(separator: "\n").filter { $0.hasPrefix("| `") }
    let cells = rows.compactMap { $0.split(separator: "|").dropFirst(0).first }
    return Set(cells.flatMap { cell in cell.matches(of: /`([^`]+)`/).map { "\($0.output.1)" } })
  }

  @Test(arguments: [
    ("GitHub", "GitHub"), ("GitLab", "GitLab"), ("Gitea", "Gitea, Forgejo"),
    ("Bitbucket", "Bitbucket Data Center"), ("Azure", "Azure DevOps"),
  ])
  func `has what the client calls, and nothing else`(folder: String, title: String) throws {
    let (called, documented) = (try Self.called(by: folder), try Self.documented(title))
    #expect(!called.isEmpty)
    #expect(called.subtracting(documented).sorted() == [], "called, but not in the table")
    #expect(documented.subtracting(called).sorted() == [], "in the table, but not called")
  }
}
