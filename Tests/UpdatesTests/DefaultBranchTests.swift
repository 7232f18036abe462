import Forges
import Testing

@Suite struct `A branch that is no longer updated` {
  private func scene(_ rules: String = "") async throws -> Scene {
    let scene = try await Scene(rules, ["deps.txt": "a 1.0.0\n"])
    scene.npm.publish("a", "1.0.0", "1.1.0")
    return scene
  }

  /// Number and base of the open pull requests: `#1 into main`.
  private func open(_ scene: Scene) async throws -> [String] {
    try await scene.pullRequests().filter { $0.state == .open }
      .map { "#\($0.number) into \($0.base)" }
  }

  @Test func `was the default branch until a week ago at most`() async throws {
    let scene = try await scene()
    try await scene.run()
    try await scene.makeDefault("next")
    try await scene.run()
    #expect(try await open(scene) == ["#1 into main"])
    scene.wait(hours: 7 * 24)
    #expect(
      try await scene.run() == [
        "a: closed #1: the branch main is no longer updated, but next", "a: opened #2 for 1.1.0",
      ])
    #expect(try await open(scene) == ["#2 into next"])
    #expect(
      try await scene.comments(on: 1) == [
        "Closed: the branch main is no longer updated, but next."
      ])
    #expect(try await scene.branches() == ["martlet/npm/a"])
  }

  @Test func `was the default branch until a webhook announced another one`() async throws {
    let scene = try await scene()
    try await scene.run()
    try await scene.makeDefault("next")
    try await scene.invalidateDefaultBranch()
    try await scene.run()
    #expect(try await open(scene) == ["#2 into next"])
  }

  @Test func `was the target of an entry`() async throws {
    let scene = try await scene("target-branch: next")
    try await scene.branch("next")
    #expect(try await scene.run() == ["a: opened #1 for 1.1.0"])
    try await scene.configure("target-branch: next\nlabels: 3")
    try await scene.run()
    #expect(try await open(scene) == ["#1 into next"])
    try await scene.configure("")
    try await scene.run()
    #expect(try await open(scene) == ["#2 into main"])
  }

  @Test func `has a commit by others and stays open`() async throws {
    let scene = try await scene()
    try await scene.run()
    try await scene.push(["by-hand.txt": "1\n"], to: "martlet/npm/a")
    try await scene.makeDefault("next")
    try await scene.invalidateDefaultBranch()
    try await scene.run()
    #expect(try await open(scene) == ["#1 into main", "#2 into next"])
  }
}
