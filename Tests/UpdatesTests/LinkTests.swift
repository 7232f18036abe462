import Testing

/// The manifest of the entry is a link to `real/list.txt`.
@Suite struct `A symbolic link` {
  private func scene(to target: String) async throws -> Scene {
    let scene = try await Scene("", ["real/list.txt": "a 1.0.0\n"])
    scene.npm.publish("a", "1.0.0", "1.1.0")
    try await scene.push([:], links: ["deps.txt": target])
    return scene
  }

  @Test(arguments: ["real/list.txt", "./real/../real/list.txt"])
  func `is read as its target, and never replaced`(target: String) async throws {
    let scene = try await scene(to: target)
    let lines = try await scene.run()
    #expect(lines.contains { $0.contains("is a symbolic link") }, "\(lines)")
    #expect(try await scene.open() == [])
  }

  @Test(arguments: ["/etc/passwd", "../list.txt", "nowhere", "deps.txt"])
  func `is not followed out of the repository, nor in circles`(target: String) async throws {
    let scene = try await scene(to: target)
    let lines = try await scene.run()
    let refusal = "is a symbolic link to a missing or external file"
    #expect(lines.contains { $0.contains(refusal) }, "\(lines)")
    #expect(try await scene.open() == [])
  }

  @Test func `is not replaced in the second project of a pull request either`() async throws {
    let scene = try await Scene(
      """
      updates:
        - package-ecosystem: npm
          directories: [/a, /b]
          schedule: {interval: weekly}
          cooldown: {default-days: 0}
          groups: {all: {patterns: ["*"]}}
      """, ["a/deps.txt": "x 1.0.0\n", "real/list.txt": "x 1.0.0\n"])
    scene.npm.publish("x", "1.0.0", "1.1.0")
    try await scene.push([:], links: ["b/deps.txt": "../real/list.txt"])
    let lines = try await scene.run()
    #expect(lines.contains { $0.contains("is a symbolic link") }, "\(lines)")
    #expect(try await scene.text("b/deps.txt", of: 1) == nil, "still a link")
    #expect(try await scene.text("a/deps.txt", of: 1) == "x 1.1.0\n")
  }
}
