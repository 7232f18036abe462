import Forges
import Store
import Testing

/// A group with `applies-to: security-updates` in an entry that makes version updates, too.
@Suite struct `A group for security updates` {
  private static let groups = """
    groups:
      sec: {applies-to: security-updates, patterns: ["*"]}
      all: {patterns: ["*"]}
    """

  /// `a` and `b` at 1.0.0 are affected, and `c` isn't.
  private func scene(_ rules: String) async throws -> Scene {
    let scene = try await Scene(rules, ["deps.txt": "a 1.0.0\nb 1.0.0\nc 1.0.0\n"])
    for name in ["a", "b", "c"] { scene.npm.publish(name, "1.0.0", "1.0.1", "2.0.0") }
    scene.warn("a:T-1 introduced 0, fixed 1.0.1", "b:T-2 introduced 0, fixed 1.0.1")
    return scene
  }

  @Test func `takes the fixes although version updates are on`() async throws {
    let scene = try await scene(#"groups: {sec: {applies-to: security-updates, patterns: ["*"]}}"#)
    for _ in 0..<2 {
      try await scene.run()
      #expect(
        try await scene.open() == [
          "#1 [Security] Bump the sec group with 2 updates", "#2 Bump c from 1.0.0 to 2.0.0",
        ])
    }
    #expect(try await scene.text("deps.txt", of: 1) == "a 1.0.1\nb 1.0.1\nc 1.0.0\n")
  }

  @Test func `takes only fixes, and a group for version updates the others`() async throws {
    let scene = try await scene(Self.groups)
    try await scene.run()
    #expect(
      try await scene.open() == [
        "#1 [Security] Bump the sec group with 2 updates",
        "#2 Bump c from 1.0.0 to 2.0.0 in the all group",
      ])
    // The version updates follow when the fixes are in the base.
    try await scene.merge(1)
    try await scene.run()
    #expect(try await scene.open() == ["#2 Bump the all group with 3 updates"])
  }

  @Test func `leaves fixes that it doesn't match to version updates`() async throws {
    let scene = try await scene(
      #"groups: {sec: {applies-to: security-updates, patterns: [b], update-types: [patch]}}"#)
    try await scene.run()
    #expect(
      try await scene.open() == [
        "#1 [Security] Bump a from 1.0.0 to 2.0.0",
        "#2 [Security] Bump b from 1.0.0 to 1.0.1 in the sec group",
        "#3 Bump c from 1.0.0 to 2.0.0",
      ])
  }

  @Test func `that a person closed gives way to the version updates`() async throws {
    let scene = try await scene(Self.groups)
    try await scene.run()
    try await scene.close(1)
    for _ in 0..<2 { try await scene.run() }
    #expect(try await scene.open() == ["#2 [Security] Bump the all group with 3 updates"])
    #expect(try await scene.text("deps.txt", of: 2) == "a 2.0.0\nb 2.0.0\nc 2.0.0\n")
  }

  @Test func `takes its members from open pull requests for version updates`() async throws {
    let scene = try await scene(#"groups: {all: {patterns: ["*"]}}"#)
    scene.warn([])
    try await scene.run()
    #expect(try await scene.open() == ["#1 Bump the all group with 3 updates"])
    try await scene.configure(Self.groups)
    scene.warn("a:T-1 introduced 0, fixed 1.0.1")
    try await scene.run()
    #expect(
      try await scene.open() == [
        "#1 Bump the all group with 2 updates",
        "#2 [Security] Bump a from 1.0.0 to 1.0.1 in the sec group",
      ])
  }
}
