import FoundationEssentials
import Testing

/// Numbers from other programs can be anything, and Swift ends the process when a conversion or a sum
/// leaves the range.
@Suite struct `Numbers from outside` {
  private struct Line {
    var location: String
    var text: String
  }

  private static func lines(in folders: [String]) throws -> [Line] {
    let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/Sources/"
    let paths = try FileManager.default.subpathsOfDirectory(atPath: root).filter { path in
      path.hasSuffix(".swift") && folders.contains { path.hasPrefix($0) }
    }
    #expect(paths.count > 100)
    return try paths.flatMap { path in
      try String(contentsOfFile: root + path, encoding: .utf8)
        .split(separator: "\n", omittingEmptySubsequences: false).enumerated()
        .filter { !$0.element.drop(while: { $0 == " " }).hasPrefix("//") }
        .map { Line(location: "Sources/\(path):\($0.offset + 1)", text: String($0.element)) }
    }
  }

  private static let integer = "U?Int(8|16|32|64)?"

  /// Whether a line names a number type at all; an expression takes a thousand times as long.
  private static func namesNumber(_ line: String) -> Bool {
    line.contains("Int") || line.contains("Double")
  }

  /// Whether a line converts a text to a number without a range: such a conversion is optional, so it
  /// is unwrapped or has a default.
  private static func parsesText(_ line: String) throws -> Bool {
    guard namesNumber(line) else { return false }
    let labels = "(?!exactly:|truncatingIfNeeded:|clamping:|bitPattern:|databaseValue:)"
    let forms = [
      #"[mM]ap(\(\{|\s*\{)\s*\(?"# + "(\(integer)|Double)" + #"\(\$[01]"#,
      "[mM]ap\\((\(integer)|Double)\\.init",
      "\\((\(integer)|Double)\\.init\\)",
      "(\(integer)|Double)\\(\(labels)[^()]*(\\([^()]*\\))?[^()]*\\) (\\?\\?|==|!=)",
      "(guard|if|,) let \\w+ = (\(integer)|Double)\\(\(labels)",
      "^ +let \\w+ = (\(integer)|Double)\\(\(labels).*(,| else \\{)$",
    ]
    return try forms.contains { try Regex($0).firstMatch(in: line) != nil }
  }

  /// Conversions of texts whose length is fixed, such as two hexadecimal digits.
  private static let bounded = ["radix: 16)", "radix: 8)", "MHD_", "CURL"]

  @Test func `are parsed with a range in the code that reads servers and clients`() throws {
    let folders = [
      "HTTP/", "HTTPServer/", "Forges/", "Advisories/", "Changelogs/", "Service/Intake/",
    ]
    for line in try Self.lines(in: folders)
    where try Self.parsesText(line.text) && !Self.bounded.contains(where: line.text.contains) {
      Issue.record(
        "\(line.location): use number(in:) or number(limitedTo:) of Text: \(line.text)")
    }
  }

  /// Files whose `Double` is a value of a language or a format that has floating-point numbers.
  private static let floating = [
    "Sources/JSON/", "Sources/YAML/", "Sources/Interpreters/Ruby/",
    "Sources/Interpreters/Swift/", "Sources/Ecosystems/JavaScript/Semver/",
    "Sources/Store/Archive/", "Sources/Updates/Describe/CommitMessage.swift",
  ]

  @Test func `are not floating-point numbers`() throws {
    for line in try Self.lines(in: [""])
    where try ["Double(", "Double.init"].contains(where: line.text.contains)
      && Self.parsesText(line.text) && !Self.floating.contains(where: line.location.hasPrefix)
    {
      Issue.record("\(line.location): -1e308 is a Double and no Int: \(line.text)")
    }
  }

  @Test func `become integers only if a Double fits`() throws {
    // Ratios and random numbers of our own.
    let own = [
      "Updates/Describe/BodyBudget.swift", "Database/PostgreSQL/RetryPolicy.swift",
      "Database/PostgreSQL/PostgresLink.swift",
    ]
    let conversion = try Regex("\\b\(Self.integer)\\([^()]*(Double\\(|\\.rounded\\()")
    for line in try Self.lines(in: [""])
    where try Self.namesNumber(line.text) && conversion.firstMatch(in: line.text) != nil
      && !own.contains(where: line.location.contains)
    {
      Issue.record("\(line.location): use Int(exactly:): \(line.text)")
    }
  }

  @Test(arguments: [
    ("    guard let size = Int(text) else {", true), ("let a = b.flatMap { Int($0) }", true),
    ("let a = b.map(Int.init)", true), ("let a = Int64(text) ?? 0", true),
    ("      let number = Int(digits),", true), ("if Int(parts[1]) == port {", true),
    ("let a = Int(clamping: number)", false), ("let size = Int(status.st_size)", false),
    ("    guard let a = Int(exactly: number) else {", false),
  ])
  func `are recognised in a line`(text: String, isFound: Bool) throws {
    #expect(try Self.parsesText(text) == isFound)
  }
}
