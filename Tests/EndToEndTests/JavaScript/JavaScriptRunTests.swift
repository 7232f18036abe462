import Foundation
import JSON
import TestSupport
import Testing

/// The whole program with a repository of npm, pnpm or Yarn, a fake GitHub and a registry on loopback.
@Suite(.needsFakeHost, .serialized) struct `npm, pnpm and Yarn on GitHub` {
  @Test(arguments: JavaScriptTool.kinds)
  func `update versions with their release notes`(tool: JavaScriptTool) async throws {
    let scene = try await JavaScriptScene(tool)
    let outcome = try await scene.martlet("run")
    #expect(outcome.code == 0, "\(outcome.out)\(outcome.error)")
    let pulls = try await scene.pulls()
    #expect(
      pulls.map(\.title) == [
        "Bump finch from 1.0.0 to 1.1.0", "Bump wren from 1.0.0 to 2.0.0",
      ], "\(outcome.out)")
    let lock = pulls.first?.files?[tool.lock]?.string ?? ""
    #expect(lock.contains(tool.mark("finch", "1.1.0")), "\(lock)")
    #expect(lock.contains(tool.mark("wren", "1.0.0")))
    #expect(lock.contains(tool.mark("seed", "1.0.0")))
    #expect(pulls.first?.body.contains("notes of 1.1.0") == true)
    let writes = try await scene.fake.writes().count
    #expect(try await scene.martlet("run").code == 0)
    #expect(try await scene.fake.writes().count == writes)
  }

  @Test(arguments: JavaScriptTool.kinds)
  func `fix a vulnerable package below another one`(tool: JavaScriptTool) async throws {
    let scene = try await JavaScriptScene(tool, rules: "open-pull-requests-limit: 0\n")
    try await scene.report()
    let outcome = try await scene.martlet("run")
    #expect(outcome.code == 0, "\(outcome.out)\(outcome.error)")
    let pulls = try await scene.pulls()
    #expect(pulls.map(\.title) == ["[Security] Bump seed from 1.0.0 to 1.0.1"], "\(outcome.out)")
    let files = pulls.first?.files
    #expect(files?[tool.lock]?.string?.contains(tool.mark("seed", "1.0.1")) == true)
    #expect(files?[tool.lock]?.string?.contains(tool.mark("finch", "1.0.0")) == true)
    #expect(files?["package.json"]?.string == (try scene.file("package.json")))
  }

  @Test(arguments: JavaScriptTool.kinds)
  func `move the override that pins a vulnerable version`(tool: JavaScriptTool) async throws {
    let scene = try await JavaScriptScene(
      tool, rules: "open-pull-requests-limit: 0\n", fields: tool.override("seed", "1.0.0"))
    try await scene.report()
    let outcome = try await scene.martlet("run")
    #expect(outcome.code == 0, "\(outcome.out)\(outcome.error)")
    let pulls = try await scene.pulls()
    #expect(pulls.map(\.title) == ["[Security] Bump seed from 1.0.0 to 1.0.1"], "\(outcome.out)")
    let lock = pulls.first?.files?[tool.lock]?.string ?? ""
    #expect(lock.contains(tool.mark("seed", "1.0.1")) && !lock.contains(tool.mark("seed", "1.0.0")))
    let manifest = try scene.file("package.json")
    #expect(manifest.contains(tool.override("seed", "1.0.0")))
    #expect(
      pulls.first?.files?["package.json"]?.string
        == manifest.replacing(
          tool.override("seed", "1.0.0"), with: tool.override("seed", "1.0.1")))
  }

  @Test(arguments: JavaScriptTool.kinds)
  func `put a group into one pull request`(tool: JavaScriptTool) async throws {
    let scene = try await JavaScriptScene(
      tool, rules: "groups: {birds: {patterns: [\"*\"]}}\n")
    let outcome = try await scene.martlet("run")
    #expect(outcome.code == 0, "\(outcome.out)\(outcome.error)")
    let pulls = try await scene.pulls()
    #expect(pulls.map(\.title) == ["Bump the birds group with 2 updates"], "\(outcome.out)")
    let lock = pulls.first?.files?[tool.lock]?.string ?? ""
    #expect(lock.contains(tool.mark("finch", "1.1.0")) && lock.contains(tool.mark("wren", "2.0.0")))
  }

  @Test(arguments: JavaScriptTool.kinds)
  func `move a direct dependency that prevents a fix`(tool: JavaScriptTool) async throws {
    let scene = try await JavaScriptScene(
      tool, rules: "open-pull-requests-limit: 0\n", dependencies: ["crane": "^1.0.0"])
    try await scene.report()
    let outcome = try await scene.martlet("run")
    #expect(outcome.code == 0, "\(outcome.out)\(outcome.error)")
    let pull = try #require(try await scene.pulls().first, "\(outcome.out)")
    let lock = pull.files?[tool.lock]?.string ?? ""
    #expect(lock.contains(tool.mark("seed", "1.0.1")) && lock.contains(tool.mark("crane", "1.1.0")))
    #expect(!lock.contains(tool.mark("seed", "1.0.0")))
    #expect(pull.title.hasPrefix("[Security] Bump"), "\(pull.title)")
  }

  @Test(arguments: JavaScriptTool.kinds)
  func `edit the requirement that prevents a fix`(tool: JavaScriptTool) async throws {
    let scene = try await JavaScriptScene(
      tool, rules: "open-pull-requests-limit: 0\n",
      dependencies: ["crane": "1.0.0", "finch": "^1.0.0"])
    try await scene.report()
    let outcome = try await scene.martlet("run")
    #expect(outcome.code == 0, "\(outcome.out)\(outcome.error)")
    let pull = try #require(try await scene.pulls().first, "\(outcome.out)")
    let manifest = try scene.file("package.json").replacing(
      "\"crane\": \"1.0.0\"", with: "\"crane\": \"1.1.0\"")
    #expect(pull.files?["package.json"]?.string == manifest)
    let lock = pull.files?[tool.lock]?.string ?? ""
    #expect(lock.contains(tool.mark("seed", "1.0.1")) && lock.contains(tool.mark("crane", "1.1.0")))
    #expect(!lock.contains(tool.mark("seed", "1.0.0")), "\(lock)")
  }

  /// The only pull request after a run with fixes alone, its lock, and the lock's form of a version of `seed`.
  private func fix(
    _ tool: JavaScriptTool, _ dependencies: [String: String]
  ) async throws -> (pull: JavaScriptScene.Pull, lock: String) {
    let scene = try await JavaScriptScene(
      tool, rules: "open-pull-requests-limit: 0\n", dependencies: dependencies)
    try await scene.report()
    let outcome = try await scene.martlet("run")
    #expect(outcome.code == 0, "\(outcome.out)\(outcome.error)")
    let pulls = try await scene.pulls()
    #expect(pulls.count == 1, "\(outcome.out)")
    let pull = try #require(pulls.first, "\(outcome.out)")
    return (pull, pull.files?[tool.lock]?.string ?? "")
  }

  @Test(arguments: JavaScriptTool.kinds)
  func `fix a direct dependency that others need, too`(tool: JavaScriptTool) async throws {
    let (pull, lock) = try await fix(tool, ["finch": "^1.0.0", "seed": "~1.0.0"])
    #expect(pull.title == "[Security] Bump seed from 1.0.0 to 1.0.1")
    #expect(lock.contains(tool.mark("seed", "1.0.1")) && !lock.contains(tool.mark("seed", "1.0.0")))
    #expect(lock.contains(tool.mark("finch", "1.0.0")))
    #expect(pull.body.contains("`seed` is no longer affected by"))
  }

  @Test(arguments: JavaScriptTool.kinds)
  func `move what else holds an affected direct dependency`(tool: JavaScriptTool) async throws {
    let (pull, lock) = try await fix(tool, ["crane": "^1.0.0", "seed": "~1.0.0"])
    #expect(pull.title.hasPrefix("[Security] Bump"), "\(pull.title)")
    #expect(lock.contains(tool.mark("seed", "1.0.1")) && !lock.contains(tool.mark("seed", "1.0.0")))
    #expect(lock.contains(tool.mark("crane", "1.1.0")))
  }

  @Test(arguments: JavaScriptTool.kinds)
  func `name the affected copies that a fix leaves`(tool: JavaScriptTool) async throws {
    let (pull, lock) = try await fix(tool, ["pike": "^1.0.0", "seed": "~1.0.0"])
    #expect(pull.title == "[Security] Bump seed from 1.0.0 to 1.0.1")
    #expect(lock.contains(tool.mark("seed", "1.0.1")) && lock.contains(tool.mark("seed", "1.0.0")))
    #expect(!pull.body.contains("is no longer affected"), "\(pull.body)")
    #expect(
      pull.body.contains(
        "; `1.0.0` is affected too, and stays in the lock, because other packages need it"),
      "\(pull.body)")
  }

  @Test(arguments: JavaScriptTool.withCatalogs)
  func `edit a catalog and keep its comments`(tool: JavaScriptTool) async throws {
    let head = tool.isPnpm ? "packages: [packages/*] # all\n" : ""
    let catalog = head + "\n# shared\ncatalog:\n  wren: '^1.0.0' # small\n\n  finch: 1.0.0\n"
    let member = JavaScriptScene.manifest(
      "@acme/web", ["\"version\": \"1.0.0\""], ["wren": "catalog:"])
    let fields = tool.isPnpm ? "" : "\"workspaces\": [\n    \"packages/*\"\n  ]"
    let scene = try await JavaScriptScene(
      tool, fields: fields, dependencies: ["finch": "catalog:"],
      files: [tool.catalogFile: catalog, "packages/web/package.json": member])
    let outcome = try await scene.martlet("run")
    #expect(outcome.code == 0, "\(outcome.out)\(outcome.error)")
    let pulls = try await scene.pulls()
    #expect(
      pulls.map(\.title) == [
        "Bump finch from 1.0.0 to 1.1.0", "Bump wren from 1.0.0 to 2.0.0",
      ], "\(outcome.out)")
    let files = pulls.last?.files
    #expect(files?[tool.catalogFile]?.string == catalog.replacing("'^1.0.0'", with: "'^2.0.0'"))
    #expect(files?["packages/web/package.json"]?.string == member)
    #expect(files?["package.json"]?.string == (try scene.file("package.json")))
    #expect(files?[tool.lock]?.string?.contains(tool.mark("wren", "2.0.0")) == true)
    #expect(pulls.last?.body.contains("notes of 2.0.0") == true)
  }

  @Test(arguments: JavaScriptTool.kinds)
  func `edit all members of a workspace together with the lock`(tool: JavaScriptTool) async throws {
    let web = JavaScriptScene.manifest("web", ["\"version\": \"1.0.0\""], ["wren": "~1.0.0"])
    let fields =
      "\"private\": true" + (tool.isPnpm ? "" : ",\n  \"workspaces\": [\n    \"packages/*\"\n  ]")
    var files = ["packages/web/package.json": web]
    if tool.isPnpm { files["pnpm-workspace.yaml"] = "packages:\n  - packages/*\n" }
    let scene = try await JavaScriptScene(
      tool, rules: "groups: {birds: {patterns: [\"*\"]}}\n", fields: fields, files: files)
    let outcome = try await scene.martlet("run")
    #expect(outcome.code == 0, "\(outcome.out)\(outcome.error)")
    let pull = try #require(try await scene.pulls().first, "\(outcome.out)")
    let root = try scene.file("package.json").replacing(
      "\"finch\": \"^1.0.0\"", with: "\"finch\": \"^1.1.0\""
    ).replacing(
      "\"wren\": \"^1.0.0\"", with: "\"wren\": \"^2.0.0\"")
    #expect(pull.files?["package.json"]?.string == root)
    #expect(
      pull.files?["packages/web/package.json"]?.string == web.replacing("~1.0.0", with: "~2.0.0"))
    let lock = pull.files?[tool.lock]?.string ?? ""
    #expect(lock.contains(tool.mark("wren", "2.0.0")) && !lock.contains(tool.mark("wren", "1.0.0")))
  }

  @Test(arguments: JavaScriptTool.kinds)
  func `edit one member of a workspace if its directory is configured`(
    tool: JavaScriptTool
  ) async throws {
    let web = JavaScriptScene.manifest("web", ["\"version\": \"1.0.0\""], ["wren": "~1.0.0"])
    let fields =
      "\"private\": true" + (tool.isPnpm ? "" : ",\n  \"workspaces\": [\n    \"packages/*\"\n  ]")
    var files = ["packages/web/package.json": web]
    if tool.isPnpm { files["pnpm-workspace.yaml"] = "packages:\n  - packages/*\n" }
    let scene = try await JavaScriptScene(
      tool, directory: "/packages/web", fields: fields, files: files)
    let outcome = try await scene.martlet("run")
    #expect(outcome.code == 0, "\(outcome.out)\(outcome.error)")
    let pulls = try await scene.pulls()
    #expect(
      pulls.map(\.title) == ["Bump wren from 1.0.0 to 2.0.0 in /packages/web"], "\(outcome.out)")
    let files2 = pulls.first?.files
    #expect(files2?["package.json"]?.string == (try scene.file("package.json")))
    #expect(
      files2?["packages/web/package.json"]?.string == web.replacing("~1.0.0", with: "~2.0.0"))
    let lock = files2?[tool.lock]?.string ?? ""
    #expect(lock.contains(tool.mark("wren", "2.0.0")) && lock.contains(tool.mark("wren", "1.0.0")))
    #expect(!lock.contains(tool.mark("finch", "1.1.0")))
  }

  @Test(arguments: [.npm, .pnpm, .yarnBerry] as [JavaScriptTool])
  func `update peers together without a group`(tool: JavaScriptTool) async throws {
    let scene = try await JavaScriptScene(
      tool, dependencies: ["hawk": "^1.0.0", "kite": "^1.0.0"])
    let outcome = try await scene.martlet("run")
    #expect(outcome.code == 0, "\(outcome.out)\(outcome.error)")
    let pulls = try await scene.pulls()
    #expect(pulls.count == 1, "\(outcome.out)")
    let lock = pulls.first?.files?[tool.lock]?.string ?? ""
    #expect(lock.contains(tool.mark("hawk", "2.0.0")) && lock.contains(tool.mark("kite", "2.0.0")))
  }

  @Test(arguments: [.pnpm, .yarnBerry] as [JavaScriptTool])
  func `say which peer an update leaves unmet`(tool: JavaScriptTool) async throws {
    let scene = try await JavaScriptScene(
      tool, rules: "ignore: [{dependency-name: kite}]\n",
      dependencies: ["hawk": "^1.0.0", "kite": "^1.0.0"])
    let outcome = try await scene.martlet("run")
    #expect(outcome.code == 0, "\(outcome.out)\(outcome.error)")
    let pull = try #require(try await scene.pulls().first, "\(outcome.out)")
    #expect(
      pull.body.contains("`kite` `1.0.0` wants `hawk` `1.0.0` as a peer, and gets `2.0.0`."),
      "\(pull.body)")
  }

  @Test func `update peers together that pnpm would refuse otherwise`() async throws {
    let files = [".npmrc": "strict-peer-dependencies=true\n"]
    let scene = try await JavaScriptScene(
      .pnpm, dependencies: ["hawk": "^1.0.0", "kite": "^1.0.0"], files: files)
    let outcome = try await scene.martlet("run")
    #expect(outcome.code == 0, "\(outcome.out)\(outcome.error)")
    #expect(try await scene.pulls().count == 1, "\(outcome.out)")
    let alone = try await JavaScriptScene(
      .pnpm, rules: "ignore: [{dependency-name: kite}]\n",
      dependencies: ["hawk": "^1.0.0", "kite": "^1.0.0"], files: files)
    let held = try await alone.martlet("run")
    #expect(try await alone.pulls().isEmpty, "\(held.out)")
    #expect(
      held.out.contains("kite@1.0.0 wants hawk 1.0.0 as a peer, and gets 2.0.0."), "\(held.out)")
  }

  @Test(arguments: JavaScriptTool.kinds)
  func `update a group although one member needs a package that no registry has`(
    tool: JavaScriptTool
  ) async throws {
    let scene = try await JavaScriptScene(
      tool, rules: "groups: {birds: {patterns: [\"*\"]}}\n",
      dependencies: ["lark": "1.0.0", "wren": "1.0.0"])
    let outcome = try await scene.martlet("run", "--verbose")
    #expect(outcome.code == 1, "\(outcome.out)\(outcome.error)")
    #expect(
      outcome.out.contains(
        "lark@1.2.0: needs lost, which is not in the registry; a lower version is proposed"),
      "\(outcome.out)")
    // The same release isn't reported twice.
    #expect(!outcome.out.contains("1.2.0 is held back"), "\(outcome.out)")
    let pull = try #require(try await scene.pulls().first, "\(outcome.out)")
    let lock = pull.files?[tool.lock]?.string ?? ""
    #expect(lock.contains(tool.mark("lark", "1.1.0")) && lock.contains(tool.mark("wren", "2.0.0")))
  }

  /// Bun has no overrides below one dependent.
  @Test(arguments: JavaScriptTool.kinds.filter { $0 != .bun })
  func `move the override below a dependent that pins a vulnerable version`(
    tool: JavaScriptTool
  ) async throws {
    let scene = try await JavaScriptScene(
      tool, rules: "open-pull-requests-limit: 0\n",
      fields: tool.override("seed", below: "finch", "1.0.0"), dependencies: ["finch": "1.0.0"])
    try await scene.report()
    let outcome = try await scene.martlet("run")
    #expect(outcome.code == 0, "\(outcome.out)\(outcome.error)")
    let pull = try #require(try await scene.pulls().first, "\(outcome.out)")
    let manifest = pull.files?["package.json"]?.string ?? ""
    #expect(manifest.contains(tool.override("seed", below: "finch", "1.0.1")), "\(manifest)")
    let lock = pull.files?[tool.lock]?.string ?? ""
    #expect(lock.contains(tool.mark("seed", "1.0.1")) && !lock.contains(tool.mark("seed", "1.0.0")))
  }

  @Test(arguments: JavaScriptTool.kinds.filter { $0 != .bun })
  func `name the override that a fix can't move`(tool: JavaScriptTool) async throws {
    let scene = try await JavaScriptScene(
      tool, rules: "open-pull-requests-limit: 0\n",
      fields: tool.override("wren", below: "dove", "1.0.0"), dependencies: ["dove": "1.0.0"])
    try await scene.report("wren", below: "2.0.0")
    let outcome = try await scene.martlet("run")
    #expect(outcome.code == 0, "\(outcome.out)\(outcome.error)")
    #expect(try await scene.pulls().isEmpty)
    #expect(outcome.out.contains("wren: affected by T-2026-2"), "\(outcome.out)")
    let rule =
      switch tool {
      case .npm, .bun: "The override dove > wren replaces wren with 1.0.0."
      case .pnpm, .pnpm9, .pnpm11: "The override dove>wren replaces wren with 1.0.0."
      case .yarnClassic, .yarnBerry, .yarnNewest: "resolutions replace wren with 1.0.0."
      }
    #expect(outcome.out.contains(rule), "\(outcome.out)")
  }
}
