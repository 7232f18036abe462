import Foundation
import JSON
import TestSupport
import Testing

/// Differences of GitLab and its projects from other hosts.
@Suite(.needsFakeHost, .serialized) struct `A project on GitLab` {
  private static let merging = "automerge: {update-types: [minor, patch]}"

  private func deleteBranch(_ scene: GitLabScene) async throws {
    try await scene.control("delete-branch", [("branch", "martlet/swift/aster"), ("by", "ann")])
  }

  @Test func `a deleted branch declines the version, with the state and without`() async throws {
    let scene = try await GitLabScene()
    _ = try await scene.martlet("run")
    try await deleteBranch(scene)
    let outcome = try await scene.martlet("run")
    #expect(outcome.out.contains("1.1.0 was declined when !1 was closed"), "\(outcome.out)")
    #expect(try await scene.pull()["state"] == "closed")
    for _ in 1...2 {
      scene.loseState()
      #expect(try await scene.martlet("run").code == 0)
      #expect(try await scene.openTitles() == [])
    }
    #expect(try await scene.pull()["comments"]?.array?.count == 1)
    try await scene.fake.publish("aster", ["1.2.0"])
    _ = try await scene.martlet("run")
    #expect(try await scene.openTitles() == ["Bump aster from 1.0.0 to 1.2.0"])
    #expect(try await scene.state()["orphan_branches"] == [])
    #expect(try await scene.fake.violations().isEmpty)
  }

  @Test func `a merge request that a person reopens gets its branch back`() async throws {
    let scene = try await GitLabScene()
    _ = try await scene.martlet("run")
    try await scene.say("@martlet ignore this dependency")
    _ = try await scene.martlet("run")
    #expect(try await scene.pull()["state"] == "closed")
    try await scene.control("pr", [("pr", 1), ("by", "ann"), ("state", "open")])
    let outcome = try await scene.martlet("run")
    #expect(!outcome.out.contains("declined"), "\(outcome.out)")
    #expect(try await scene.openTitles() == ["Bump aster from 1.0.0 to 1.1.0"])
    #expect(try await scene.state()["branches"]?["martlet/swift/aster"] != nil)
    try await deleteBranch(scene)
    #expect(try await scene.martlet("run").out.contains("1.1.0 was declined when !1 was closed"))
    #expect(try await scene.fake.violations().isEmpty)
  }

  @Test func `a merge request that a train dropped says so, and is added again with a new head`()
    async throws
  {
    let scene = try await GitLabScene(Self.merging, settings: ["merge_trains_enabled": true])
    try await scene.fake.control("limits", ["premium": true])
    _ = try await scene.martlet("run")
    try await scene.pipeline("success")
    #expect(try await scene.run("--wait=40s")[1]?["merging"] == "handed-over")
    #expect(try await scene.run()[1]?["merging"] == "handed-over")
    try await scene.control("train", [("pr", 1), ("result", "failed")])
    for _ in 1...2 {
      let status = try await scene.run()[1]
      #expect(status?["merging"] == "dropped")
      #expect(status?["mergingNote"] == "the merge queue removed it; a new commit is added again")
    }
    #expect(try await scene.state()["merge_train"] == [])
    try await scene.fake.publish("aster", ["1.2.0"])
    _ = try await scene.martlet("run")
    try await scene.pipeline("success")
    #expect(try await scene.run("--wait=40s")[1]?["merging"] == "handed-over")
    #expect(try await scene.state()["merge_train"] == [1])
    #expect(try await scene.fake.violations().isEmpty)
  }

  @Test func `a merge that GitLab makes later says what it waits for`() async throws {
    let scene = try await GitLabScene(
      Self.merging,
      settings: ["only_allow_merge_if_pipeline_succeeds": true, "approvals_required": 1])
    _ = try await scene.martlet("run")
    try await scene.pipeline("success")
    let start = "the forge merges it when its rules are met"
    _ = try await scene.run("--wait=40s")
    #expect(try await scene.run()[1]?["mergingNote"]?.string == "\(start): it needs an approval")
    try await scene.control("pr", [("pr", 1), ("by", "ann"), ("approve", true)])
    _ = try await scene.run()
    #expect(try await scene.pull()["merged"] == true)
    #expect(try await scene.fake.violations().isEmpty)
  }

