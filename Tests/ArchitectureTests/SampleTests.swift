import FoundationEssentials
import Testing

/// Tests that samples of code in the documentation are parts of the program.
///
///     <!-- sample: Sources/Ecosystems/Carthage/Description.swift -->
@Suite struct `A sample of code in the documentation` {
  private static let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()

  private static func text(_ path: String) throws -> String {
    try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)
  }

  /// The samples of a page: the file that each names, and its text.
  private static func samples(of page: String) throws -> [(path: String, code: String)] {
    page.matches(of: /<!-- sample: (\S+) -->\n+```swift\n((?s).*?)```/).map {
      (String($0.output.1), String($0.output.2))
    }
  }

  @Test func `is what the file has that it names`() throws {
    let pages = try FileManager.default.contentsOfDirectory(atPath: Self.root + "/docs")
      .filter { $0.hasSuffix(".md") }
    var count = 0
    for page in pages {
      for (path, code) in try Self.samples(of: Self.text("docs/\(page)")) {
        count += 1
        #expect(try Self.text(path).contains(code), "docs/\(page): copy the sample from \(path)")
      }
    }
    #expect(count > 1)
  }

  @Test func `is marked in the guide to ecosystems`() throws {
    let guide = try Self.text("docs/add-an-ecosystem.md")
    #expect(guide.matches(of: /```swift/).count == (try Self.samples(of: guide)).count)
  }
}
