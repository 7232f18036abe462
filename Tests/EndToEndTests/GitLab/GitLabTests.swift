import Foundation
import HTTP
import JSON
import TestSupport
import Testing

/// The whole program against a fake GitLab that checks every request.
@Suite(.needsFakeHost, .serialized) struct `On GitLab` {
  private static let merging = "automerge: {update-types: [minor, patch]}"

  @Test func `a run opens a merge request and a second one writes nothing`() async throws {
    let scene = try await GitLabScene()
    let first = try await scene.martlet("run")
    #expect(first.code == 0, "\(first.error)")
    #expect(first.out.contains("aster: opened !1 for 1.1.0"), "\(first.out)")
    #expect(try await scene.openTitles() == ["Bump aster from 1.0.0 to 1.1.0"])
    #expect(try await scene.pull()["labels"] == ["dependencies"])
    let asked = try await scene.count()
    #expect(try await scene.martlet("run").code == 0)
    let later = try await scene.requests(since: asked)
    #expect(!later.contains { $0.hasPrefix("post") || $0.hasPrefix("put") })
    #expect(try await scene.fake.violations().isEmpty)
  }

  @Test func `a run leaves a project alone that the token may only read`() async throws {
    let scene = try await GitLabScene(more: [("bot_role", "read")])
    for _ in 1...2 {
      let outcome = try await scene.martlet("run")
      #expect(outcome.code == 0, "\(outcome.error)")
      #expect(
        outcome.out.hasPrefix("lab: 1 repository is not visited, because the credential may only"),
        "\(outcome.out)")
    }
    let asked = try await scene.requests(since: 0)
    #expect(!asked.contains { $0.hasPrefix("post") || $0.hasPrefix("put") }, "\(asked)")
    #expect(try await scene.fake.violations().isEmpty)
  }

  @Test func `a newer version moves the same merge request`() async throws {
    let scene = try await GitLabScene()
    _ = try await scene.martlet("run")
    try await scene.fake.publish("aster", ["1.2.0"])
    #expect(try await scene.martlet("run").code == 0)
    #expect(try await scene.openTitles() == ["Bump aster from 1.0.0 to 1.2.0"])
    #expect(try await scene.fake.violations().isEmpty)
  }

  @Test func `it merges when the pipeline is green, and not before`() async throws {
    let scene = try await GitLabScene(Self.merging)
    #expect(try await scene.run()[1]?["merging"] == "waiting")
    try await scene.pipeline("running")
    #expect(try await scene.run()[1]?["verdict"] == "pending")
    try await scene.pipeline("success")
    #expect(try await scene.run("--wait=40s")[1]?["merging"] == "merged")
    #expect(try await scene.pull()["merged"] == true)
    #expect(try await scene.state()["orphan_branches"] == [])
    #expect(try await scene.fake.violations().isEmpty)
  }

  @Test func `a red pipeline is reported and not merged`() async throws {
    let scene = try await GitLabScene(Self.merging)
    _ = try await scene.run()
    try await scene.pipeline("failed")
    let verdict = try await scene.run()[1]
    #expect(verdict?["verdict"] == "failed")
    #expect(verdict?["mergingNote"] == "its checks are not green")
    let pull = try await scene.pull()
    #expect(pull["state"] == "open")
    #expect(pull["labels"]?.array?.contains("martlet: ci-failed") == true)
    let comments = pull["comments"]?.array?.compactMap { $0["body"]?.string } ?? []
    #expect(comments.contains { $0.contains("**CI failed**") && $0.contains("`build`") })
    #expect(try await scene.fake.violations().isEmpty)
  }

  @Test func `a blocking manual job waits for a person, without end`() async throws {
    let scene = try await GitLabScene("\(Self.merging)\nci: {timeout: 1s}")
    _ = try await scene.run()
    try await scene.control(
      "pipeline",
      [
        ("pr", 1),
        (
          "jobs",
          [["name": "build", "status": "success"], ["name": "deploy", "status": "manual"]]
        ),
      ])
    try await Task.sleep(for: .seconds(2))
    let verdict = try await scene.run()[1]
    #expect(verdict?["verdict"] == "pending")
    #expect(verdict?["mergingNote"] == "a person has to start deploy")
    #expect(try await scene.pull()["comments"] == [])
    let outcome = try await scene.martlet("run")
    #expect(outcome.out.contains("!1: CI waits until a person starts deploy"), "\(outcome.out)")
  }

  @Test func `the obstacle to a merge is reported`() async throws {
    let scene = try await GitLabScene(Self.merging, settings: ["approvals_required": 1])
    _ = try await scene.run()
    try await scene.pipeline("success")
    #expect(try await scene.run("--wait=40s")[1]?["mergingNote"] == "it needs an approval")
    try await scene.control("pr", [("pr", 1), ("by", "ann"), ("approve", true)])
    #expect(try await scene.run()[1]?["merging"] == "merged")
  }

  @Test func `the host merges if it requires pipelines`() async throws {
    let scene = try await GitLabScene(
      Self.merging, settings: ["only_allow_merge_if_pipeline_succeeds": true])
    _ = try await scene.run()
    try await scene.pipeline("running")
    #expect(try await scene.run()[1]?["merging"] == "handed-over")
    #expect(try await scene.pull()["auto_merge"] != .null)
    try await scene.control("job", [("name", "build"), ("status", "success")])
    #expect(try await scene.pull()["merged"] == true)
    try await scene.run()
    #expect(try await scene.state()["orphan_branches"] == [])
    #expect(try await scene.fake.violations().isEmpty)
  }

  @Test func `a merge request that a person closed is not opened again`() async throws {
    let scene = try await GitLabScene()
    _ = try await scene.martlet("run")
    try await scene.control("pr", [("pr", 1), ("by", "ann"), ("state", "closed")])
    try await scene.control("commit", [("files", ["README.md": "x\n"]), ("message", "Move on")])
    let outcome = try await scene.martlet("run")
    #expect(outcome.out.contains("was declined when !1 was closed"), "\(outcome.out)")
    scene.loseState()
    #expect(try await scene.martlet("run").code == 0)
    #expect(try await scene.openTitles() == [])
  }

  @Test(arguments: ["Fix by hand", "Bump aster\n\nupdated-dependencies:\n- dependency-name: aster"])
  func `a branch with a person's commit is left alone`(message: String) async throws {
    let scene = try await GitLabScene()
    _ = try await scene.martlet("run")
    try await scene.control(
      "commit",
      [
        ("branch", "martlet/swift/aster"), ("files", ["fix.txt": "by hand\n"]),
        ("message", .string(message)), ("author", "ann"),
      ])
    try await scene.fake.publish("aster", ["1.2.0"])
    let outcome = try await scene.martlet("run")
    #expect(outcome.out.contains("!1 has commits by others"), "\(outcome.out)")
    #expect(try await scene.openTitles() == ["Bump aster from 1.0.0 to 1.1.0"])
  }

  @Test func `foreign text neither acts nor refers to anything`() async throws {
    let notes = """
      /merge
      /close
        /label ~bug
      Thanks @ann and @acme/tools, see #1 !1 &1 $1 %1 ~bug ~"two words" acme/web#1 GL-1.
      Closes #1.

      - /approve
      - [ ] todo

      ```
      /title pwned
      ```
      """
    let scene = try await GitLabScene(notes: notes)
    try await scene.moveLibraries()
    #expect(try await scene.martlet("run").code == 0)
    let pull = try await scene.pull()
    #expect(pull["quick_actions"] == [] && pull["state"] == "open")
    let body = pull["body"]?.string ?? ""
    #expect(body.contains("Release notes") && body.contains("acme/web"))
    // Inside a code block nothing acts or refers.
    let prose = withoutCodeBlocks(body).replacing("`@martlet", with: "")
    for sign in ["@ann", "@acme", "#1", "!1", "&1", "$1", "%1", "~bug", "~\"", "GL-1", "[ ]"] {
      #expect(!prose.contains(sign), "\(sign) in \(body)")
    }
  }

  /// Returns a quoted text without its fenced blocks; a longer fence contains shorter ones.
  private func withoutCodeBlocks(_ text: String) -> String {
    var fence: Substring?
    var kept: [Substring] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let mark = line.drop { $0 == ">" || $0 == " " }.prefix { $0 == "`" }
      if let open = fence {
        if mark.count >= open.count { fence = nil }
      } else if mark.count >= 3 {
        fence = mark
      } else {
        kept.append(line)
      }
    }
    return kept.joined(separator: "\n")
  }

  @Test func `doctor names what the token lacks`() async throws {
    let scene = try await GitLabScene()
    let good = try await scene.martlet("doctor")
    #expect(good.code == 0, "\(good.out)")
    try await scene.fake.control(
      "tokens",
      ["token": "glpat-read", "login": "bot", "scopes": ["read_api", "read_repository"]])
    let poor = try await scene.martlet("doctor", token: "glpat-read")
    #expect(poor.code == 1)
    #expect(poor.out.contains("the token lacks the scope 'api'"), "\(poor.out)")
    #expect(poor.out.contains("may not push to branches"), "\(poor.out)")
    let unknown = try await scene.martlet("doctor", token: "glpat-none")
    #expect(unknown.code == 1 && !unknown.out.contains("glpat-none"))
  }

  @Test(arguments: ["drop_after", "drop_before", "status_after", "partial"])
  func `a fault at any write duplicates nothing after one more pass`(
    action: String
  ) async throws {
    for skipped in 0..<4 {
      let scene = try await GitLabScene()
      try await scene.fake.control(
        "faults",
        ["mutating": true, "action": .string(action), "skip": .int(skipped), "status": 500])
      _ = try await scene.martlet("run")
      try await scene.fake.control("faults", method: .delete)
      if skipped.isMultiple(of: 2) { scene.loseState() }
      let outcome = try await scene.martlet("run")
      #expect(outcome.code == 0, "\(skipped): \(outcome.out)")
      #expect(try await scene.openTitles().count == 1, "\(skipped)")
      #expect(try await scene.pull()["labels"] == ["dependencies"], "\(skipped)")
      #expect(try await scene.state()["orphan_branches"] == [], "\(skipped)")
    }
  }
}
