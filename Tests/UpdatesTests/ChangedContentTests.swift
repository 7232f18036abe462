import Forges
import Store
import TestSupport
import Testing

@testable import Updates

/// An open pull request for `a 1.1.0`, whose content was `old` and is `new` now.
private func moved() async throws -> Scene {
  let scene = try await Scene("automerge: {update-types: [minor]}", ["deps.txt": "a 1.0.0\n"])
  scene.npm.publish("a", "1.0.0", "1.1.0")
  scene.npm.fill("a", "1.1.0", with: "old")
  try await scene.run()
  scene.npm.fill("a", "1.1.0", with: "new")
  return scene
}

extension Scene {
  fileprivate var head: String? {
    get async throws { try await forge().head(of: "martlet/npm/a", in: repository) }
  }

  fileprivate func makeGreen() async throws {
    let head = try #require(try await head)
    try await forge().report(Check(name: "build", state: .success), of: head, in: repository)
    wait(hours: 2)
  }

  fileprivate func say(_ words: String) async throws {
    try settings(#"{"permissions": {"ann": "write"}}"#)
    _ = try await forge(as: "ann").comment(words, on: 1, in: repository)
    wait(hours: 1)
  }
}

private let report =
  "a: 1.1.0 is held back: it has other contents than #1 was opened with: a 1.1.0 was old and is new. "
  + "`@martlet recreate` on #1 accepts them"

@Suite struct `A version whose content changed after it was proposed` {
  @Test func `keeps its pull request as it is, which says so first`() async throws {
    let scene = try await moved()
    let head = try await scene.head
    #expect(try await scene.run(dry: true) == [report])
    try await scene.makeGreen()
    #expect(try await scene.run() == [report])
    #expect(try await scene.run() == [report])
    let pull = try #require(try await scene.pullRequests().first)
    #expect(pull.state == .open)
    #expect(try await scene.head == head)
    let lines = pull.body.split(separator: "\n")
    let index = try #require(lines.firstIndex(of: "### What to look at first"))
    #expect(
      lines[index + 1].hasPrefix("- **Changed afterwards**: `a 1.1.0` was `old` when this pull"))
    #expect(lines[index + 1].contains("and is `new` now"))
  }

  @Test func `is an event for notifications, once for each content`() async throws {
    let scene = try await moved()
    try await scene.run()
    try await scene.run()
    #expect(
      try await scene.facts().filter { $0.hasPrefix("moved") } == [
        "moved: the content of a 1.1.0 changed after it was proposed"
      ])
  }

  @Test func `is accepted by recreate, and not by rebase`() async throws {
    let scene = try await moved()
    try await scene.run()
    try await scene.say("@martlet rebase")
    #expect(try await scene.run() == [report])
    #expect(try await scene.comments(on: 1).last?.contains("`@martlet recreate` accepts") == true)
    try await scene.say("@martlet recreate")
    #expect(try await scene.run() == ["a: updated #1 to 1.1.0"])
    let body = try #require(try await scene.pullRequests().first).body
    #expect(!body.contains("Changed afterwards"))
    try await scene.makeGreen()
    try await scene.run()
    #expect(try await scene.pullRequests().map(\.state) == [.merged])
  }

  @Test func `is proposed as before once it has its content again`() async throws {
    let scene = try await moved()
    try await scene.run()
    scene.npm.fill("a", "1.1.0", with: "old")
    try await scene.run()
    let body = try #require(try await scene.pullRequests().first).body
    #expect(!body.contains("Changed afterwards"))
    #expect(try await scene.run() == ["a: #1 proposes 1.1.0"])
    try await scene.makeGreen()
    try await scene.run()
    #expect(try await scene.pullRequests().map(\.state) == [.merged])
  }

  @Test func `does not prevent a newer version`() async throws {
    let scene = try await moved()
    try await scene.run()
    scene.npm.publish("a", "1.0.0", "1.1.0", "1.2.0")
    #expect(try await scene.run() == ["a: updated #1 to 1.2.0"])
  }

  @Test func `is compared in a new state after a move of the database`() async throws {
    let scene = try await moved()
    let pins = try #require(try await scene.records().first).pins
    #expect(pins.map(\.subject) == ["npm / a 1.1.0"])
    #expect(pins.map(\.value) == ["old"])
    try await scene.run()
    #expect(try #require(try await scene.records().first).pins.map(\.later) == ["new"])
  }
}
