import Foundation
import Testing

/// Each mistake has a message, a location and an exit code, and nothing is written.
@Suite struct `Bad input` {
  private func expect(
    _ words: [String], in birds: Birds, code: Int32, says: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let before = try birds.folder.everything().filter { $0.key.hasPrefix("checkout") }
    let outcome = try await Program.run(
      words + ["--config", birds.path("martlet.yml"), "--log-level", "error"],
      in: birds.folder.path)
    #expect(outcome.code == code, "\(outcome.error)", sourceLocation: sourceLocation)
    for text in says {
      #expect(outcome.error.contains(text), "\(outcome.error)", sourceLocation: sourceLocation)
    }
    let after = try birds.folder.everything().filter { $0.key.hasPrefix("checkout") }
    #expect(after == before, sourceLocation: sourceLocation)
  }

  @Test func `a name that does not exist`() async throws {
    try await expect(
      ["update", "checkout", "pearch"], in: Birds(), code: 2,
      says: ["pearch: no project here has a dependency of this name"])
  }

  @Test func `the registry's name of an alias in a project of Yarn`() async throws {
    let birds = try await Birds()
    let manifest = #"{"name": "app", "dependencies": {"my-finch": "npm:finch@^1.0.0"}}"#
    try birds.folder.write(manifest, to: "app/package.json")
    try birds.folder.write("# yarn lockfile v1\n", to: "app/yarn.lock")
    try await expect(
      ["update", "app", "finch"], in: birds, code: 2,
      says: ["finch: no project here has a dependency of this name", "my-finch is an alias of it."])
  }

  @Test func `a version that does not exist`() async throws {
    try await expect(["update", "checkout", "perch@9.9.9"], in: Birds(), code: 4, says: ["9.9.9"])
  }

  @Test(arguments: [
    (["perch@"], "perch@: has no version after the @"),
    (["perch@1.2.0", "perch@1.3.0"], "perch: has two different versions"),
  ])
  func `a name without a version, or with two`(names: [String], words: String) async throws {
    try await expect(["update", "checkout"] + names, in: Birds(), code: 2, says: [words])
  }

  @Test func `is reported as JSON if logs are JSON`() async throws {
    let birds = try await Birds()
    let outcome = try await Program.run(
      [
        "update", "checkout", "pearch", "--config", birds.path("martlet.yml"), "--log-format",
        "json",
      ], in: birds.folder.path)
    #expect(outcome.code == 2)
    let lines = outcome.error.split(separator: "\n").map { Data($0.utf8) }
    let objects = try lines.map { try JSONSerialization.jsonObject(with: $0) as? [String: Any] }
    #expect(objects.last??["level"] as? String == "error")
  }

  @Test func `a Swift package can be named in each common form`() async throws {
    let birds = try await Birds()
    for name in ["Perch", "https://example.com/birds/perch.git"] {
      let outcome = try await Program.run(
        ["why", "checkout", name, "--config", birds.path("martlet.yml")], in: birds.folder.path)
      #expect(outcome.code == 0, "\(outcome.error)")
    }
  }

  @Test func `a lock that is not JSON`() async throws {
    let birds = try await Birds()
    try birds.folder.write("{\n  \"pins\" : [,]\n}\n", to: "checkout/Package.resolved")
    try await expect(
      ["update", "checkout", "perch"], in: birds, code: 1, says: ["Package.resolved:2:"])
  }

  @Test func `a lock of an unknown version`() async throws {
    let birds = try await Birds()
    try birds.folder.write("{\"pins\": [], \"version\": 9}\n", to: "checkout/Package.resolved")
    try await expect(
      ["update", "checkout", "perch"], in: birds, code: 3, says: ["Package.resolved:1:25: refused"])
  }

  @Test func `a manifest that computes its dependencies`() async throws {
    let birds = try await Birds()
    let manifest = """
      // swift-tools-version: 5.9
      import PackageDescription
      import Foundation
      let list = try! String(contentsOfFile: "deps.txt").split(separator: "\\n")
      let package = Package(
        name: "App", dependencies: list.map { .package(url: String($0), from: "1.0.0") })
      """
    try birds.folder.write(manifest, to: "checkout/Package.swift")
    try await expect(
      ["update", "checkout", "perch"], in: birds, code: 3,
      says: ["Package.swift:4:17: refused: makes a `String` of a value that is not evaluated"])
  }

  @Test func `a git server that is down fails only its dependency`() async throws {
    let birds = try await Birds()
    try FileManager.default.removeItem(atPath: birds.path("upstream/nest.git"))
    let outcome = try await birds.martlet("check", "checkout")
    #expect(outcome.code == 1)
    #expect(outcome.out.contains("perch  direct  from: \"1.2.0\""))
    #expect(outcome.out.contains("failed"))
    #expect(outcome.error.contains("nest"))
  }

  @Test func `a check for advisories that aren't requested`() async throws {
    let birds = try await Birds()
    let text = try birds.folder.read("martlet.yml")
    try birds.folder.write(text + "advisories: false\n", to: "martlet.yml")
    try await expect(
      ["check", "checkout", "--fail-on", "security"], in: birds, code: 2,
      says: ["--fail-on security needs advisories, which the configuration turns off"])
  }

