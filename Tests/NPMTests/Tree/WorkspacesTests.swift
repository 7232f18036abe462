import Testing

@testable import NPM

@Suite struct WorkspacesTests {
  private let folders = [
    "a", "packages/a", "packages/b", "packages/b/sub", "packages/.hid", "x/y/z",
    "packages/node_modules/q",
  ]

  @Test(arguments: [
    (["packages/*"], ["packages/a", "packages/b"]), (["./packages/b", "a"], ["packages/b", "a"]),
    (["packages/**"], ["packages/a", "packages/b", "packages/b/sub"]),
    (["packages/*", "!packages/b"], ["packages/a"]), (["**/z"], ["x/y/z"]),
    (["packages/?"], ["packages/a", "packages/b"]),
    (["nothing/*"], []), ([], []),
  ])
  func `patterns name folders`(patterns: [String], found: [String]) throws {
    #expect(try Workspaces(patterns).folders(in: folders) == found)
  }

  @Test(arguments: [["{a,b}/*"], ["../x"], ["a/[bc]"], ["!a", "b"], ["@(a|b)"]])
  func `what is not followed is refused`(patterns: [String]) {
    #expect(throws: (any Error).self) { try Workspaces(patterns) }
  }
}
