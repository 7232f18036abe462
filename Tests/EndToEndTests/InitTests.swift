import Foundation
import JSON
import TestSupport
import Testing

/// A folder with files, and with a clone's `origin` if there is one.
private func tree(_ files: [String: String], origin: String? = nil) throws -> Folder {
  let folder = try Folder(files)
  if let origin {
    try folder.write("[remote \"origin\"]\n\turl = \(origin)\n", to: ".git/config")
  }
  return folder
}

private func initialize(_ folder: Folder, _ words: String...) async throws -> Program.Outcome {
  try await Program.run(["init"] + words, in: folder.path)
}

private let web = ["web/package.json": "{}", "Package.swift": "// swift-tools-version: 6.0\n"]

@Suite struct `martlet init in a repository` {
  @Test(arguments: [
    ("https://github.com/acme/web.git", ".github/martlet.yml"),
    ("git@gitlab.com:acme/web.git", ".gitlab/martlet.yml"),
    ("https://codeberg.org/acme/web", ".forgejo/martlet.yml"),
    ("https://git.acme.dev/acme/web", ".martlet.yml"),
  ]) func `writes the file where the host has it`(origin: String, path: String) async throws {
    let folder = try tree(web, origin: origin)
    let outcome = try await initialize(folder)
    #expect(outcome.code == 0, "\(outcome.error)")
    #expect(outcome.out.hasPrefix("created \(path) with 2 entries\n"))
    let text = try folder.read(path)
    #expect(text.contains("  # Found: web/package.json\n  - package-ecosystem: npm\n"))
    #expect(text.contains("    directory: \"/web\"\n"))
    #expect(text.contains("  - package-ecosystem: swift\n"))
    let checked = try await Program.run("config", "check", in: folder.path)
    #expect(checked.out == "\(path): no problems found\n")
  }

  @Test func `writes Dependabot's file, without what Dependabot doesn't know`() async throws {
    let folder = try tree(["Mintfile": "a/b@1.0.0\n", "Gemfile": ""])
    let outcome = try await initialize(folder, "--file", "dependabot")
    #expect(outcome.code == 0)
    #expect(
      outcome.error.hasPrefix("martlet: mint: left out, because Dependabot doesn't know it\n"))
    let text = try folder.read(".github/dependabot.yml")
    #expect(text.contains("version: 2\nupdates:\n"))
    #expect(text.contains("package-ecosystem: bundler") && !text.contains("mint"))
  }

  @Test func `replaces no file without --force`() async throws {
    let folder = try tree(web.merging([".martlet.yml": "mine"]) { one, _ in one })
    let refused = try await initialize(folder)
    #expect(refused.code == 2 && refused.out == "")
    #expect(
      refused.error.hasPrefix("martlet: error: .martlet.yml: exists already: nothing is written"))
    #expect(try folder.read(".martlet.yml") == "mine")
    let forced = try await initialize(folder, "--force")
    #expect(forced.out.hasPrefix("replaced .martlet.yml with 2 entries\n"))
  }

  @Test func `doesn't put another file out of use without --force`() async throws {
    let origin = "https://github.com/acme/web"
    let folder = try tree(
      web.merging([".github/dependabot.yml": "version: 2\n"]) { one, _ in one }, origin: origin)
    let refused = try await initialize(folder)
    #expect(refused.code == 2)
    #expect(refused.error.contains(".github/dependabot.yml: exists already"))
    #expect(refused.error.contains("--force writes .github/martlet.yml"))
    #expect(try await initialize(folder, "--force").code == 0)
  }

  @Test func `prints the file with --dry-run, and writes nothing`() async throws {
    let folder = try tree(web)
    let outcome = try await initialize(folder, "--dry-run")
    #expect(outcome.code == 0 && outcome.out.hasPrefix("# What martlet keeps up to date"))
    #expect(Set(try folder.everything().keys) == ["web/package.json", "Package.swift"])
    let json = try await initialize(folder, "--dry-run", "--json").document()
    #expect(json["file"] == ".martlet.yml" && json["written"] == false)
    #expect(json["text"]?.string == outcome.out)
  }

  @Test func `names what is left out, and another bot's file`() async throws {
    let folder = try tree([
      "Gemfile": "", "app[1]/Gemfile": "", "Chart.yaml": "name: a\n", "renovate.json": "{}",
    ])
    let error = try await initialize(folder, "--dry-run").error
    #expect(error.contains("app[1]/Gemfile: left out, because its folder's name is a pattern\n"))
    #expect(
      error.contains("helm: left out, because only an entry of your own asks for it: Chart.yaml\n"))
    #expect(error.contains("'martlet config import renovate.json' converts it instead"))
  }

  @Test func `asks for the root of a clone, and for projects`() async throws {
    let folder = try tree(web, origin: "https://github.com/acme/web")
    let inside = try await Program.run("init", "web", in: folder.path)
    #expect(inside.code == 2)
    #expect(inside.error.contains("is a folder of the repository \(folder.path)"))
    let empty = try await initialize(try tree(["README.md": ""]))
    #expect(empty.code == 2 && empty.error.contains("has no project for a configuration"))
  }
}

