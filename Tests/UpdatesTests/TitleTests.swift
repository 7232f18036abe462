import Ecosystem
import Testing
import Updates

@Suite struct `A title` {
  @Test func `says what moves from where to where`() throws {
    #expect(
      try sample("swift-nio", "2.40.0", "2.62.0").title(TitleStyle())
        == "Bump swift-nio from 2.40.0 to 2.62.0")
  }

  @Test func `names the directory`() throws {
    #expect(
      try sample("swift-nio", "2.40.0", "2.62.0", directory: "/ios").title(TitleStyle())
        == "Bump swift-nio from 2.40.0 to 2.62.0 in /ios")
  }

  @Test func `speaks of the requirement where there is no lock`() throws {
    let update = try sample(
      "swift-nio", "2.40.0", "3.0.0", lock: nil, requirement: .init(before: "2.0.0", after: "3.0.0")
    )
    #expect(update.title(TitleStyle()) == "Update swift-nio requirement from 2.0.0 to 3.0.0")
  }

  @Test func `shortens commits`() throws {
    let old = String(repeating: "a", count: 40)
    let new = String(repeating: "b", count: 40)
    #expect(try sample("x", old, new).title(TitleStyle()) == "Bump x from aaaaaaa to bbbbbbb")
  }

  @Test(arguments: [
    (TitleStyle(prefix: "build"), "build: Bump x from 1 to 2"),
    (
      TitleStyle(prefix: "build", includesScope: true, capitalizes: false),
      "build(deps): bump x from 1 to 2"
    ),
    (TitleStyle(prefix: "[deps]"), "[deps]: Bump x from 1 to 2"),
    (TitleStyle(prefix: "deps "), "deps Bump x from 1 to 2"),
    (TitleStyle(prefix: "⬆️"), "⬆️ Bump x from 1 to 2"),
  ]) func `takes the prefix of the repository`(style: TitleStyle, expected: String) throws {
    #expect(try sample("x", "1", "2").title(style) == expected)
  }

  @Test func `takes another prefix for development`() throws {
    let style = TitleStyle(prefix: "fix", developmentPrefix: "chore", includesScope: true)
    let update = try sample("x", "1", "2", group: .development)
    #expect(update.title(style) == "chore(deps-dev): Bump x from 1 to 2")
  }
}

@Suite struct `A commit message` {
  @Test func `carries the trailer that tools read`() throws {
    let update = try sample(
      "@babel/core", "7.1.0", "7.20", ecosystem: .npm, source: "https://github.com/babel/babel.git")
    #expect(
      update.commitMessage(TitleStyle()) == """
        Bump @babel/core from 7.1.0 to 7.20

        Bumps [@babel/core](https://github.com/babel/babel) from 7.1.0 to 7.20.

        ---
        updated-dependencies:
        - dependency-name: "@babel/core"
          dependency-version: "7.20"
          dependency-type: direct:production
          update-type: version-update:semver-minor
        ...

        """)
  }

  @Test func `keeps its first line short`() throws {
    let name = "a-package-with-quite-a-long-name-indeed"
    let update = try sample(name, "10.20.30", "10.20.31", directory: "/some/folder")
    let first = update.commitMessage(TitleStyle()).prefix { $0 != "\n" }
    #expect(first == "Bump \(name) in /some/folder")
  }
}
