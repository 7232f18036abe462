import Forges
import Store
import Testing

private let everything = "groups: {all: {patterns: [\"*\"]}}"
private let renamed = "groups: {whole: {patterns: [\"*\"]}}"

extension Scene {
  /// Dependencies at 1.0.0 with a newer version 1.1.0 each.
  fileprivate static func outdated(_ names: String..., rules: String) async throws -> Scene {
    let scene = try await Scene(rules, ["deps.txt": names.map { "\($0) 1.0.0\n" }.joined()])
    for name in names { scene.npm.publish(name, "1.0.0", "1.1.0") }
    return scene
  }

  /// Opens a pull request again as another person.
  fileprivate func reopen(_ number: Int) async throws {
    wait(hours: 1)
    let forge = try forge(as: "ann")
    let closed = try await forge.pullRequest(number, in: repository)
    // The branch was deleted with the pull request.
    if try await forge.head(of: closed.head, in: repository) == nil {
      _ = try await forge.createBranch(closed.head, at: closed.headSHA, in: repository)
    }
    _ = try await forge.update(number, PullRequestEdit(isOpen: true), in: repository)
  }

  fileprivate func say(_ text: String, on number: Int) async throws {
    try settings(#"{"permissions": {"ann": "write"}}"#)
    wait(hours: 1)
    _ = try await forge(as: "ann").comment(text, on: number, in: repository)
  }
}

/// What a person has closed, while the groups of the file change.
@Suite struct `A declined version` {
  @Test(arguments: ["", renamed, "groups: {only-a: {patterns: [a]}}"], [false, true])
  func `stays declined under another grouping`(rules: String, isLost: Bool) async throws {
    let scene = try await Scene.outdated("a", "b", rules: everything)
    try await scene.run()
    try await scene.close(1)
    try await scene.run()
    try await scene.configure(rules)
    if isLost { try await scene.loseState() }
    for _ in 0..<2 {
      #expect(
        try await scene.run() == [
          "a: 1.1.0 was declined when #1 was closed", "b: 1.1.0 was declined when #1 was closed",
        ])
    }
    #expect(try await scene.open() == [])
  }

  @Test func `isn't proposed by a group that has another update`() async throws {
    let scene = try await Scene.outdated("a", "b", "c", rules: everything)
    scene.npm.withdraw("c", "1.1.0")
    try await scene.run()
    try await scene.close(1)
    try await scene.run()
    scene.npm.publish("c", "1.2.0")
    for _ in 0..<2 { try await scene.run() }
    #expect(try await scene.open() == ["#2 Bump c from 1.0.0 to 1.2.0 in the all group"])
    // The second pull request has the key of the first one, which still declines its versions.
    try await scene.configure("")
    for _ in 0..<2 { try await scene.run() }
    #expect(try await scene.open() == ["#3 Bump c from 1.0.0 to 1.2.0"])
  }

  @Test func `is declined alone, too, and a newer one is proposed`() async throws {
    let scene = try await Scene.outdated("a", "b", rules: "")
    try await scene.run()
    try await scene.close(1)
    try await scene.configure(everything)
    #expect(
      try await scene.run().contains("a: 1.1.0 was declined when #1 was closed"))
    #expect(try await scene.open() == ["#3 Bump b from 1.0.0 to 1.1.0 in the all group"])
    scene.npm.publish("a", "1.2.0")
    try await scene.run()
    #expect(try await scene.open() == ["#3 Bump the all group with 2 updates"])
    #expect(try await scene.text("deps.txt", of: 3) == "a 1.2.0\nb 1.1.0\n")
  }

  @Test func `doesn't come back as the lower version of a group`() async throws {
    let scene = try await Scene.outdated("a", "b", rules: "")
    try await scene.run()
    try await scene.close(1)
    try await scene.run()
    scene.npm.publish("a", "2.0.0")
    scene.npm.clash("a@2.0.0", "b@1.1.0")
    try await scene.configure(everything)
    try await scene.run()
    // `b` is left out beside `a` 2.0.0: `a` 1.1.0 would fit beside it, but was declined.
    #expect(try await scene.open() == ["#3 Bump a from 1.0.0 to 2.0.0 in the all group"])
  }

  @Test func `of a step leaves the other steps alone`() async throws {
    let scene = try await Scene(
      "separate: [major]", ["deps.txt": "a 1.0.0\n"])
    scene.npm.publish("a", "1.0.0", "1.1.0", "2.0.0")
    try await scene.run()
    #expect(
      try await scene.open() == ["#1 Bump a from 1.0.0 to 1.1.0", "#2 Bump a from 1.0.0 to 2.0.0"])
    try await scene.close(2)
    try await scene.run()
    #expect(try await scene.open() == ["#1 Bump a from 1.0.0 to 1.1.0"])
  }

  @Test func `is proposed again when its pull request is reopened`() async throws {
    let scene = try await Scene.outdated("a", "b", rules: everything)
    try await scene.run()
    try await scene.close(1)
    try await scene.run()
    try await scene.reopen(1)
    try await scene.run()
    #expect(try await scene.open() == ["#1 Bump the all group with 2 updates"])
    try await scene.configure("")
    try await scene.run()
    #expect(
      try await scene.open() == ["#2 Bump a from 1.0.0 to 1.1.0", "#3 Bump b from 1.0.0 to 1.1.0"])
  }

  @Test func `is proposed again when an older pull request of the group is reopened`()
    async throws
  {
    let scene = try await Scene.outdated("a", "b", rules: everything)
    scene.npm.withdraw("b", "1.1.0")
    try await scene.run()
    try await scene.close(1)
    try await scene.run()
    scene.npm.publish("b", "1.2.0")
    try await scene.run()
    #expect(try await scene.open() == ["#2 Bump b from 1.0.0 to 1.2.0 in the all group"])
    try await scene.close(2)
    try await scene.run()
    try await scene.reopen(1)
    try await scene.run()
    #expect(try await scene.open() == ["#1 Bump a from 1.0.0 to 1.1.0 in the all group"])
  }

  @Test(arguments: ["@martlet unignore a", "@martlet unignore A"])
  func `is proposed again after a comment`(command: String) async throws {
    let scene = try await Scene.outdated("a", "b", rules: everything)
    try await scene.run()
    try await scene.close(1)
    try await scene.run()
    try await scene.say(command, on: 1)
    try await scene.run()
    #expect(try await scene.open() == ["#2 Bump a from 1.0.0 to 1.1.0 in the all group"])
    #expect(
      try await scene.comments(on: 1).contains {
        $0.contains("I can propose `1.1.0` of `a` again.")
      })
    try await scene.configure("")
    #expect(try await scene.run().contains("b: 1.1.0 was declined when #1 was closed"))
  }
}
