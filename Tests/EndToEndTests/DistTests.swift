import Foundation
import TestSupport
import Testing

private let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent().path

private func environment(_ name: String) -> String? {
  ProcessInfo.processInfo.environment[name]
}

/// What `make dist` builds, proven in fresh root file systems; takes several minutes.
@Suite(.enabled(if: environment("MARTLET_DIST") != nil, "set MARTLET_DIST=1; needs root"))
struct `A release` {
  @Test func `starts on other systems, and is built twice with the same bytes`() async throws {
    let folder = try Folder([:])
    // With MARTLET_DIST=PROGRAM this program is packed, otherwise an optimised one is built.
    let program = environment("MARTLET_DIST").flatMap { $0.hasPrefix("/") ? [$0] : nil } ?? []
    for dist in ["dist", "again"] {
      let build = try ChildProcess(
        [root + "/Scripts/dist/run"] + program, in: root,
        environment: variables(["DIST": "\(folder.path)/\(dist)"]))
      #expect(await build.end() == 0)
    }
    let sums = try ["dist", "again"].map { try folder.read("\($0)/SHA256SUMS-\(architecture)") }
    #expect(sums[0] == sums[1])
    #expect(sums[0].split(separator: "\n").count == 4)
    let proof = try ChildProcess(
      [root + "/Scripts/dist/test"], in: root,
      environment: variables([
        "DIST": "\(folder.path)/dist",
        "ROOTS": environment("ROOTS") ?? "\(folder.path)/roots",
      ]))
    #expect(await proof.end() == 0)
  }

  private func variables(_ own: [String: String]) -> [String: String] {
    let inherited = ["PATH", "HOME"].compactMap { name in environment(name).map { (name, $0) } }
    return own.merging(inherited) { given, _ in given }
  }

  private var architecture: String {
    #if arch(arm64)
      "arm64"
    #else
      "amd64"
    #endif
  }
}

/// The gate for CI, with a program that prints what `martlet check --json` would.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/jq"), "needs jq"))
struct `The gate for CI` {
  private static let document = #"""
    {"schema": 1, "dependencies": [
      {"directory": "/", "manifest": "Gemfile", "name": "quill", "current": "1.17.0",
       "latest": "1.18.0", "status": "outdated"},
      {"directory": "/web", "manifest": "web/package.json", "name": "finch\n::error::x",
       "current": "1.2.0", "latest": "1.3.0", "status": "outdated", "advisories": [{"id": "GHSA-1"}]},
      {"directory": "/", "manifest": "Gemfile", "name": "odd", "current": null, "latest": null,
       "status": "refused", "reason": "Gemfile:3: a condition"},
      {"directory": "/", "manifest": "Gemfile", "name": "fine", "current": "1", "latest": "1",
       "status": "up-to-date"}]}
    """#

  /// Runs the gate on a program that prints a document and ends with a code.
  private func runCheck(
    _ document: String = document, code: Int = 0, with variables: [String: String]
  ) async throws -> (code: Int32, out: String, report: String?) {
    let folder = try Folder([
      "martlet": "#!/bin/sh\ncat \"$(dirname \"$0\")/document\"\nexit \(code)\n",
      "document": document,
    ])
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.path + "/martlet")
    let process = try ChildProcess(
      [root + "/Scripts/action/check", folder.path + "/martlet"], in: folder.path,
      environment: variables.merging(["PATH": "/usr/bin:/bin"]) { own, _ in own },
      output: folder.path + "/out", error: folder.path + "/error")
    return (await process.end(), try folder.read("out"), try? folder.read("report.json"))
  }

  @Test(arguments: [
    ("none", 0), ("vulnerable", 1), ("", 1), ("outdated", 1), ("never", 2),
  ]) func `fails on the chosen findings`(word: String, code: Int) async throws {
    #expect(try await runCheck(code: 3, with: ["MARTLET_FAIL_ON": word]).code == Int32(code))
  }

  @Test func `passes what is only outdated`() async throws {
    let outdated =
      #"{"dependencies": [{"directory": "/", "manifest": "a", "name": "b", "#
      + #""current": "1", "latest": "2", "status": "outdated"}]}"#
    #expect(try await runCheck(outdated, with: [:]).code == 0)
    #expect(try await runCheck(outdated, with: ["MARTLET_FAIL_ON": "outdated"]).code == 1)
  }

  @Test(arguments: [1, 2, 4]) func `fails with the check's own code`(code: Int) async throws {
    let result = try await runCheck(
      #"{"error": "no"}"#, code: code, with: ["MARTLET_FAIL_ON": "none"])
    #expect(result.code == Int32(code))
    #expect(result.out == "")
  }

  @Test func `annotates on GitHub, without running names as commands`() async throws {
    let result = try await runCheck(with: ["GITHUB_ACTIONS": "true", "MARTLET_FAIL_ON": "none"])
    #expect(
      result.out == """
        ::warning file=Gemfile,title=quill 1.17.0::1.18.0 is out
        ::error file=web/package.json,title=finch%0A%3A%3Aerror%3A%3Ax 1.2.0::vulnerable: GHSA-1
        ::notice file=Gemfile,title=odd of an unknown version::not checked: Gemfile:3: a condition

        """)
  }

  @Test func `writes a report for GitLab`() async throws {
    let result = try await runCheck(with: [
      "MARTLET_REPORT": "report.json", "MARTLET_FAIL_ON": "none",
    ])
    let report = try #require(result.report)
    #expect(report.contains(#""severity": "critical""#))
    #expect(report.contains(#""path": "web/package.json""#))
    #expect(!report.contains("fine"))
  }
}
