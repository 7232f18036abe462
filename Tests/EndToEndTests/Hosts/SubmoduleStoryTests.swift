import Foundation
import JSON
import TestSupport
import Testing

/// A repository `acme/app` on a fake host with two submodules: `kit` at a tag of a library of the same
/// host, which a relative address names, and `tool`, which follows a branch of one at github.com.
private struct SubmoduleScene {
  let fake: FakeHost
  let folder: Folder
  private let token: String
  /// The commits of the first versions.
  let kit: String
  let tool: String

  init(_ kind: String, fake name: String, token: String, file: String = #fileID) async throws {
    self.token = token
    fake = try await FakeHost.fresh(name, for: file)
    kit = try await Self.publish("acme/kit", at: fake)
    tool = try await Self.publish("birds/tool", at: fake)
    try await fake.control(
      "repo",
      [
        "full_name": "acme/app",
        "files": [
          ".github/dependabot.yml": .string(Self.rules), ".gitmodules": .string(Self.modules),
          "kit": ["commit": .string(kit)], "vendor/tool": ["commit": .string(tool)],
        ],
      ])
    folder = try Folder([
      "martlet.yml": """
      state: sqlite:martlet.db
      cache: cache
      forges:
        - name: host
          kind: \(kind)
          url: "\(fake.url)"
          token: "${env:TOKEN}"
          repositories: [acme/app]
      mirrors:
        - {from: "https://github.com/", to: "\(fake.url)/"}
        - {from: "https://api.github.com/", to: "\(fake.url)/"}

      """
    ])
  }

  private static let rules = """
    version: 2
    updates:
      - package-ecosystem: gitsubmodule
        directory: /
        schedule: {interval: weekly}
        cooldown: {default-days: 0}

    """
  private static let modules = """
    [submodule "kit"]
      path = kit
      url = ../kit.git
    [submodule "tool"]
      path = vendor/tool
      url = https://github.com/birds/tool
      branch = main

    """

  private static func publish(_ name: String, at fake: FakeHost) async throws -> String {
    let answer = try await fake.control(
      "upstream",
      [
        "full_name": .string(name),
        "versions": [
          ["version": "1.0.0", "notes": "first", "date": "2026-01-02T00:00:00Z"],
          ["version": "1.1.0", "notes": "second", "date": "2026-01-03T00:00:00Z"],
        ],
      ])
    return answer["tags"]?["v1.0.0"]?.string ?? ""
  }

  func run(_ words: String...) async throws -> Program.Outcome {
    try await Program.run(
      ["run", "--config", "martlet.yml", "--log-level", "error"] + words, in: folder.path,
      environment: ["TOKEN": token])
  }

  /// The commit of a submodule on a branch.
  func commit(_ path: String, on branch: String) async throws -> String? {
    try await fake.state("acme/app")["files"]?[branch]?[path]?.string
  }

  func pulls() async throws -> [Value] {
    try await fake.state("acme/app")["prs"]?.array ?? []
  }
}

@Suite(.serialized) struct `Submodules` {
  @Test(arguments: [
    ("github", "fakehub", "github_pat_fixed"), ("gitlab", "fakelab", "glpat-fixed"),
    ("gitea", "faketea", "gitea_token_fixed"),
  ]) func `move in pull requests`(kind: String, fake: String, token: String) async throws {
    let scene = try await SubmoduleScene(kind, fake: fake, token: token)
    let first = try await scene.run()
    #expect(first.code == 0, "\(first.out)\(first.error)")
    let pulls = try await scene.pulls()
    let titles = pulls.compactMap { $0["title"]?.string }.sorted()
    #expect(titles.count == 2, "\(first.out)")
    #expect(titles.first == "Bump kit from 1.0.0 to 1.1.0")
    let start = "Bump vendor/tool from \(scene.tool.prefix(7)) to "
    #expect(titles.last?.hasPrefix(start) == true, "\(titles)")
    #expect(titles.last?.count == start.count + 7)

    let branches = pulls.compactMap { $0["head"]?.string }.sorted()
    #expect(branches == ["martlet/gitsubmodule/kit", "martlet/gitsubmodule/vendor/tool"])
    let moved = try await scene.commit("kit", on: "martlet/gitsubmodule/kit")
    #expect(moved != nil && moved != scene.kit)
    #expect(try await scene.commit("kit", on: "main") == scene.kit)
    #expect(
      try await scene.commit("vendor/tool", on: "martlet/gitsubmodule/kit") == scene.tool)
    let body = pulls.first { $0["title"] == "Bump kit from 1.0.0 to 1.1.0" }?["body"]?.string
    #expect(body?.contains("second") == true, "\(body ?? "")")

    let second = try await scene.run()
    #expect(second.code == 0 && second.out.contains("proposes 1.1.0"), "\(second.out)")
    #expect(try await scene.pulls().count == 2)
    #expect(try await scene.fake.violations().isEmpty)
  }

  @Test func `are shown and refused in a working tree`() async throws {
    let folder = try Folder()
    let script = """
      set -e
      url="url.$PWD/.insteadOf=https://git.example.com/"
      git() { command git -c user.name=a -c user.email=a@b.c -c protocol.file.allow=always -c "$url" "$@"; }
      git init -q -b main kit; cd kit; echo 1 > a; git add a; git commit -qm 1; git tag v1.0.0
      echo 2 > a; git commit -qam 2; git tag v1.1.0; cd ..
      git init -q -b main app; cd app
      git submodule -q add https://git.example.com/kit lib/kit; git -C lib/kit checkout -q v1.0.0
      mkdir .github
      printf 'version: 2\\nupdates:\\n  - {package-ecosystem: gitsubmodule, directory: /, schedule: {interval: daily}, cooldown: {default-days: 0}}\\n' > .github/dependabot.yml
      git add -A; git commit -qm start
      """
    let child = try ChildProcess(["/bin/bash", "-c", script], in: folder.path)
    try #require(await child.end() == 0)
    try folder.write(
      """
      forges: [{name: files, kind: local, url: forge, repositories: ["acme/*"]}]
      mirrors: [{from: "https://git.example.com/", to: "file://\(folder.path)/"}]

      """, to: "martlet.yml")
    let app = folder.path + "/app"
    let file = ["--config", "../martlet.yml"]
    let checked = try await Program.run(["check", "--json"] + file, in: app).document()
    let found = checked["dependencies"]?.array?.first
    #expect(found?["name"] == "lib/kit" && found?["current"] == "1.0.0", "\(checked)")
    #expect(found?["latest"] == "1.1.0" && found?["status"] == "outdated")
    let refused = try await Program.run(["update", "lib/kit@1.1.0"] + file, in: app)
    #expect(refused.code == 3, "\(refused.out)\(refused.error)")
    #expect(refused.error.contains("lib/kit: is a submodule, which only git moves"))
    #expect(refused.error.contains("git -C lib/kit fetch origin"))
  }
}