  @Test func `a folder without a manifest`() async throws {
    let birds = try await Birds()
    try await expect(["check", "upstream"], in: birds, code: 2, says: ["no manifest"])
    try await expect(["check", "nowhere"], in: birds, code: 2, says: ["nowhere: no such folder"])
    try await expect(["check", ""], in: birds, code: 2, says: ["PATH is empty"])
  }

  @Test func `options that select no project`() async throws {
    let birds = try await Birds()
    try await expect(
      ["lock", "checkout", "--ecosystem", "bundler"], in: birds, code: 2,
      says: ["--ecosystem bundler: selects no project", "there are: swift in /"])
    try await expect(
      ["lock", "checkout", "--directory", "/web"], in: birds, code: 2,
      says: ["--directory /web: selects no project", "there are: swift in /"])
  }

  @Test func `a backup into a folder that does not exist`() async throws {
    let birds = try await Birds()
    let outcome = try await Program.run(
      ["state", "backup", "none/deep/backup.db", "--config", birds.path("martlet.yml")],
      in: birds.folder.path)
    #expect(outcome.code == 2)
    for text in ["none/deep: the folder of the backup does not exist", "mkdir -p none/deep"] {
      #expect(outcome.error.contains(text), "\(outcome.error)")
    }
  }

  @Test func `a database server that does not run`() async throws {
    let birds = try await Birds()
    let text = try birds.folder.read("martlet.yml").split(separator: "\n")
      .filter { !$0.hasPrefix("state:") }.joined(separator: "\n")
    try birds.folder.write(
      text + "\nstate: postgres://martlet@127.0.0.1:1/martlet\n", to: "martlet.yml")
    try await expect(
      ["run"], in: birds, code: 1,
      says: [
        "failed: the PostgreSQL database: cannot be reached: ", "Start the server, or correct",
      ])
  }

  @Test func `a repository that does not exist fails alone`() async throws {
    let birds = try await Birds()
    let text = try birds.folder.read("martlet.yml")
      .replacing("[acme/app]", with: "[acme/gone, acme/app]")
    try birds.folder.write(text, to: "martlet.yml")
    let outcome = try await birds.martlet("run")
    #expect(outcome.code == 1)
    #expect(outcome.out.contains("acme/gone"))
    #expect(outcome.out.contains("opened #1"))
  }

  @Test func `an unknown key in the operator's file`() async throws {
    let birds = try await Birds()
    try birds.folder.write("mirors: []\n", to: "martlet.yml")
    try await expect(
      ["check", "checkout"], in: birds, code: 2, says: ["martlet.yml:1:1", "mirrors"])
  }

  @Test func `findings of both files have locations`() async throws {
    let folder = try Folder([
      "dependabot.yml": "version: 2\nupdates:\n  - package-ecosystem: swift\n    directry: /\n",
      "martlet.yml": "forges:\n  - name: hub\n    kind: githob\n",
    ])
    let repository = try await Program.run("config", "check", "dependabot.yml", in: folder.path)
    #expect(repository.code == 2)
    #expect(repository.out.contains("dependabot.yml:4:5: error:"))
    #expect(repository.out.contains("directory"))
    let operators = try await Program.run("config", "check", "martlet.yml", in: folder.path)
    #expect(operators.out.contains("martlet.yml:3:11: error:"))
  }

  @Test func `a time zone that this machine doesn't know, wherever it is`() async throws {
    let zone = "timezone: Asia/Tokio"
    let folder = try Folder([
      "dependabot.yml": """
      version: 2
      updates:
        - package-ecosystem: swift
          directory: /
          schedule: {interval: daily, \(zone)}
          automerge: {schedule: {interval: daily, \(zone)}}

      """,
      "martlet.yml": """
      forges: [{name: hub, kind: local, path: hub, repositories: [acme/app]}]
      notifications:
        - kind: webhook
          url: https://chat.acme.dev/hook
          quiet-hours: {from: "20:00", to: "07:00", \(zone)}

      """,
    ])
    for (file, lines) in [("dependabot.yml", [5, 6]), ("martlet.yml", [5])] {
      let outcome = try await Program.run("config", "check", file, in: folder.path)
      let found = outcome.out.split(separator: "\n").filter { $0.contains("Asia/Tokio") }
      #expect(found.count == lines.count, "\(outcome.out)")
      for (line, text) in zip(lines, found) { #expect(text.hasPrefix("\(file):\(line):")) }
    }
  }

  @Test func `a secret is never shown, not even in errors`() async throws {
    let folder = try Folder([
      "martlet.yml": """
      state: sqlite:\(NSTemporaryDirectory())/none/martlet.db
      forges:
        - name: hub
          kind: github
          url: http://127.0.0.1:9
          token: ${env:TOKEN}
          repositories: [acme/app]

      """
    ])
    let outcome = try await Program.run(
      ["run", "--config", "martlet.yml", "--dry-run", "--log-level", "debug"], in: folder.path,
      environment: ["TOKEN": "canary-canary-canary"])
    #expect(outcome.code == 1)
    #expect(!(outcome.out + outcome.error).contains("canary"))
  }
}