@Suite struct `martlet init --operator` {
  private func checked(_ folder: Folder, _ path: String) async throws -> Program.Outcome {
    try await Program.run(
      ["config", "check", path], in: folder.path, environment: ["MARTLET_TOKEN": "secret"])
  }

  @Test(
    arguments: [
      ("github", nil, "https://github.com"), ("gitlab", nil, "https://gitlab.com"),
      ("forgejo", nil, "https://codeberg.org"), ("gitea", "https://git.acme.dev/", nil),
      ("azure-devops", "https://dev.azure.com/acme", nil), ("local", "repositories", nil),
      ("bitbucket", "https://bitbucket.acme.dev", nil),
    ] as [(String, String?, String?)])
  func `writes a file that config check accepts`(
    kind: String, url: String?, expected: String?
  ) async throws {
    let folder = try tree([:])
    let words = url.map { ["--url", $0] } ?? []
    let outcome = try await Program.run(
      ["init", "--forge", kind, "--repositories", "acme/*,!acme/attic"] + words, in: folder.path)
    #expect(outcome.code == 0, "\(outcome.error)")
    let text = try folder.read("martlet.yml")
    #expect(text.contains("    kind: \(kind)\n"))
    #expect(text.contains("    url: \(expected ?? url ?? "")\n"))
    #expect(text.contains("    repositories: [acme/*, \"!acme/attic\"]\n"))
    #expect(text.contains("token: ${env:MARTLET_TOKEN}") == (kind != "local"))
    let found = try await checked(folder, "martlet.yml")
    #expect(found.out == "martlet.yml: no problems found\n")
  }

  @Test func `takes forge and repository of the clone's origin`() async throws {
    let folder = try tree(["config/x": ""], origin: "git@gitlab.com:acme/web.git")
    let outcome = try await initialize(folder, "--operator")
    #expect(outcome.out.hasPrefix("created config/martlet.yml with the forge https://gitlab.com\n"))
    #expect(outcome.out.contains("  export MARTLET_TOKEN=…\n"))
    #expect(try folder.read("config/martlet.yml").contains("repositories: [acme/web]"))
    #expect(try await initialize(folder, "--operator").code == 2)
  }

  @Test(
    arguments: [
      (["--operator"], "--repositories is missing"),
      (["--forge", "bitbucket", "--repositories", "a/*"], "--url is missing"),
      (["--url", "https://api.github.com", "--repositories", "a/*"], "write https://github.com"),
      (
        ["--forge", "bitbucket", "--url", "https://bitbucket.org", "--repositories", "a/*"],
        "Bitbucket Cloud is not served"
      ),
      (["--operator", "--repositories", "a"], "a repository such as acme/app"),
      (["--operator", "--file", "dependabot"], "is for the repository's file"),
    ] as [([String], String)])
  func `refuses what the file can't have`(words: [String], message: String) async throws {
    let folder = try tree([:])
    let outcome = try await Program.run(["init"] + words, in: folder.path)
    #expect(outcome.code == 2 && outcome.out == "")
    #expect(outcome.error.contains(message), "\(outcome.error)")
    #expect(try folder.everything().isEmpty)
  }
}

@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script")))
struct `martlet init on a terminal` {
  /// Runs the program in a pseudoterminal that gets lines as answers.
  private func run(
    _ words: String, in folder: Folder, answering lines: String
  ) async throws -> String {
    try folder.write(lines, to: ".answers")
    let command =
      "cat .answers | /usr/bin/script -qec \"'\(Program.path.path)' init \(words)\" /dev/null"
    let child = try ChildProcess(
      ["/bin/sh", "-c", command], in: folder.path,
      environment: ["HOME": folder.path, "TERM": "xterm", "PATH": "/usr/bin:/bin"],
      output: "\(folder.path)/.out")
    _ = await child.end()
    return try folder.read(".out").replacing("\r", with: "")
  }

  @Test func `asks for what no option says`() async throws {
    let folder = try tree([:])
    let out = try await run(
      "--forge gitlab", in: folder, answering: "https://git.acme.dev\nacme/*\nyes\n")
    #expect(out.contains("Address of the forge [https://gitlab.com]: "), "\(out)")
    #expect(!out.contains("Kind of the forge"))
    let text = try folder.read("martlet.yml")
    #expect(text.contains("url: https://git.acme.dev\n"))
    #expect(text.contains("repositories: [acme/*]\n"))
  }

  @Test func `writes nothing without agreement, and asks nothing with --yes`() async throws {
    let folder = try tree(web)
    let out = try await run(".", in: folder, answering: "frob\ndependabot\nno\n")
    #expect(out.contains("answer one of martlet, dependabot"), "\(out)")
    #expect(out.contains("nothing is written"))
    #expect(try folder.everything()[".github"] == nil)
    let quiet = try await run("--yes", in: folder, answering: "")
    #expect(!quiet.contains("[") && quiet.contains("created .martlet.yml"), "\(quiet)")
  }
}
