import Ecosystem
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

  /// pnpm 9 and 10 bind such packages in the order in which promises end.
  @Test(arguments: [("9.15.9", true), ("10.34.5", true), ("11.22.0", false)])
  func `are refused before pnpm 11 if one is missing and they are bound in several ways`(
    pnpm: String, isRefused: Bool
  ) async throws {
    let registry = """
      a 1.0.0: peer b *, peer x *
      b 1.0.0: peer a *, peer c *
      c 1.0.0
      c 2.0.0
      """
    let member = { (name: String, version: String) in
      #"{"name": "\#(name)", "version": "1.0.0", "#
        + #""dependencies": {"a": "1.0.0", "b": "1.0.0", "c": "\#(version)"}}"#
    }
    let files = [
      "package.json": #"{"name": "app"}"#,
      "pnpm-workspace.yaml": "packages: [packages/*]\nautoInstallPeers: false\n",
      ".npmrc": "auto-install-peers=false\n",
      "packages/m/package.json": member("m", "1.0.0"),
      "packages/n/package.json": member("n", "2.0.0"),
    ]
    let project = try await World(registry, files, pnpm: pnpm).open()
    var problem: Problem?
    do throws(Problem) {
      _ = try await project.change(toward: .install)
    } catch {
      problem = error
    }
    #expect((problem != nil) == isRefused)
    if isRefused { #expect(problem?.message.hasPrefix("lacks peers in a cycle of peers") == true) }
  }

  /// The places of the root's packages aren't known when those of `y` are compared with them.
  @Test(arguments: ["10.34.5", "11.22.0"])
  func `are compared with those of the same member only`(pnpm: String) async throws {
    let locked = try await World(registry, files, pnpm: pnpm).after(.install).locked
    #expect(locked.contains("x@file:packages/x(b@1.0.0)"), "\(locked)")
  }
}
