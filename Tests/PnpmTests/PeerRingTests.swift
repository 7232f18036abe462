import Testing

@testable import Pnpm

@Suite struct `Peers that depend on each other` {
  private let registry = """
    a 1.0.0: peer b *
    a 1.1.0: peer b *
    b 1.0.0: peer c *
    c 1.0.0: peer a *
    """

  /// A member `y` with an injected copy of `x`, whose `a` is older than that of the root.
  private let files = [
    "package.json": #"{"name": "app", "dependencies": {"a": "~1.1.0", "y": "workspace:*"}}"#,
    "pnpm-workspace.yaml": "packages: [packages/*]\ndedupeInjectedDeps: false\n",
    "packages/x/package.json":
      #"{"name": "x", "version": "1.0.0", "dependencies": {"a": "1.0.0"}}"#,
    "packages/y/package.json": """
    {"name": "y", "version": "1.0.0", "dependencies": {"x": "workspace:*"},
     "dependenciesMeta": {"x": {"injected": true}}}
    """,
  ]

  /// The places of the root's packages aren't known when those of `y` are compared with them.
  @Test(arguments: ["10.34.5", "11.22.0"])
  func `are compared with those of the same member only`(pnpm: String) async throws {
    let locked = try await World(registry, files, pnpm: pnpm).after(.install).locked
    #expect(locked.contains("x@file:packages/x(b@1.0.0)"), "\(locked)")
  }
}
