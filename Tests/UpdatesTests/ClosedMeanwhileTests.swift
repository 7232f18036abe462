import Configuration
import Forges
import Store
import Synchronization
import Testing

/// A scene with dependencies at 1.0.0 and replies, whose pull requests people close at bad moments.
///
///     let scene = try await Scene.replying("a")
///     scene.whileLookingUp { try await $0.close(1) }
extension Scene {
  fileprivate static func replying(_ names: String..., rules: String = "") async throws -> Scene {
    let scene = try await Scene(rules, ["deps.txt": names.map { "\($0) 1.0.0\n" }.joined()])
    for name in names { scene.npm.publish(name, "1.0.0", "1.1.0") }
    scene.change { $0.replies = .on }
    return scene
  }

  /// Does something once between the reading of comments and the publishing of the next pass.
  fileprivate func whileLookingUp(_ action: @escaping @Sendable (Scene) async throws -> Void) {
    meanwhile.withLock { actions in
      actions = [
        { [weak self] in
          guard let self else { return }
          await #expect(throws: Never.self) { try await action(self) }
        }
      ]
    }
  }

  /// Loses the answer to the next pull request that is opened.
  fileprivate func loseNextAnswer() {
    let answer = LostAnswer()
    forgeOfPasses.withLock {
      $0 = { FaultyForge(inner: $0, kill: Kill(at: nil), lostAnswer: answer) }
    }
  }

  /// Makes passes, an hour apart.
  fileprivate func run(times: Int) async throws {
    for _ in 0..<times {
      wait(hours: 1)
      try await run()
    }
  }

  /// Expects one reply and no branch of the closed pull request.
  fileprivate func expectReply(on number: Int, open: [String]) async throws {
    let comments = try await comments(on: number)
    #expect(comments.count == 1, "\(comments)")
    #expect(comments.allSatisfy { $0.contains("<!-- martlet-closed -->") })
    #expect(try await self.open() == open)
    #expect(try await branches().count == open.count)
  }
}

/// The forge opens a pull request and its answer is lost, so that the state doesn't know it, and a
/// person ends it before the next pass.
@Suite struct `A pull request whose record was lost` {
  /// Loses the answer to the first pull request; `isKnown`: after a pass that had nothing to do.
  private func scene(isKnown: Bool) async throws -> Scene {
    let scene = try await Scene.replying("a")
    if isKnown {
      scene.npm.withdraw("a", "1.1.0")
      try await scene.run()
      scene.npm.publish("a", "1.1.0")
    }
    scene.loseNextAnswer()
    try await scene.run()
    #expect(try await scene.open() == ["#1 Bump a from 1.0.0 to 1.1.0"])
    #expect(try await scene.records() == [])
    return scene
  }

  @Test(arguments: [false, true])
  func `has the reply and no branch when a person closes it`(isKnown: Bool) async throws {
    let scene = try await scene(isKnown: isKnown)
    try await scene.close(1)
    try await scene.run(times: 3)
    try await scene.expectReply(on: 1, open: [])
    #expect(try await scene.records().map(\.state) == [.declined])
  }

  @Test(arguments: [false, true])
  func `has them, too, if the update isn't needed any more`(isKnown: Bool) async throws {
    let scene = try await scene(isKnown: isKnown)
    try await scene.close(1)
    try await scene.push(["deps.txt": "a 1.1.0\n"])
    try await scene.run(times: 3)
    try await scene.expectReply(on: 1, open: [])
  }

  @Test(arguments: [false, true])
  func `has them, too, if there is a newer version`(isKnown: Bool) async throws {
    let scene = try await scene(isKnown: isKnown)
    try await scene.close(1)
    scene.npm.publish("a", "1.2.0")
    try await scene.run(times: 3)
    try await scene.expectReply(on: 1, open: ["#2 Bump a from 1.0.0 to 1.2.0"])
  }

