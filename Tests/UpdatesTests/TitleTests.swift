import Ecosystem
import NPM
import Testing
import Updates
import Versioning

@Suite struct `A title` {
  @Test func `names dependency and versions`() throws {
    #expect(
      try sample("swift-nio", "2.40.0", "2.62.0").title(TitleStyle())
        == "Bump swift-nio from 2.40.0 to 2.62.0")
  }

  @Test func `names the directory`() throws {
    #expect(
      try sample("swift-nio", "2.40.0", "2.62.0", directory: "/ios").title(TitleStyle())
        == "Bump swift-nio from 2.40.0 to 2.62.0 in /ios")
  }

  @Test func `names the versions if the requirement is the version`() throws {
    var update = try sample(
      "actions/checkout", "4", "5", lock: nil, requirement: .init(before: "v4", after: "v5"))
    update.parts[0].leads[0].dependency.current = "4"
    #expect(update.title(TitleStyle()) == "Bump actions/checkout from 4 to 5")
  }

  @Test func `shortens commits and digests`() throws {
    let digest = String(repeating: "ab", count: 32)
    let update = try sample("node", String(digest.prefix(40)), "22@sha256:\(digest)")
    #expect(update.title(TitleStyle()) == "Bump node from abababa to 22@sha256:abababa")
  }

  /// The title of an image whose tags `a`, `b`, … get new digests together.
  private func digestTitle(tags: [String]) throws -> String {
    let digests = ["1", "2"].map { String(repeating: $0, count: 64) }
    let edits = tags.map { tag in
      digests.map { "ghcr.io/acme/app:\(tag)@sha256:\($0)" }
    }
    let moved = digests.map { "\(tags[0])@sha256:\($0)" }
    var update = try sample("acme/app", moved[0], moved[1], lock: nil)
    update.parts[0].leads[0].dependency.current = tags[0]
    update.parts[0].change.requirements = edits.map { edit in
      RequirementEdit(name: "acme/app", file: "Dockerfile", before: edit[0], after: edit[1])
    }
    return update.title(TitleStyle())
  }

  @Test func `shows the digests of two tags, and counts those of more`() throws {
    let one = "Bump acme/app from a@sha256:1111111 to a@sha256:2222222"
    #expect(try digestTitle(tags: ["a"]) == one)
    #expect(try digestTitle(tags: ["a", "a"]) == one)
    #expect(
      try digestTitle(tags: ["a", "b"]) == one + " and b@sha256:1111111 to b@sha256:2222222")
    #expect(try digestTitle(tags: ["a", "b", "c"]) == one + " and 2 other tags")
  }

  @Test func `describes the requirement if there is no lock file`() throws {
    let update = try sample(
      "swift-nio", "2.40.0", "3.0.0", lock: nil,
      requirement: .init(before: "from: \"2.0.0\"", after: "from: \"3.0.0\""))
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

  @Test func `uses the development prefix`() throws {
    let style = TitleStyle(prefix: "fix", developmentPrefix: "chore", includesScope: true)
    let update = try sample("x", "1", "2", group: .development)
    #expect(update.title(style) == "chore(deps-dev): Bump x from 1 to 2")
  }
}

/// An update of a group: directories with changes such as `a 1.0.0 2.0.0`.
private func grouped(
  _ group: String?, _ parts: [(String, [String])],
  scope: UpdateKey.Scope = .directory(.npm, "/"), subject: UpdateKey.Subject = .group("web"),
  lock: String? = "lock"
) throws -> Update {
  var key = try key("x")
  key.scope = scope
  key.subject = subject
  return Update(
    key: key, group: group,
    parts: parts.map { directory, lines in
      let moves = lines.map { $0.split(separator: " ").map(String.init) }
      return Update.Part(
        project: Project(ecosystem: .npm, directory: directory, manifest: "m", lock: lock),
        leads: moves.map { words in
          Update.Lead(
            dependency: Dependency(name: words[0], kind: .direct), from: words[1], to: words[2],
            step: .minor)
        },
        change: Change(
          files: [],
          moves: moves.map { words in
            Move(
              name: words[0], from: words[1], to: words[2], kind: .direct,
              requirement: .init(before: "^" + words[1], after: "^" + words[2]))
          }))
    })
}

