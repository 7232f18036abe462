import Ecosystem
import Synchronization
import Testing

@Suite struct `A project` {
  @Test func `is opened once in a pass`() async throws {
    let scene = try await Scene("", ["deps.txt": "a 1.0.0\nb 1.0.0\nc 1.0.0\n"])
    for name in ["a", "b", "c"] { scene.npm.publish(name, "1.0.0", "1.1.0") }
    try await scene.run()
    #expect(try await scene.open().count == 3)
    #expect(scene.npm.openings == 1)
  }

  @Test func `is opened again on top of the changes of another one in the same pull request`()
    async throws
  {
    let rules = """
      updates:
        - package-ecosystem: npm
          directories: ["/", "/web"]
          schedule: {interval: daily}
          groups: {all: {patterns: ["*"]}}
      """
    let scene = try await Scene(rules, ["deps.txt": "a 1.0.0\n", "web/deps.txt": "a 1.0.0\n"])
    scene.npm.publish("a", "1.0.0", "1.1.0")
    try await scene.run()
    #expect(try await scene.open().count == 1)
    #expect(scene.npm.openings == 3)
  }

  @Test func `with the same files as before is neither read nor resolved again`() async throws {
    let scene = try await Scene("", ["deps.txt": "a 1.0.0\nb 1.0.0\n"])
    scene.memory.withLock { $0 = ProjectMemory() }
    for name in ["a", "b"] { scene.npm.publish(name, "1.0.0", "1.1.0") }
    let first = try await scene.run(dry: true)
    let (openings, resolutions) = (scene.npm.openings, scene.npm.resolutions)
    #expect(try await scene.run(dry: true) == first)
    #expect((scene.npm.openings, scene.npm.resolutions) == (openings, resolutions))
    try await scene.push(["deps.txt": "a 1.0.0\n"])
    let other = try await scene.run(dry: true)
    #expect(scene.npm.openings > openings && scene.npm.resolutions > resolutions)
    scene.memory.withLock { $0 = ProjectMemory() }
    #expect(try await scene.run(dry: true) == other)
  }
}
