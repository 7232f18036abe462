import Ecosystem
import Testing

@testable import JavaScript

/// The workspaces among some folders, as npm's own code finds them too.
@Suite struct `The workspaces of a project` {
  private let folders = [
    "a", "packages", "packages/a", "packages/b", "packages/b/sub", "packages/.hid", "x/y/z",
    "packages/node_modules/q", "packages/p1", "packages/p2", "packages/p3", "node_modules/r",
  ]

  @Test(arguments: [
    (["packages/?"], ["packages/a", "packages/b"]), (["./packages/b", "a"], ["packages/b", "a"]),
    (["packages/**", "!packages/p?"], ["packages", "packages/a", "packages/b", "packages/b/sub"]),
    (["packages/*", "!packages/{b,p*}"], ["packages/a"]), (["**/z"], ["x/y/z"]),
    (["packages/.*"], ["packages/.hid"]), (["nothing/*"], []), ([], []), (["!a"], []),
    ([".", "a"], ["", "a"]), (["./", "a"], ["", "a"]), (["a", "./."], ["a", ""]),
  ])
  func `patterns name folders`(patterns: [String], found: [String]) throws {
    #expect(try workspaces(patterns).folders(in: folders) == found)
  }

  @Test(arguments: [
    (["packages/{a,b}"], ["packages/a", "packages/b"]),
    (["{x/y,packages}/{z,b}/"], ["packages/b", "x/y/z"]),
    (["packages/p{1..3}"], ["packages/p1", "packages/p2", "packages/p3"]),
    (["packages/p{1..3..2}"], ["packages/p1", "packages/p3"]),
    (["packages/{p{2,3},{a..b}}"], ["packages/a", "packages/b", "packages/p2", "packages/p3"]),
    (["packages/b{,/sub}"], ["packages/b", "packages/b/sub"]),
  ])
  func `braces stand for their alternatives`(patterns: [String], found: [String]) throws {
    #expect(try workspaces(patterns).folders(in: folders) == found)
  }

  @Test(arguments: [
    ("{08..10}", ["08", "09", "10"]), ("{3..1}", ["3", "2", "1"]), ("{-1..1}", ["-1", "0", "1"]),
    ("{-05..-03..1}", ["-05", "-04", "-03"]), ("{e..a..2}", ["e", "c", "a"]),
    ("a{b,}c{1,2}", ["abc1", "abc2", "ac1", "ac2"]), ("{a,{b,c}d}", ["a", "bd", "cd"]),
  ])
  func `ranges count as in a shell`(pattern: String, alternatives: [String]) {
    #expect(BraceExpansion.alternatives(of: pattern) == alternatives)
  }

  @Test(arguments: [
    (["packages/*", "!packages/p*"], ["packages/a", "packages/b"]),
    (["packages/?", "!packages/b", "packages/b"], ["packages/a", "packages/b"]),
    (["!packages/a", "packages/?"], ["packages/b"]),
    (["packages/a", "packages/b", "!packages/*"], []),
    (["a", "!!packages/b/*"], ["a", "packages/b/sub"]),
    // npm skips the second of two exclusions that it would take back.
    (["!packages/a", "!packages/**", "packages/a"], []),
  ])
  func `an inclusion takes back exclusions before it`(patterns: [String], found: [String]) throws {
    #expect(try workspaces(patterns).folders(in: folders) == found)
  }

  @Test func `a folder that an earlier pattern passes belongs to that pattern`() throws {
    let found = try workspaces(["packages/*/sub", "packages/a", "packages/b"])
    #expect(found.folders(in: folders) == ["packages/a", "packages/b", "packages/b/sub"])
  }

  @Test(arguments: [
    "../x", "a/./b", "a/[bc]", "@(a|b)", "{a}", "{a,b", "a}", "${a,b}", "{{a,b}}", "{a..Z}",
    "{1..3..0}", "{1..9999}", "{1..10}{1..10}{1..10}{1..10}", "{a,}", "{/a,b}", "", "/", "a!b",
    "#a", "a\\b", "!",
  ])
  func `what is not followed is refused`(pattern: String) {
    #expect(throws: Problem.self) { try workspaces([pattern]) }
  }

  @Test func `many globstars are matched quickly`() throws {
    let pattern = (0..<40).map { _ in "**/a" }.joined(separator: "/")
    let folder = (0..<200).map { _ in "a" }.joined(separator: "/")
    #expect(try workspaces([pattern]).folders(in: [folder, "b"]) == [folder])
  }

  private func workspaces(_ patterns: [String]) throws(Problem) -> Workspaces {
    var result = Workspaces()
    for pattern in patterns { try result.add(pattern, at: nil) }
    return result
  }
}
