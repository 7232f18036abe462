import JSON
import TestSupport
import Testing

/// Runs in workspaces whose manifests divide what belongs together.
@Suite(.needsFakeHost, .serialized) struct `Workspaces of npm, pnpm, Yarn and Bun` {
  /// A root with a member `web`.
  private func workspace(
    _ tool: JavaScriptTool, root: [String: String], member: [String: String], rules: String = ""
  ) async throws -> JavaScriptScene {
    let web = JavaScriptScene.manifest("web", ["\"version\": \"1.0.0\""], member)
    let members = tool.isPnpm ? "" : ",\n  \"workspaces\": [\n    \"packages/*\"\n  ]"
    var files = ["packages/web/package.json": web]
    if tool.isPnpm { files["pnpm-workspace.yaml"] = "packages:\n  - packages/*\n" }
    return try await JavaScriptScene(
      tool, rules: rules, fields: "\"private\": true" + members, dependencies: root, files: files)
  }

  @Test(arguments: JavaScriptTool.kinds)
  func `update peers of different manifests together`(tool: JavaScriptTool) async throws {
    for (root, member) in [("hawk", "kite"), ("kite", "hawk")] {
      let scene = try await workspace(tool, root: [root: "^1.0.0"], member: [member: "^1.0.0"])
      let outcome = try await scene.martlet("run")
      #expect(outcome.code == 0, "\(outcome.out)\(outcome.error)")
      let pulls = try await scene.pulls()
      #expect(pulls.map(\.title) == ["Bump hawk and kite"], "\(outcome.out)")
      let lock = pulls.first?.files?[tool.lock]?.string ?? ""
      for name in [root, member] {
        #expect(lock.contains(tool.mark(name, "2.0.0")) && !lock.contains(tool.mark(name, "1.0.0")))
      }
    }
  }

  @Test(arguments: JavaScriptTool.kinds)
  func `name the peer of another manifest that can't come along`(
    tool: JavaScriptTool
  ) async throws {
    let scene = try await workspace(
      tool, root: ["hawk": "^1.0.0"], member: ["kite": "^1.0.0"],
      rules: "ignore: [{dependency-name: kite}]\n")
    let outcome = try await scene.martlet("run")
    #expect(outcome.code == 0, "\(outcome.out)\(outcome.error)")
    let pull = try #require(try await scene.pulls().first, "\(outcome.out)")
    #expect(pull.title == "Bump hawk from 1.0.0 to 2.0.0")
    #expect(
      pull.body.contains(
        "`kite` `1.0.0` wants `hawk` `1.0.0` as a peer; another manifest has `2.0.0`."),
      "\(pull.body)")
  }

  /// A lock of Yarn 1 has no peers.
  @Test(arguments: JavaScriptTool.kinds.filter { $0 != .yarnClassic })
  func `name the peers that an update by name leaves unmet`(tool: JavaScriptTool) async throws {
    let scene = try await workspace(
      tool, root: ["hawk": "^1.0.0"], member: ["kite": "^1.0.0"])
    let outcome = try await scene.martlet("update", "app", "hawk@2.0.0")
    #expect(outcome.code == 0, "\(outcome.error)")
    let lock = try scene.file(tool.lock)
    #expect(lock.contains(tool.mark("hawk", "2.0.0")) && lock.contains(tool.mark("kite", "1.0.0")))
    #expect(
      outcome.error.contains(
        "kite 1.0.0 wants hawk 1.0.0 as a peer; another manifest has 2.0.0"), "\(outcome.error)")
    #expect(outcome.error.contains("'martlet update kite@2.0.0' completes the update"))
    let rest = try await scene.martlet("update", "app", "kite@2.0.0")
    #expect(rest.code == 0 && !rest.error.contains("as a peer"), "\(rest.error)")
  }

  /// A lock of Yarn 1 has no peers.
  @Test(arguments: JavaScriptTool.kinds.filter { $0 != .yarnClassic })
  func `update peers of different manifests together with --latest`(
    tool: JavaScriptTool
  ) async throws {
    let scene = try await workspace(
      tool, root: ["hawk": "^1.0.0"], member: ["kite": "^1.0.0"])
    let outcome = try await scene.martlet("update", "app", "hawk", "--latest")
    #expect(outcome.code == 0 && !outcome.error.contains("as a peer"), "\(outcome.error)")
    let lock = try scene.file(tool.lock)
    #expect(lock.contains(tool.mark("hawk", "2.0.0")) && lock.contains(tool.mark("kite", "2.0.0")))
  }

  @Test(arguments: JavaScriptTool.kinds)
  func `tell the dependencies of two major versions apart`(tool: JavaScriptTool) async throws {
    let scene = try await workspace(
      tool, root: ["wren": "^1.0.0"], member: ["wren": "^0.9.0"])
    let outcome = try await scene.martlet("run", "--json")
    let document = try outcome.document()
    let found = document["repositories"]?.array?.first?["dependencies"]?.array ?? []
    let rows = found.map { row in
      ["requirement", "current", "title", "branch"].map { row[$0]?.string ?? "" }
    }
    #expect(
      rows.map { Array($0.prefix(3)) } == [
        ["^1.0.0", "1.0.0", "Bump wren from 1.0.0 to 2.0.0"],
        ["^0.9.0", "0.9.0", "Bump wren from 0.9.0 to 2.0.0"],
      ], "\(outcome.out)")
    #expect(Set(rows.compactMap(\.last)).count == 2)
  }

  /// The locks of these versions are unknown or too old.
  @Test(arguments: [
    (JavaScriptTool.npm, "npm@12.0.0", "npm 12.0.0: is a version of npm whose lock files"),
    (.pnpm, "pnpm@12.0.0", "pnpm 12.0.0: is a version whose lock martlet does not write"),
    (.pnpm, "pnpm@7.33.7", "pnpm 7.33.7: is a version whose lock martlet does not write"),
  ])
  func `say in check and why that a version of the tool is refused`(
    tool: JavaScriptTool, stated: String, refusal: String
  ) async throws {
    let scene = try await JavaScriptScene(tool)
    let manifest = try scene.file("package.json").replacing(tool.rawValue, with: stated)
    try scene.folder.write(manifest, to: "app/package.json")
    let check = try await scene.martlet("check", "app")
    #expect(check.code == 0, "\(check.error)")
    #expect(
      check.out.contains("updates are refused: package.json:3:21: \(refusal)"), "\(check.out)")
    let why = try await scene.martlet("why", "app", "finch")
    #expect(why.code == 0 && why.out.contains("updates are refused: "), "\(why.out)\(why.error)")
    let update = try await scene.martlet("update", "app", "finch@1.1.0")
    #expect(update.code == 3 && update.error.contains(refusal), "\(update.error)")
  }
}
