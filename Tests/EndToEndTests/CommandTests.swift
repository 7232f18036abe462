import Foundation
import HTTP
import JSON
import TestSupport
import Testing

/// Actions and comments of people on pull requests of a fake GitHub without reactions, where each
/// command is acknowledged by a comment.
@Suite(.needsFakeHost, .serialized) struct `On a pull request` {
  private let aster = "martlet/swift/aster"

  private func scene(rules: String = "") async throws -> GitHubScene {
    let scene = try await GitHubScene(
      for: #fileID, collaborators: ["ann": "write", "cy": "read"], rules: rules)
    let outcome = try await scene.martlet("run")
    #expect(outcome.code == 0, "\(outcome.error)")
    return scene
  }

  private func run(_ scene: GitHubScene) async throws -> String {
    let outcome = try await scene.martlet("run")
    #expect(outcome.code == 0, "\(outcome.out) \(outcome.error)")
    return outcome.out
  }

  @Test func `rebase rebuilds the branch on the base, once`() async throws {
    let scene = try await scene()
    try await scene.push(["README.md": "moved\n"])
    try await scene.say("@martlet rebase")
    _ = try await run(scene)
    let head = try #require(try await scene.head(aster))
    #expect(try await scene.parent(of: head) == scene.head("main"))
    #expect(try await scene.answers().count == 1)
    _ = try await run(scene)
    #expect(try await scene.head(aster) == head)
    #expect(try await scene.answers().count == 1)
    #expect(try await scene.fake.violations().isEmpty)
  }

  @Test func `close is answered once`() async throws {
    let scene = try await scene()
    try await scene.say("@martlet close")
    _ = try await run(scene)
    let answers = try await scene.answers()
    #expect(answers.count == 1 && answers[0].hasPrefix("Closed on request"), "\(answers)")
    _ = try await run(scene)
    #expect(try await scene.answers().count == 1)
  }

  @Test func `a stranger's command is ignored`() async throws {
    let scene = try await scene()
    try await scene.push(["README.md": "moved\n"])
    let head = try await scene.head(aster)
    for user in ["cy", "stranger"] { try await scene.say("@martlet recreate", by: user) }
    _ = try await run(scene)
    #expect(try await scene.head(aster) == head)
    #expect(try await scene.answers().isEmpty)
  }

  @Test func `rebase keeps other people's commits, and recreate does not`() async throws {
    let scene = try await scene()
    try await scene.push(["fix.txt": "by hand\n"], to: aster)
    let theirs = try await scene.head(aster)
    try await scene.say("@martlet rebase")
    _ = try await run(scene)
    #expect(try await scene.head(aster) == theirs)
    #expect(try await scene.answers().last?.hasPrefix("The branch has commits by others") == true)
    try await scene.say("@martlet recreate")
    _ = try await run(scene)
    let head = try #require(try await scene.head(aster))
    #expect(try await scene.parent(of: head) == scene.head("main"))
    #expect(try await scene.answers().count == 2)
  }

  @Test func `a major version is ignored until unignore`() async throws {
    let scene = try await scene()
    try await scene.say("@martlet ignore this major version")
    _ = try await run(scene)
    #expect(try await scene.pull(1)["state"] == "closed")
    #expect(try await scene.answers().first?.contains("I will not propose 2.x of `aster`") == true)
    #expect(
      try await scene.openTitles() == [
        "Bump aster from 1.0.0 to 1.1.0", "Bump borage from 1.0.0 to 1.1.0",
      ])
    try await scene.say("@martlet show ignored", on: 3)
    _ = try await run(scene)
    #expect(
      try await scene.answers(on: 3).first?.contains("| `aster` | `/` | 2.x | `@ann` on #1 |")
        == true)
    try await scene.say("@martlet unignore", on: 1)
    _ = try await run(scene)
    #expect(try await scene.openTitles().contains("Bump aster from 1.0.0 to 2.0.0"))
    #expect(try await scene.fake.state("acme/app")["orphan_branches"] == [])
    #expect(try await scene.fake.violations().isEmpty)
  }

  @Test func `a group continues without its ignored members`() async throws {
    let scene = try await scene(rules: "groups: {birds: {patterns: [\"*\"]}}\n")
    #expect(try await scene.openTitles() == ["Bump the birds group with 2 updates"])
    try await scene.say("@martlet ignore this dependency")
    try await scene.say("@martlet ignore aster")
    _ = try await run(scene)
    let refusal = "This pull request updates several dependencies. Name one."
    #expect(try await scene.answers().first?.hasPrefix(refusal) == true)
    #expect(
      try await scene.openTitles() == ["Bump borage from 1.0.0 to 1.1.0 in the birds group"])
    try await scene.say("@martlet show aster ignore conditions")
    try await scene.say("@martlet unignore *")
    _ = try await run(scene)
    #expect(try await scene.answers().contains { $0.contains("| `aster` | `/` | every version |") })
    #expect(try await scene.openTitles() == ["Bump the birds group with 2 updates"])
    #expect(try await scene.pull(1)["state"] == "open")
    #expect(try await scene.fake.violations().isEmpty)
  }

  @Test func `a whole dependency is ignored, and each command reports why`() async throws {
    let scene = try await scene()
    try await scene.say("@bot ignore this dependency")
    let out = try await run(scene)
    #expect(out.contains("2.0.0 is ignored by a comment of @ann on #1"), "\(out)")
    #expect(try await scene.openTitles() == ["Bump borage from 1.0.0 to 1.1.0"])
    #expect(try await scene.head(aster) == nil)
    try scene.folder.write(
      "[remote \"origin\"]\n\turl = \(scene.fake.url)/acme/app.git\n", to: "app/.git/config")
    for name in ["Package.swift", "Package.resolved"] {
      let text = try await scene.fake.control("file?repo=acme/app&path=\(name)")["text"]?.string
      try scene.folder.write(text ?? "", to: "app/\(name)")
    }
    let checked = try await scene.martlet("check", "app", "--json")
    let rows = try checked.document()["dependencies"]?.array ?? []
    let row = rows.first { $0["name"] == "aster" }
    #expect(row?["status"] == "ignored", "\(checked.out) \(checked.error)")
    #expect(row?["reason"] == "2.0.0 is ignored by a comment of @ann on #1")
  }

  @Test func `an unknown command is answered with the list of commands`() async throws {
    let scene = try await scene()
    try await scene.say("@martlet rebase and merge")
    try await scene.say("> @martlet rebase")
    try await scene.say("```\n@martlet rebase\n```")
    _ = try await run(scene)
    #expect(try await scene.answers().count == 1)
    #expect(try await scene.answers().first?.contains("| `@martlet rebase` |") == true)
  }

  @Test func `nothing is repeated if the state is lost after a command`() async throws {
    let scene = try await scene()
    try await scene.say("@martlet ignore this dependency")
    try await scene.say("@martlet rebase", on: 2)
    _ = try await run(scene)
    let head = try await scene.head("martlet/swift/borage")
    let answers = (try await scene.answers(), try await scene.answers(on: 2))
    scene.loseState()
    let out = try await run(scene)
    #expect(out.contains("2.0.0 is ignored by a comment of @ann on #1"), "\(out)")
    #expect(try await scene.openTitles() == ["Bump borage from 1.0.0 to 1.1.0"])
    #expect(try await scene.head("martlet/swift/borage") == head)
    #expect(try await scene.answers() == answers.0)
    #expect(try await scene.answers(on: 2) == answers.1)
  }

  @Test func `a closed pull request is replaced for a newer version`()
    async throws
  {
    let scene = try await scene()
    try await scene.act([("state", "closed"), ("by", "ann")])
    let out = try await run(scene)
    #expect(out.contains("2.0.0 was declined when #1 was closed"), "\(out)")
    #expect(try await scene.head(aster) == nil)
    try await scene.fake.publish("aster", ["2.1.0"])
    _ = try await run(scene)
    #expect(try await scene.openTitles().contains("Bump aster from 1.0.0 to 2.1.0"))
  }

  @Test func `a reopened pull request is updated again`() async throws {
    let scene = try await scene()
    try await scene.say("@martlet ignore this dependency")
    _ = try await run(scene)
    try await scene.act([("state", "open"), ("by", "ann")])
    let out = try await run(scene)
    #expect(!out.contains("ignored by"), "\(out)")
    #expect(try await scene.head(aster) != nil)
    #expect(try await scene.openTitles().count == 2)
  }

  @Test func `a merged pull request leaves no branch behind`() async throws {
    let scene = try await scene()
    try await scene.act([("merge", "squash"), ("by", "ann")])
    _ = try await run(scene)
    #expect(try await scene.head(aster) == nil)
    #expect(try await scene.fake.state("acme/app")["orphan_branches"] == [])
  }

  @Test func `a branch deleted by hand declines the version`() async throws {
    let scene = try await scene()
    try await scene.act([("delete_branch", true), ("by", "ann")])
    let out = try await run(scene)
    #expect(out.contains("2.0.0 was declined when #1 was closed"), "\(out)")
    #expect(try await scene.openTitles() == ["Bump borage from 1.0.0 to 1.1.0"])
  }

  /// The response to each write of a pass with commands is lost in turn.
  @Test(.slow)
  func `a fault at any write of a command duplicates nothing`() async throws {
    for skipped in 0..<40 {
      let scene = try await scene()
      try await scene.push(["README.md": "moved\n"])
      try await scene.say("@martlet ignore this dependency")
      try await scene.say("@martlet rebase", on: 2)
      try await scene.fake.control(
        "faults", ["mutating": true, "action": "drop_after", "skip": .int(skipped)])
      _ = try await scene.martlet("run")
      let isHit = try await scene.fake.control("faults").array?.first?["hits"] != 0
      try await scene.fake.control("faults", method: .delete)
      if skipped.isMultiple(of: 2) { scene.loseState() }
      _ = try await run(scene)
      #expect(try await scene.openTitles() == ["Bump borage from 1.0.0 to 1.1.0"], "\(skipped)")
      #expect(try await scene.answers().count == 1, "\(skipped)")
      #expect(try await scene.answers(on: 2).count == 1, "\(skipped)")
      #expect(try await scene.fake.state("acme/app")["orphan_branches"] == [], "\(skipped)")
      if !isHit { break }
    }
  }
}