  @Test func `a merge request is opened with its labels by one request`() async throws {
    let scene = try await GitLabScene("labels: [bug]")
    _ = try await scene.martlet("run")
    #expect(try await scene.pull()["labels"] == ["bug"])
    let writes = try await scene.requests().filter { !$0.hasPrefix("get") }
    #expect(writes == ["postIdMergeRequests"])
    #expect(try await scene.fake.violations().isEmpty)
  }

  @Test func `a refused push is reported in the host's words`() async throws {
    let scene = try await GitLabScene(
      settings: ["protected_branches": ["main", "martlet/swift/aster"]])
    let outcome = try await scene.martlet("run")
    #expect(outcome.code == 1)
    #expect(
      outcome.out.contains("hook declined: You are not allowed to push code to protected branches"),
      "\(outcome.out)")
    #expect(try await scene.state()["prs"] == [])
  }

  @Test func `a project without merge requests is skipped`() async throws {
    let scene = try await GitLabScene(settings: ["merge_requests_enabled": false])
    #expect(try await scene.martlet("run").code == 0)
    let file = try scene.folder.read("martlet.yml")
    try scene.folder.write(
      file.replacing("[acme/**]", with: "[\(GitLabScene.project)]"), to: "martlet.yml")
    let outcome = try await scene.martlet("run")
    #expect(outcome.out.contains("merge requests are switched off in acme/tools/app"))
    #expect(try await scene.state()["orphan_branches"] == [])
  }

  @Test func `an unknown milestone or assignee doesn't prevent the update`() async throws {
    let scene = try await GitLabScene(
      "milestone: 99\nassignees: [nobody1, ann]\nreviewers: [nobody1]")
    let outcome = try await scene.martlet("run")
    #expect(outcome.code == 0 && outcome.out.contains("opened !1"), "\(outcome.out)")
    #expect(try await scene.pull()["assignees"] == ["ann"])
    #expect(try await scene.martlet("run").out.contains("!1 proposes 1.1.0"))
    #expect(try await scene.fake.violations().isEmpty)
  }

  @Test func `a green pipeline merges immediately if one must succeed`() async throws {
    let scene = try await GitLabScene(
      Self.merging, libraries: ["aster": ["1.0.0", "1.1.0"], "borage": ["1.0.0", "1.1.0"]],
      settings: ["only_allow_merge_if_pipeline_succeeds": true, "merge_method": "rebase_merge"])
    _ = try await scene.run()
    for number in 1...2 { try await scene.pipeline("success", on: number) }
    let first = try await scene.run()
    #expect(first[1]?["merging"] == "merged" && first[2]?["merging"] != "merged")
    _ = try await scene.run()
    try await scene.pipeline("success", on: 2)
    #expect(try await scene.run()[2]?["merging"] == "merged")
    #expect(try await scene.state()["orphan_branches"] == [])
    #expect(try await scene.fake.violations().isEmpty)
  }

  @Test func `a skipped pipeline waits for a person if one must succeed`() async throws {
    let scene = try await GitLabScene(
      Self.merging, settings: ["only_allow_merge_if_pipeline_succeeds": true])
    _ = try await scene.run()
    try await scene.pipeline("skipped")
    let verdict = try await scene.run()[1]
    #expect(verdict?["verdict"] == "pending")
    #expect(verdict?["mergingNote"] == "a person has to start pipeline")
  }
}

extension GitLabScene {
  /// Lets the project use its libraries by their addresses on the fake itself, which has their notes.
  func moveLibraries() async throws {
    let files = try await state()["files"]?["main"]
    var moved = Object()
    for path in ["Package.swift", "Package.resolved"] {
      let text = files?[path]?.string ?? ""
      moved[path] = .string(text.replacing("https://github.com/", with: "\(fake.url)/"))
    }
    try await control("commit", [("files", .object(moved)), ("message", "Move")])
  }
}
