import Store
import Testing
import Updates

@Suite struct `A pass for security updates` {
  private func scene() async throws -> Scene {
    let scene = try await Scene("", ["deps.txt": "a 1.0.0\nb 1.0.0\n"])
    scene.npm.publish("a", "1.0.0", "1.0.1")
    scene.npm.publish("b", "1.0.0", "1.1.0")
    return scene
  }

  @Test func `opens fixes, and leaves version updates to their schedule`() async throws {
    let scene = try await scene()
    scene.warn("a:T-1 introduced 0, fixed 1.0.1")
    #expect(
      try await scene.run(for: .fixes) == [
        "b: 1.1.0 waits for its schedule", "a: opened #1 for 1.0.1",
      ])
    #expect(try await scene.open() == ["#1 [Security] Bump a from 1.0.0 to 1.0.1"])
    let waiting = try await scene.observations().first { $0.name == "b" }
    #expect(waiting?.state == .scheduled)
    #expect(waiting?.latest == "1.1.0")
    #expect(try await scene.run() == ["a: #1 proposes 1.0.1", "b: opened #2 for 1.1.0"])
  }

  @Test func `leaves the pull requests of version updates as they are`() async throws {
    let scene = try await scene()
    try await scene.run()
    scene.npm.publish("b", "1.0.0", "1.1.0", "1.2.0")
    scene.warn("a:T-1 introduced 0, fixed 1.0.1")
    #expect(
      try await scene.run(for: .fixes) == ["b: #2 proposes 1.1.0", "a: updated #1 to 1.0.1"])
    #expect(
      try await scene.open() == [
        "#1 [Security] Bump a from 1.0.0 to 1.0.1", "#2 Bump b from 1.0.0 to 1.1.0",
      ])
    #expect(try await scene.run() == ["a: #1 proposes 1.0.1", "b: updated #2 to 1.2.0"])
  }

  @Test func `does nothing if no updates are due`() async throws {
    let scene = try await scene()
    scene.warn("a:T-1 introduced 0, fixed 1.0.1")
    #expect(try await scene.run(for: .nothing) == [])
    #expect(try await scene.open() == [])
  }
}
