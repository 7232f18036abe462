import Foundation
import HTTP
import JSON
import TestSupport
import Testing

/// How `run` ends and what it reports.
@Suite(.needsFakeHost, .serialized) struct `A run` {
  @Test(arguments: [SIGTERM, SIGINT])
  func `ends soon after a signal and reports its progress`(
    number: Int32
  ) async throws {
    let scene = try await GitHubScene()
    try await scene.fake.fault("pulls/create", "delay", [("seconds", 60)])
    let child = try Program.start(
      ["run", "--config", "martlet.yml"], as: "run", in: scene.folder.path,
      environment: ["TOKEN": "github_pat_fixed"])
    try await eventually {
      let faults = try await scene.fake.control("faults")
      return faults.text(.compact).contains("\"hits\":1")
    }
    let clock = ContinuousClock()
    let start = clock.now
    child.signal(number)
    #expect(await child.end() == 1)
    // Below the 60 s of the response, also on a busy machine.
    #expect(clock.now - start < .seconds(40))
    let out = try scene.folder.read("run.out")
    #expect(out.contains("0 of 1 repositories were visited, not acme/app"), "\(out)")
    _ = try await scene.fake.control("faults", method: .delete)
    #expect(try await scene.martlet("run").code == 0)
    #expect(try await scene.openTitles().count == 2)
  }

  @Test func `ends with 0 if a repository was refused, and with 3 if that counts`() async throws {
    let scene = try await GitHubScene()
    var files = scene.files()
    files["Package.swift"] = """
      // swift-tools-version: 6.0
      import PackageDescription
      let version = try! String(contentsOfFile: "/etc/hostname")
      let package = Package(
        name: "app", dependencies: [.package(url: "https://example.com/x.git", exact: Version(version)!)])
      """
    try await scene.push(files)
    let outcome = try await scene.martlet("run")
    #expect(outcome.code == 0, "\(outcome.out)")
    #expect(outcome.out.contains("refused"))
    #expect(try await scene.martlet("run", "--strict").code == 3)
  }

  @Test func `ends with 0 if the lock of a repository is broken, and with 3 if that counts`()
    async throws
  {
    let scene = try await GitHubScene()
    var files = scene.files()
    files["Package.resolved"] = "{"
    try await scene.push(files)
    let outcome = try await scene.martlet("run")
    #expect(outcome.code == 0, "\(outcome.out)")
    #expect(outcome.out.contains("Package.resolved:1:2: "), "\(outcome.out)")
    #expect(try await scene.martlet("run", "--strict").code == 3)
  }

  @Test func `lists repositories with mistakes of their own before the others`() async throws {
    let scene = try await GitHubScene()
    for name in ["acme/one", "acme/two", "acme/zed"] {
      var files = Self.birch
      if name != "acme/one" {
        files[".github/dependabot.yml"] =
          "version: 2\nupdates: [{package-ecosystem: npm, "
          + "directory: /, schedule: {interval: \(name == "acme/two" ? "weekly" : "dayly")}}]\n"
      }
      try await scene.fake.found(name, files, [])
    }
    // The registry is not of the repositories' making.
    let file = try scene.folder.read("martlet.yml")
      .replacing("[acme/app]", with: "[acme/one, acme/two, acme/zed]")
    try scene.folder.write(
      file + "  - {from: \"https://registry.npmjs.org/\", to: \"http://127.0.0.1:1/\"}\n",
      to: "martlet.yml")
    let outcome = try await scene.martlet("run", "--json", "--dry-run")
    let document = try Document(Array(outcome.out.utf8), named: "run").root.value
    let names = document["repositories"]?.array?.compactMap { $0["repository"]?.string } ?? []
    #expect(names.first == "acme/zed" && names.count == 3, "\(names)")
    let text = try await scene.martlet("run", "--dry-run").out
    let starts = ["acme/zed", "acme/one", "acme/two"].map {
      text.firstRange(of: $0)?.lowerBound ?? text.endIndex
    }
    #expect(starts[0] < min(starts[1], starts[2]), "\(text)")
  }

  @Test func `names a registry that is down once for all repositories`() async throws {
    let scene = try await GitHubScene()
    for name in ["acme/one", "acme/two"] {
      try await scene.fake.found(name, Self.birch, [])
    }
    let file = try scene.folder.read("martlet.yml")
      .replacing("[acme/app]", with: "[acme/one, acme/two]")
    try scene.folder.write(
      file + "  - {from: \"https://registry.npmjs.org/\", to: \"http://127.0.0.1:1/\"}\n",
      to: "martlet.yml")
    let outcome = try await scene.martlet("run")
    #expect(outcome.code == 1, "\(outcome.out)")
    #expect(
      outcome.out.contains("2 dependencies of 2 repositories could not be looked up"),
      "\(outcome.out)")
    #expect(!outcome.out.contains("birch"), "\(outcome.out)")
  }

  private static let birch = [
    "package.json": #"{"dependencies": {"birch": "^1.0.0"}}"#,
    "package-lock.json": """
    {"lockfileVersion": 3, "requires": true, "packages": {
      "": {"dependencies": {"birch": "^1.0.0"}},
      "node_modules/birch": {
        "version": "1.0.0", "resolved": "https://registry.npmjs.org/birch/-/birch-1.0.0.tgz"
      }}}

    """,
    ".github/dependabot.yml": """
    version: 2
    updates: [{package-ecosystem: npm, directory: /, schedule: {interval: weekly}}]

    """,
  ]

  @Test func `ends with 2 if the patterns of a forge match no repository`() async throws {
    let scene = try await GitHubScene()
    let file = try scene.folder.read("martlet.yml")
    try scene.folder.write(
      file.replacing("[acme/app]", with: "[acme/none-*]"), to: "martlet.yml")
    let outcome = try await scene.martlet("run")
    #expect(outcome.code == 2, "\(outcome.out)\(outcome.error)")
    #expect(
      (outcome.out + outcome.error).contains("no repository matches 'acme/none-*'"),
      "\(outcome.out)\(outcome.error)")
  }

  @Test func `asks only forges that can have the repository of '--repository'`() async throws {
    let scene = try await GitHubScene()
    let other = "{name: other, kind: gitea, url: \"http://127.0.0.1:1\", token: x, "
    let file = try scene.folder.read("martlet.yml")
    try scene.folder.write(
      file.replacing("forges:\n", with: "forges:\n  - \(other)repositories: [tools/*]}\n"),
      to: "martlet.yml")
    let outcome = try await scene.martlet("run", "--repository", "acme/app")
    #expect(outcome.code == 0, "\(outcome.out)\(outcome.error)")
    #expect(outcome.out.contains("opened #1"), "\(outcome.out)")
  }

  @Test func `counts what allow excludes, and lists it on request`() async throws {
    let scene = try await GitHubScene(rules: "allow: [{dependency-name: aster}]\n")
    let brief = try await scene.martlet("run").out
    #expect(brief.contains("  1 outdated dependency excluded by 'allow' (--verbose lists them)\n"))
    #expect(!brief.contains("borage"))
    let whole = try await scene.martlet("run", "--verbose").out
    #expect(whole.contains("borage: 1.1.0 is excluded by"))
  }
}
