import Architecture
import FoundationEssentials
import Testing

/// The habits of tests: each one expects something, and none depends on chance.
@Suite struct `A test` {
  private static let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()

  /// What makes a test fail.
  private static let expectations: Set = ["expect", "require", "confirmation", "withKnownIssue"]

  /// A function of the tests.
  private struct Function {
    var file: String
    var line: Int
    /// Nil for a raw identifier, as tests have.
    var name: String?
    var isTest = false
    /// Whether it has an expectation itself.
    var expects: Bool
    /// The identifiers in it.
    var uses: Set<String>
  }

  private static let files = Result {
    try FileManager.default.subpathsOfDirectory(atPath: "\(root)/Tests")
      .filter { $0.hasSuffix(".swift") }.sorted()
      .map { try SourceFile(path: "Tests/\($0)", root: root) }
  }

  /// Finds the functions of a file with what they use.
  private static func functions(of file: SourceFile) -> [Function] {
    let identifiers = file.identifiers
    let tests = identifiers.filter { $0.name == "Test" && !$0.isMember }.map(\.line)
    // Code in strings has functions, too, but no identifiers.
    let keywords = Set(identifiers.filter { ["func", "init"].contains($0.name) }.map(\.line))
    let bodies = file.functions.filter { keywords.contains($0.line) }
    let tested = Set(tests.compactMap { line in bodies.map(\.line).first { $0 >= line } })
    return bodies.map { body in
      let inside = identifiers.filter {
        (body.line...(body.line + body.lines + 1)).contains($0.line)
      }
      let names = inside.map(\.name)
      let name = names.firstIndex(of: "func").flatMap { index in
        index + 1 < names.count && inside[index + 1].line == body.line ? names[index + 1] : nil
      }
      return Function(
        file: file.path, line: body.line, name: name, isTest: tested.contains(body.line),
        expects: !expectations.isDisjoint(with: names)
          || zip(names, names.dropFirst()).contains { $0 == ("Issue", "record") },
        uses: Set(names))
    }
  }

  /// Returns the tests that neither expect something nor call a function that does.
  private static func withoutExpectation(_ files: [SourceFile]) -> [String] {
    let functions = files.flatMap(functions)
    var helpers = Set(functions.filter(\.expects).compactMap(\.name))
    var count = 0
    while helpers.count > count {
      count = helpers.count
      helpers.formUnion(
        functions.filter { !$0.uses.isDisjoint(with: helpers) }.compactMap(\.name))
    }
    return functions.filter { $0.isTest && !$0.expects && $0.uses.isDisjoint(with: helpers) }
      .map { "\($0.file):\($0.line)" }
  }

  @Test func `expects something`() throws {
    let files = try Self.files.get()
    #expect(files.count > 500)
    #expect(Self.withoutExpectation(files) == [])
  }

  /// Returns the lines of a file with values that differ in each run.
  private static func chances(in file: SourceFile, _ text: String) -> [Int] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return file.identifiers.filter { identifier in
      switch identifier.name {
      case "SystemRandomNumberGenerator", "UUID": return true
      case "random", "randomElement", "shuffle", "shuffled":
        let line = lines[identifier.line - 1]
        let isOwn = identifier.name == "random" && !line.contains("random(in:")
        guard identifier.isMember, !isOwn else { return false }
        // The arguments can be on the following lines.
        let first = identifier.line - 1
        return !lines[first..<min(first + 3, lines.count)].contains { $0.contains("using:") }
      default: return false
      }
    }.map(\.line)
  }

  @Test func `has no other random values than unique names`() throws {
    for file in try Self.files.get() where !file.path.hasPrefix("Tests/TestSupport/") {
      let text = try String(contentsOfFile: "\(Self.root)/\(file.path)", encoding: .utf8)
      for line in Self.chances(in: file, text) {
        Issue.record("\(file.path):\(line): use SeededGenerator for data, uniqueName() for names")
      }
    }
  }

  @Test(arguments: [
    ("@Test func `a`() { #expect(true) }", true), ("@Test func `a`() { f() }", false),
    ("@Test func `a`() {\n  check(1)\n}\nfunc check(_ a: Int) {\n  #expect(a == 1)\n}", true),
    ("@Test(arguments: [1])\nfunc `a`(b: Int) {\n  _ = b\n}", false),
    ("@Test func `a`() {\n  Issue.record(\"x\")\n}", true), ("func helper() {\n}", true),
  ])
  func `without expectation is found`(text: String, isSound: Bool) {
    let file = SourceFile(path: "Tests/A.swift", text: text)
    #expect(Self.withoutExpectation([file]).isEmpty == isSound)
  }

  @Test(arguments: [
    ("let a = Int.random(in: 0..<2)", true), ("let a = b.shuffled()", true),
    ("let a = Int.random(in: 0..<2, using: &generator)", false),
    ("let a = \"UUID()\"", false),
    ("let a = UUID()", true), ("let random = 1", false),
  ])
  func `with chance is found`(text: String, isFound: Bool) {
    let file = SourceFile(path: "Tests/A.swift", text: text)
    #expect(Self.chances(in: file, text).isEmpty != isFound)
  }

  /// Files are edited by one function, `SourceText.edited(by:)`.
  @Test func `finds one function that applies replacements`() throws {
    let found = try FileManager.default.subpathsOfDirectory(atPath: "\(Self.root)/Sources")
      .filter { $0.hasSuffix(".swift") && !$0.hasPrefix("Text/") }
      .filter { name in
        try String(contentsOfFile: "\(Self.root)/Sources/\(name)", encoding: .utf8)
          .contains("ReplacementError")
      }
    #expect(found == ["Ecosystems/Ecosystem/FileChange+Replacement.swift"])
  }

  @Test func `belongs to a suite that is named by a phrase`() throws {
    let declaration = try Regex(#"^(?:@Suite.*|.*\) )?(?:struct|final class|actor) (\w+Tests)\b"#)
    for file in try Self.files.get() {
      let line = file.lines.first { $0.firstMatch(of: declaration) != nil }
      #expect(line == nil, "\(file.path): \(line ?? "")")
    }
  }
}
