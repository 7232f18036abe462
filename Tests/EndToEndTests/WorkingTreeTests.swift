import Foundation
import TestSupport
import Testing

/// An npm project with one outdated dependency.
@Suite struct `A working tree` {
  private let server: LoopbackServer
  private let folder: Folder

  init() throws {
    let folder = try Folder(["app/package.json": #"{"dependencies": {"a": "^1.0.0"}}"#])
    self.folder = folder
    let touch = folder.path + "/touch"
    server = try LoopbackServer { _ in
      if let text = try? String(contentsOfFile: touch, encoding: .utf8) {
        try? text.write(
          toFile: folder.path + "/app/package-lock.json", atomically: true, encoding: .utf8)
      }
      return .text(
        """
        {"name": "a", "dist-tags": {"latest": "1.1.0"},
         "versions": {"1.0.0": {"name": "a", "version": "1.0.0"},
           "1.1.0": {"name": "a", "version": "1.1.0",
             "dist": {"tarball": "http://e.com/a.tgz"}}}}
        """)
    }
    try folder.write("registry=\(server.url())\n", to: "app/.npmrc")
    try folder.write(
      "advisories: false\nnetwork: {allow-private: [127.0.0.1]}\n", to: "martlet.yml")
    try folder.write(Self.lock, to: lock)
  }

  private let lock = "app/package-lock.json"
  private static let lock = """
    {
      "name": "app",
      "lockfileVersion": 3,
      "requires": true,
      "packages": {
        "": {"dependencies": {"a": "^1.0.0"}},
        "node_modules/a": {"version": "1.0.0"}
      }
    }

    """

  private func update() async throws -> Program.Outcome {
    try await Program.run("update", "app", "a", "--config", "martlet.yml", in: folder.path)
  }

  /// Runs a shell command in which `$M` is the program.
  private func shell(_ line: String) async throws -> Program.Outcome {
    let status = try await ChildProcess(
      ["/bin/sh", "-c", line], in: folder.path,
      environment: ["HOME": folder.path, "M": Program.path.path],
      output: folder.path + "/.out", error: folder.path + "/.error"
    ).end()
    return Program.Outcome(
      code: status, out: try folder.read(".out"), error: try folder.read(".error"))
  }

  private func attributes() throws -> (mode: Int?, owner: Int?) {
    let all = try FileManager.default.attributesOfItem(atPath: "\(folder.path)/\(lock)")
    return (
      (all[.posixPermissions] as? NSNumber)?.intValue,
      (all[.ownerAccountID] as? NSNumber)?.intValue
    )
  }

  @Test func `can get the operator's file through a pipe`() async throws {
    let outcome = try await shell("cat martlet.yml | $M update app a --config /dev/stdin")
    #expect(outcome.code == 0, "\(outcome.error)")
    #expect(try folder.read(lock).contains("1.1.0"))
  }

  @Test func `is not read if the operator's file is endless`() async throws {
    let outcome = try await shell("$M update app a --config /dev/zero")
    #expect(outcome.code == 2)
    #expect(outcome.error.contains("/dev/zero: is larger than 4 MiB"))
    #expect(try folder.read(lock) == Self.lock)
  }

  @Test func `keeps a link, whose target is read and replaced`() async throws {
    try folder.write(Self.lock, to: "app/locks/real.json")
    try FileManager.default.removeItem(atPath: "\(folder.path)/\(lock)")
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/\(lock)", withDestinationPath: "locks/real.json")
    let outcome = try await update()
    #expect(outcome.out == "a 1.0.0 -> 1.1.0\nchanged package-lock.json\n", "\(outcome.error)")
    let target = try FileManager.default.destinationOfSymbolicLink(
      atPath: "\(folder.path)/\(lock)")
    #expect(target == "locks/real.json")
    #expect(try folder.read("app/locks/real.json").contains("1.1.0"))
  }

  @Test(arguments: [true, false])
  func `reads settings in folders that tools make only if git tracks them`(
    isTracked: Bool
  ) async throws {
    let folder = try Folder([
      "app/Gemfile": "source \"https://rubygems.org\"\n",
      "app/Gemfile.lock": """
      GEM
        remote: https://rubygems.org/
        specs:

      PLATFORMS
        x86_64-linux

      DEPENDENCIES

      BUNDLED WITH
         2.7.2

      """,
      "app/.bundle/config": "---\nBUNDLE_FORCE_RUBY_PLATFORM: \"true\"\n",
      "martlet.yml": "advisories: false\n",
    ])
    let add = isTracked ? "git add -A" : "git add app/Gemfile"
    let status = try await ChildProcess(
      ["/bin/sh", "-c", "git init -q . && \(add)"], in: folder.path,
      environment: ["HOME": folder.path, "PATH": "/usr/bin:/bin"]
    ).end()
    #expect(status == 0)
    let outcome = try await Program.run("lock", "app", "--config", "martlet.yml", in: folder.path)
    #expect(outcome.code == (isTracked ? 3 : 0), "\(outcome.error)")
    #expect(outcome.error.contains("BUNDLE_FORCE_RUBY_PLATFORM") == isTracked)
  }

  @Test func `follows no link out of its folder`() async throws {
    try FileManager.default.moveItem(
      atPath: "\(folder.path)/\(lock)", toPath: folder.path + "/elsewhere.json")
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/\(lock)", withDestinationPath: "../elsewhere.json")
    let outcome = try await update()
    #expect(outcome.code == 3)
    #expect(
      outcome.error.contains("package-lock.json: is a symbolic link that leads out of the folder"))
    #expect(try folder.read("elsewhere.json") == Self.lock)
  }

  @Test(arguments: [0o600, 0o664, 0o755, 0o444])
  func `keeps a file's mode and owner`(mode: Int) async throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: mode], ofItemAtPath: "\(folder.path)/\(lock)")
    if geteuid() == 0 {
      try FileManager.default.setAttributes(
        [.ownerAccountID: 1234], ofItemAtPath: "\(folder.path)/\(lock)")
    }
    let before = try attributes()
    let outcome = try await shell("umask 077; $M update app a --config martlet.yml")
    #expect(outcome.code == 0, "\(outcome.error)")
    #expect(try folder.read(lock).contains("1.1.0"))
    #expect(try attributes() == before)
  }

  @Test func `is not changed if a person changes it at the same time`() async throws {
    try folder.write("{\"lockfileVersion\": 3}\n", to: "touch")
    let outcome = try await update()
    #expect(outcome.code == 1)
    #expect(
      outcome.error.contains("package-lock.json: was changed by another process during the update"))
    #expect(try folder.read(lock) == "{\"lockfileVersion\": 3}\n")
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/app")
    #expect(Set(left) == [".npmrc", "package.json", "package-lock.json"])
  }

  @Test func `keeps a lock that a person creates at the same time`() async throws {
    try FileManager.default.removeItem(atPath: "\(folder.path)/\(lock)")
    try folder.write("{\"lockfileVersion\": 3}\n", to: "touch")
    let outcome = try await Program.run(
      "lock", "app", "--config", "martlet.yml", in: folder.path)
    #expect(outcome.code == 1)
    #expect(
      outcome.error.contains("package-lock.json: was created by another process during the update"))
    #expect(try folder.read(lock) == "{\"lockfileVersion\": 3}\n")
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/app")
    #expect(Set(left) == [".npmrc", "package.json", "package-lock.json"])
  }

  @Test func `has no temporary files if a lock cannot be replaced`() async throws {
    try FileManager.default.removeItem(atPath: "\(folder.path)/\(lock)")
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/\(lock)", withIntermediateDirectories: false)
    let outcome = try await update()
    #expect(outcome.code == 1, "\(outcome.out)")
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/app")
    #expect(Set(left) == [".npmrc", "package.json", "package-lock.json"])
  }

  @Test(arguments: ["check app", "check app --json", "--version", "check --help"])
  func `leads to an error if the output is full or closed`(
    words: String
  ) async throws {
    let options = words.hasPrefix("check app") ? "--config martlet.yml" : ""
    for output in [">/dev/full", ">&-"] {
      let outcome = try await shell("$M \(words) \(options) \(output)")
      #expect(outcome.code == 1)
      #expect(outcome.error.contains("the result cannot be written"), "\(outcome.error)")
    }
    let few = try await shell("{ $M \(words) \(options); echo $? >&2; } | true")
    #expect(few.error == "0\n")
  }

  @Test func `is changed completely if the output is closed`() async throws {
    let outcome = try await shell("$M update app a --config martlet.yml <&- >&- 2>&-; echo $?")
    #expect(outcome.out == "1\n")
    #expect(try folder.read(lock).hasSuffix("}\n"))
    #expect(try folder.read(lock).contains("\"version\": \"1.1.0\""))
  }
}
