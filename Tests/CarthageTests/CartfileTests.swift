import Ecosystem
import Testing
import Text

@testable import Carthage

/// Parses a `Cartfile`, and returns a line for each dependency.
private func parsed(_ text: String) throws -> [String] {
  try Cartfile(SourceText(file: "Cartfile", text)).entries.map { entry in
    entry.requirement == .any ? "\(entry.origin)" : "\(entry.origin) \(entry.requirement)"
  }
}

/// Returns the text that the requirement of the only dependency covers.
private func requirementText(_ text: String) throws -> String {
  let source = SourceText(file: "Cartfile", text)
  return try source[Cartfile(source).entries[0].requirementRange]
}

/// Returns the place and the message of the error that a text causes.
private func failure(_ text: String) -> String? {
  do throws(Problem) {
    _ = try Cartfile(SourceText(file: "Cartfile", text))
    return nil
  } catch {
    return "\(error.location?.description ?? "nowhere"): \(error.message)"
  }
}

@Suite struct `A Cartfile` {
  @Test func `lists dependencies with their requirements`() throws {
    let lines = try parsed(
      """
      # Networking
      github "Alamofire/Alamofire" ~> 5.4 # newest
      github "a/b"
      git "https://example.com/c/d.git" "develop"
      binary "https://example.com/E.json" >= 2.0

      github "f/g" == 1.2.3-beta.1+5
      """)
    #expect(
      lines == [
        #"github "Alamofire/Alamofire" ~> 5.4.0"#, #"github "a/b""#,
        #"git "https://example.com/c/d.git" "develop""#,
        #"binary "https://example.com/E.json" >= 2.0.0"#, #"github "f/g" == 1.2.3-beta.1+5"#,
      ])
  }

  @Test(arguments: [
    (#"git "https://github.com/a/b.git""#, #"github "a/b""#),
    (#"git "git@github.com:a/b.git""#, #"github "a/b""#),
    (#"github "https://github.com/a/b""#, #"github "a/b""#),
    (#"github "https://ghe.example.com/a/b""#, #"github "https://ghe.example.com/a/b""#),
    (#"git "git@example.com:a/b.git""#, #"git "git@example.com:a/b.git""#),
  ])
  func `spells origins as Carthage writes them`(_ line: String, _ expected: String) throws {
    #expect(try parsed(line) == [expected])
  }

  @Test func `keeps a number sign in quotes`() throws {
    #expect(try parsed(#"github "a/b" "feature#1" # why"#) == [##"github "a/b" "feature#1""##])
  }

  @Test(arguments: [
    (#"github "a/b" ~> 1.2  "#, "~> 1.2"), (#"github "a/b" >=1.2 # x"#, ">=1.2"),
    (#"github "a/b"   "v1""#, #""v1""#), (#"github "a/b"  "#, ""),
  ])
  func `knows where a requirement is`(_ line: String, _ expected: String) throws {
    #expect(try requirementText(line) == expected)
  }

  @Test(arguments: [
    ("hg \"a/b\"", "Cartfile:1:1: expected github, git or binary"),
    ("github a/b", "Cartfile:1:8: expected a repository or an address in double quotes"),
    ("github \"a\"", "Cartfile:1:1: is not an address that Carthage accepts for github"),
    ("github \"a/b\" ~> 1", "Cartfile:1:17: expected a version with two or three numbers"),
    ("github \"a/b\" >= v1.0", "Cartfile:1:17: expected a version with two or three numbers"),
    ("github \"a/b\"\ngithub \"a/b\" ~> 1.0", "Cartfile:2:1: is listed twice"),
    (
      "binary \"https://e.com/E.json\" \"main\"",
      "Cartfile:1:31: a binary can't have a branch, tag or commit"
    ),
  ])
  func `names the place of a mistake`(_ text: String, _ expected: String) {
    #expect(failure(text) == expected)
  }

  @Test func `names at most 5,000 dependencies`() {
    let lines = (0..<30_000).map { "github \"a/b\($0)\"\n" }
    #expect(failure(lines[..<5_000].joined()) == nil)
    #expect(failure(lines.joined()) == "Cartfile:5001:1: names more than 5000 dependencies")
  }

  @Test func `can't list a dependency of Cartfile.private again`() throws {
    let line = #"github "a/b""#
    let files = try ["Cartfile", "Cartfile.private"].map {
      try Cartfile(SourceText(file: $0, line))
    }
    #expect(throws: Problem.self) { try Cartfile.combined(files) }
  }

  @Test(
    arguments: [
      ("v1.2.0", "1.2.0"), ("release-1.2", "1.2.0"), ("1.2.3-rc.1+5", "1.2.3-rc.1+5"),
      ("1.2-rc", nil), ("nightly", nil), ("1.2.3.4", nil), ("1.0+5", nil), ("1.0.0-01", nil),
    ] as [(String, String?)])
  func `reads versions from tags`(_ tag: String, _ version: String?) {
    #expect(CarthageVersion(tag)?.description == version)
  }
}

@Suite struct `A Cartfile.resolved` {
  @Test func `is sorted when it is written`() throws {
    let old = SourceText(
      file: "Cartfile.resolved", "github \"b/b\" \"v2.0\"\ngithub \"B/a\" \"1.0\"\n")
    #expect(
      try ResolvedCartfile(old).text == "github \"B/a\" \"1.0\"\ngithub \"b/b\" \"v2.0\"\n")
  }
}
