import Foundation
import HTTP
import JSON
import TestSupport
import Testing

/// Changes of a repository and its pull requests on a fake GitHub that checks every request.
@Suite(.needsFakeHost, .serialized) struct `A pull request on GitHub` {
  private let aster = "martlet/swift/aster"

  private func run(_ scene: GitHubScene, code: Int32 = 0) async throws -> String {
    let outcome = try await scene.martlet("run")
    #expect(outcome.code == code, "\(outcome.out)\(outcome.error)")
    return outcome.out
  }

  @Test func `an archived repository is skipped, and nothing is written`() async throws {
    let scene = try await GitHubScene([("archived", true)])
    #expect(try await scene.martlet("run").out.contains("the repository is archived"))
    #expect(try await scene.writes().isEmpty)
    #expect(try await scene.fake.violations().isEmpty)
  }

  @Test(arguments: [403, 404])
  func `a lost permission is reported, and updates continue when it is restored`(
    status: Int
  ) async throws {
    let scene = try await GitHubScene()
    try await scene.fake.control(
      "faults",
      ["mutating": true, "action": "status", "status": .int(status), "times": 1000])
    let message =
      status == 403
      ? "the credential lacks the permission" : "not found, or hidden from this credential"
    #expect(try await run(scene, code: 1).contains(message))
    #expect(try await scene.openTitles().isEmpty)
    try await scene.fake.control("faults", method: .delete)
    _ = try await run(scene)
    #expect(try await scene.openTitles().count == 2)
    #expect(try await scene.fake.state("acme/app")["orphan_branches"] == [])
  }

  @Test func `a renamed repository is followed by its new name`() async throws {
    let scene = try await GitHubScene()
    try await scene.fake.found("acme/site", scene.files())
    let url = "\(scene.fake.url)/api/v3/repos/acme/site"
    for (operation, path) in [("repos/get", ""), ("git/get-ref", "/git/ref/heads%2Fmain")] {
      try await scene.fake.control(
        "faults",
        [
          "op": .string(operation), "action": "status", "status": 301, "times": 1,
          "headers": ["Location": .string(url + path)],
        ])
    }
    _ = try await run(scene)
    #expect(try await scene.openTitles(in: "acme/site").count == 2)
    #expect(try await scene.openTitles().isEmpty)
  }

  @Test func `is rebuilt after a conflict with the base, and not without one`()
    async throws
  {
    let scene = try await GitHubScene(libraries: ["aster": ["1.0.0", "1.1.0", "1.2.0"]])
    _ = try await run(scene)
    let first = try await scene.head(aster)
    try await scene.push(["README.md": "moved\n"])
    _ = try await run(scene)
    #expect(try await scene.head(aster) == first)
    let lock = try await scene.lock(on: "main")
    // The same line as in the update, with the same text.
    try await scene.push(["Package.resolved": lock.replacing("\"1.0.0\"", with: "\"1.0.0\" ")])
    let out = try await run(scene)
    let head = try #require(try await scene.head(aster))
    #expect(head != first, "\(out)")
    #expect(try await scene.parent(of: head) == scene.head("main"))
    #expect(try await scene.openTitles() == ["Bump aster from 1.0.0 to 1.2.0"])
    #expect(try await scene.fake.violations().isEmpty)
  }

  @Test func `a foreign commit keeps the branch, even if the dependency is removed`() async throws {
    let scene = try await GitHubScene()
    _ = try await run(scene)
    try await scene.push(["fix.txt": "by hand\n"], to: aster)
    let theirs = try await scene.head(aster)
    try await scene.fake.publish("aster", ["2.1.0"])
    #expect(try await run(scene).contains("has commits by others"))
    try await scene.push(scene.files(["borage"]))
    _ = try await run(scene)
    #expect(try await scene.head(aster) == theirs)
    #expect(try await scene.pull(1)["state"] == "open")
  }

  @Test func `a person's close applies to this version and not to newer ones`() async throws {
    let scene = try await GitHubScene()
    _ = try await run(scene)
    try await scene.act([("by", "ann"), ("state", "closed"), ("delete_branch", true)])
    for _ in 1...2 {
      try await scene.push(["README.md": "\(uniqueName())\n"])
      #expect(try await run(scene).contains("2.0.0 was declined when #1 was closed"))
    }
    scene.loseState()
    #expect(try await run(scene).contains("2.0.0 was declined when #1 was closed"))
    try await scene.fake.publish("aster", ["2.1.0"])
    _ = try await run(scene)
    #expect(
      try await scene.openTitles() == [
        "Bump aster from 1.0.0 to 2.1.0", "Bump borage from 1.0.0 to 1.1.0",
      ])
  }

  @Test(arguments: [
    ("the manifest no longer contains the dependency", ["borage"], ""),
    (
      "the update is excluded by the ignore rule 'aster'", ["aster", "borage"],
      "ignore: [{dependency-name: aster}]"
    ),
    (
      "the update is excluded by 'allow' (no rule matches this dependency)", ["aster", "borage"],
      "allow: [{dependency-name: borage}]"
    ),
  ])
  func `an obsolete pull request is closed with a reason, and its branch is deleted`(
    reason: String, libraries: [String], rules: String
  ) async throws {
    let scene = try await GitHubScene()
    _ = try await run(scene)
    try await scene.push(scene.files(libraries, rules: rules))
    let report = try await run(scene)
    #expect(report.contains(" aster: closed #1: \(reason)") && !report.contains("\n  : "))
    #expect(try await scene.answers() == ["Closed: \(reason)."])
    #expect(try await scene.pull()["state"] == "closed")
    #expect(try await scene.head(aster) == nil)
    #expect(try await scene.openTitles() == ["Bump borage from 1.0.0 to 1.1.0"])
    #expect(try await scene.fake.violations().isEmpty)
  }

  @Test func `is closed if the update was merged elsewhere`() async throws {
    let scene = try await GitHubScene()
    _ = try await run(scene)
    let lock = try await scene.lock(on: "martlet/swift/borage")
    try await scene.push(["Package.resolved": lock])
    #expect(try await run(scene).contains("closed #2: the base branch already has 1.1.0"))
    #expect(try await scene.head("martlet/swift/borage") == nil)
  }
}