  @Test func `is closed during the next pass`() async throws {
    let scene = try await scene(isKnown: true)
    scene.whileLookingUp { try await $0.close(1) }
    try await scene.run(times: 3)
    try await scene.expectReply(on: 1, open: [])
  }

  @Test func `has its branch deleted and is reported when a person merges it`() async throws {
    let scene = try await scene(isKnown: true)
    try await scene.merge(1)
    try await scene.run(times: 2)
    #expect(try await scene.branches() == [])
    #expect(try await scene.facts().filter { $0.hasPrefix("merged") }.count == 1)
    #expect(try await scene.comments(on: 1) == [])
  }

  @Test func `keeps a branch with a person's commits when it is closed`() async throws {
    let scene = try await scene(isKnown: true)
    try await scene.push(["other.txt": "mine\n"], to: "martlet/npm/a")
    try await scene.close(1)
    try await scene.run(times: 2)
    #expect(try await scene.branches() == ["martlet/npm/a"])
  }
}

/// A person ends a pull request after a pass has read what people did, and before it publishes.
@Suite struct `A pull request that a person closes during a pass` {
  @Test func `has the reply if that pass proposes a newer version`() async throws {
    let scene = try await Scene.replying("a")
    try await scene.run()
    scene.npm.publish("a", "1.2.0")
    scene.whileLookingUp { try await $0.close(1) }
    try await scene.run(times: 3)
    try await scene.expectReply(on: 1, open: ["#2 Bump a from 1.0.0 to 1.2.0"])
  }

  @Test func `has the reply if that pass proposes the same version`() async throws {
    let scene = try await Scene.replying("a")
    try await scene.run()
    scene.whileLookingUp { try await $0.close(1) }
    try await scene.run(times: 3)
    try await scene.expectReply(on: 1, open: [])
  }

  @Test func `declines every version of its group`() async throws {
    let scene = try await Scene.replying("a", "b", rules: "groups: {all: {patterns: [\"*\"]}}")
    try await scene.run()
    scene.npm.publish("a", "1.2.0")
    scene.whileLookingUp { try await $0.close(1) }
    try await scene.run(times: 3)
    try await scene.expectReply(on: 1, open: ["#2 Bump a from 1.0.0 to 1.2.0 in the all group"])
    #expect(try await scene.text("deps.txt", of: 2) == "a 1.2.0\nb 1.0.0\n")
  }

  @Test func `has the reply and no branch if that pass finds it obsolete`() async throws {
    let scene = try await Scene.replying("a")
    try await scene.run()
    scene.npm.withdraw("a", "1.1.0")
    scene.whileLookingUp { try await $0.close(1) }
    try await scene.run(times: 2)
    try await scene.expectReply(on: 1, open: [])
  }

  @Test func `has the reply if another one has its branch by then`() async throws {
    let scene = try await Scene.replying("a")
    try await scene.run()
    scene.npm.publish("a", "1.2.0")
    scene.whileLookingUp { scene in
      try await scene.close(1)
      let closed = try await scene.forge().pullRequest(1, in: scene.repository)
      _ = try await scene.forge().open(
        PullRequestDraft(
          head: closed.head, base: "main", title: closed.title, body: closed.body),
        in: scene.repository)
    }
    try await scene.run(times: 3)
    try await scene.expectReply(on: 1, open: ["#2 Bump a from 1.0.0 to 1.2.0"])
  }

  @Test func `is reported as merged if that pass proposes a newer version`() async throws {
    let scene = try await Scene.replying("a")
    try await scene.run()
    scene.npm.publish("a", "1.2.0")
    scene.whileLookingUp { try await $0.merge(1) }
    try await scene.run(times: 3)
    #expect(try await scene.open() == ["#2 Bump a from 1.1.0 to 1.2.0"])
    #expect(try await scene.facts().filter { $0.hasPrefix("merged") }.count == 1)
    #expect(try await scene.comments(on: 1) == [])
  }
}
