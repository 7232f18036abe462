import Store
import TestSupport
import Testing
import Time

extension Scene {
  /// Asks for a preview, as the action of an operator does.
  fileprivate func preview(_ dependency: String, _ version: String = "1.1.0") async throws {
    try await state.save(
      PreviewRecord(
        ecosystem: "npm", directory: "/", dependency: dependency, version: version, author: "ann",
        requestedAt: now), of: "here/acme/app")
  }

  fileprivate func previews() async throws -> [PreviewRecord] {
    try await state.previews(of: "here/acme/app")
  }
}

@Suite struct `A preview of an update that waits` {
  private func limited() async throws -> Scene {
    let scene = try await Scene(
      "open-pull-requests-limit: 1", ["deps.txt": "a 1.0.0\nb 1.0.0\n"])
    for name in ["a", "b"] { scene.npm.publish(name, "1.0.0", "1.1.0") }
    try await scene.run()
    #expect(try await scene.open() == ["#1 Bump a from 1.0.0 to 1.1.0"])
    return scene
  }

  @Test func `has its title, its description and its changes, and opens nothing`() async throws {
    let scene = try await limited()
    try await scene.preview("b")
    try await scene.run()
    #expect(try await scene.open() == ["#1 Bump a from 1.0.0 to 1.1.0"])
    let preview = try #require(try await scene.previews().first)
    #expect(preview.madeAt == scene.now && preview.failure == "")
    #expect(preview.title == "Bump b from 1.0.0 to 1.1.0")
    #expect(preview.body.contains("Bumps"))
    #expect(preview.diff.contains("--- a/deps.txt\n+++ b/deps.txt\n"), "\(preview.diff)")
    #expect(preview.diff.contains("\n-b 1.0.0\n+b 1.1.0\n"), "\(preview.diff)")
    #expect(!preview.diff.contains("\n-a"))
  }

  @Test func `is made once`() async throws {
    let scene = try await limited()
    try await scene.preview("b")
    try await scene.run()
    let made = try await scene.previews()
    scene.wait(hours: 1)
    try await scene.run()
    #expect(try await scene.previews() == made)
  }

  @Test func `shows what an approval would open`() async throws {
    let scene = try await Scene("approval: [minor]", ["deps.txt": "a 1.0.0\n"])
    scene.npm.publish("a", "1.0.0", "1.1.0")
    try await scene.run()
    #expect(try await scene.open() == [])
    try await scene.preview("a")
    try await scene.run()
    #expect(try await scene.open() == [])
    #expect(try await scene.previews().map(\.title) == ["Bump a from 1.0.0 to 1.1.0"])
  }

  @Test func `ends when the update no longer waits, and after a week`() async throws {
    let scene = try await limited()
    try await scene.preview("b")
    try await scene.run()
    try await scene.configure("open-pull-requests-limit: 2")
    try await scene.run()
    #expect(try await scene.open().count == 2)
    #expect(try await scene.previews() == [])
    try await scene.preview("b", "9.9.9")
    try await scene.run()
    #expect(try await scene.previews() == [], "nothing waits with this version")
  }
}