@Suite struct `A group's title` {
  @Test(arguments: [
    ([("/", ["a 1 2", "b 1 2", "c 1 2"])], "Bump the web group with 3 updates"),
    ([("/app", ["a 1 2", "b 1 2"])], "Bump the web group in /app with 2 updates"),
    ([("/", ["a 1 2"])], "Bump a from 1 to 2 in the web group"),
    ([("/app", ["a 1 2"])], "Bump a from 1 to 2 in /app in the web group"),
  ]) func `in one directory`(parts: [(String, [String])], expected: String) throws {
    #expect(try grouped("web", parts).title(TitleStyle()) == expected)
  }

  @Test(arguments: [
    (
      [("/a", ["x 1 2", "y 1 2"]), ("/b", ["x 1 2"])],
      "Bump the web group across 2 directories with 2 updates"
    ),
    (
      [("/a", ["x 1 2"]), ("/b", ["x 1 2"])],
      "Bump the web group across 2 directories with 1 update"
    ),
    (
      [("/a", ["x 1 2", "y 1 2"])], "Bump the web group across 1 directory with 2 updates"
    ),
    ([("/a", ["x 1 2"])], "Bump x from 1 to 2 in the web group across 1 directory"),
  ]) func `across directories`(parts: [(String, [String])], expected: String) throws {
    let update = try grouped("web", parts, scope: .directories(.npm, entry: 1))
    #expect(update.title(TitleStyle()) == expected)
  }

  @Test func `across ecosystems, and by name`() throws {
    let parts = [("/a", ["x 1 2"]), ("/b", ["x 1 2"])]
    #expect(
      try grouped("web", parts, scope: .ecosystems).title(TitleStyle())
        == "Bump the \"web\" group with 1 update across multiple ecosystems")
    #expect(
      try grouped(
        "web", parts, scope: .directories(.npm, entry: 1), subject: .dependency("x")
      ).title(TitleStyle()) == "Bump x across 2 directories")
  }

  @Test func `of libraries describes requirements`() throws {
    let one = try grouped("web", [("/", ["a 1 2"])], lock: nil)
    #expect(one.title(TitleStyle()) == "Update a requirement from ^1 to ^2 in the web group")
    let two = try grouped(
      nil, [("/", ["a 1 2", "b 1 2"])], subject: .dependency("a"), lock: nil)
    #expect(two.title(TitleStyle()) == "Update requirements for a and b")
  }

  @Test func `names dependencies that can only be updated together`() throws {
    let update = try grouped(nil, [("/", ["a 1 2", "b 1 3"])], subject: .dependency("a"))
    #expect(update.title(TitleStyle()) == "Bump a and b")
  }

  @Test func `is cut for the commit`() throws {
    let name = String(repeating: "n", count: 30)
    let update = try grouped("web", [("/some/folder", ["\(name) 1.0.0 2.0.0"])])
    #expect(update.subject(TitleStyle()) == "Bump \(name)" + " in /some/folder in the web group")
    let long = String(repeating: "n", count: 60)
    let other = try grouped("web", [("/some/folder", ["\(long) 1.0.0 2.0.0"])])
    #expect(other.subject(TitleStyle()) == "Bump \(long)")
  }

  @Test func `is followed by a table in the message if there are many`() throws {
    let update = try grouped("web", [("/", ["a 1 2", "b 1 2", "c 1 2", "d 1 2", "e 1 2"])])
    #expect(
      update.commitMessage(TitleStyle()).contains(
        """
        Bumps the web group with 5 updates:

        | Package | From | To |
        | --- | --- | --- |
        | a | `1` | `2` |
        """))
  }
}

@Suite struct `A commit message` {
  @Test func `has the trailer that tools parse`() throws {
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
