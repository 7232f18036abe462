import Foundation
import JSON
import TestSupport
import Testing

/// The help of every command; `MARTLET_RECORD=1` records it.
@Suite struct `The help` {
  @Test(arguments: [
    [], ["init"], ["check"], ["update"], ["lock"], ["why"], ["migrate"], ["migrate", "cocoapods"],
    ["migrate", "carthage"], ["run"], ["serve"], ["config"], ["config", "check"],
    ["config", "import"], ["config", "schema"], ["state"], ["state", "backup"],
    ["state", "restore"], ["state", "export"], ["doctor"], ["demo"], ["completions"], ["manual"],
  ]) func `of each command is as recorded`(path: [String]) async throws {
    let outcome = try await Program.run(path + ["--help"], in: NSTemporaryDirectory())
    #expect(outcome.code == 0)
    #expect(outcome.error == "")
    let name = (["martlet"] + path).joined(separator: "-")
    try expectRecorded(outcome.out, "help/\(name).txt")
  }

  @Test(arguments: [["fleet"], ["visit"], ["pause"], ["resume"], ["logs"], ["run"], ["check"]])
  func `of each command fits into a hundred columns`(path: [String]) async throws {
    let outcome = try await Program.run(path + ["--help"], in: NSTemporaryDirectory())
    #expect(outcome.code == 0)
    let long = outcome.out.split(separator: "\n").filter { $0.count > 100 }
    #expect(long == [])
  }

  @Test(arguments: [
    (["check", "--json", "--bogus"], "unknown option '--bogus'"),
    (["bogus", "--json"], "unknown command 'bogus'; did you mean 'logs'?"),
  ])
  func `is mentioned for a usage error in a document, too`(
    words: [String], message: String
  ) async throws {
    let outcome = try await Program.run(words, in: NSTemporaryDirectory())
    #expect(outcome.code == 2)
    let document = try outcome.document()
    #expect(document["schema"] == 1 && document["error"]?["kind"] == "error")
    #expect(document["error"]?["message"]?.string == message)
    #expect(document["error"]?["advice"]?.string?.contains("--help") ?? false)
    #expect(
      document["error"]?["help"]?.string?.hasSuffix("/docs/troubleshooting.md#unknown-command")
        ?? false)
    #expect(outcome.error.contains(message))
  }

  @Test func `completions for bash are a valid script`() async throws {
    try await checkCompletions("bash", at: "/bin/bash")
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/bin/zsh"), "needs zsh"))
  func `completions for zsh are a valid script`() async throws {
    try await checkCompletions("zsh", at: "/bin/zsh")
  }

  private func checkCompletions(_ shell: String, at path: String) async throws {
    let folder = try Folder(["script": try await Program.run("completions", shell).out])
    #expect(try await ChildProcess([path, "-n", folder.path + "/script"]).end() == 0)
  }

  @Test func `names the version`() async throws {
    #expect(try await Program.run("--version").out.hasPrefix("martlet "))
  }

  @Test(arguments: [[], ["check"], ["config", "check"]])
  func `is also shown for the word`(path: [String]) async throws {
    let words = ["help"] + path
    let asked = try await Program.run(words, in: NSTemporaryDirectory())
    let option = try await Program.run(path + ["--help"], in: NSTemporaryDirectory())
    #expect(asked.code == 0 && asked.out == option.out && !asked.out.isEmpty)
  }

  @Test func `is mentioned for a usage error, with exit code 2`() async throws {
    let outcome = try await Program.run("updat")
    #expect(outcome.code == 2)
    #expect(outcome.out == "")
    #expect(
      outcome.error == """
        martlet: unknown command 'updat'; did you mean 'update'?
        'martlet --help' shows the usage.

        """)
  }
}

/// Compares with a file of `Fixtures`; a missing one is written, and the test fails once.
func expectRecorded(
  _ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Fixtures/\(name)")
  let recorded = try? String(contentsOf: file, encoding: .utf8)
  let records = ProcessInfo.processInfo.environment["MARTLET_RECORD"] != nil
  if recorded == nil || records { try text.write(to: file, atomically: true, encoding: .utf8) }
  #expect(recorded == text, "recorded \(name)", sourceLocation: sourceLocation)
}
