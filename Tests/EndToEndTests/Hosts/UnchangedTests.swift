import Foundation
import JSON
import TestSupport
import Testing

/// The API's requests about a repository with three open pull requests that wait for something.
@Suite(.needsFakeHost, .serialized) struct `An unchanged repository with three open pull requests` {
  private static let libraries = [
    "aster": ["1.0.0", "1.1.0"], "borage": ["1.0.0", "1.1.0"], "clover": ["1.0.0", "1.1.0"],
  ]
  private static let merging = "automerge: {update-types: [minor, patch]}"

  /// A project on GitLab whose merge requests have a pipeline of that status.
  private func gitLab(
    _ status: String, entry: String = "", settings: Value = [:]
  ) async throws -> GitLabScene {
    let scene = try await GitLabScene(entry, libraries: Self.libraries, settings: settings)
    try await scene.run()
    for number in 1...3 { try await scene.pipeline(status, on: number) }
    for _ in 0..<2 { try await scene.run() }
    return scene
  }

  private func requests(_ scene: GitLabScene) async throws -> Int {
    let before = try await scene.count()
    try await scene.run()
    return try await scene.requests(since: before).count
  }

  @Test(arguments: [
    ("running", 6), ("success", 3), ("failed", 3),
  ])
  func `costs at most six on GitLab`(status: String, expected: Int) async throws {
    let scene = try await gitLab(status)
    #expect(try await requests(scene) <= expected)
    #expect(try await scene.fake.violations().isEmpty)
  }

  @Test(arguments: [("running", 6), ("success", 3)])
  func `that are merged automatically costs no more on GitLab`(
    status: String, expected: Int
  ) async throws {
    let scene = try await gitLab(
      status, entry: Self.merging, settings: ["approvals_required": 1])
    #expect(try await requests(scene) <= expected)
    #expect(try await scene.openTitles().count == 3)
    #expect(try await scene.fake.violations().isEmpty)
  }

  @Test func `shows every change on GitLab to the next pass`() async throws {
    let scene = try await gitLab(
      "running", entry: Self.merging, settings: ["approvals_required": 1])
    try await scene.pipeline("failed", on: 1)
    try await scene.control("pr", [("pr", 2), ("by", "ann"), ("labels", ["martlet: hold"])])
    let first = try await scene.run()
    #expect(first[1]?["verdict"] == "failed")
    #expect(first[2]?["mergingNote"]?.string?.contains("martlet: hold") == true)
    #expect(first[3]?["merging"] == "waiting")
    try await scene.run()
    try await scene.control("pr", [("pr", 3), ("by", "ann"), ("approve", true)])
    try await scene.pipeline("success", on: 3)
    #expect(try await scene.run()[3]?["merging"] == "merged")
    try await scene.run()
    try await scene.say("@martlet close", on: 2)
    try await scene.run()
    #expect(try await scene.openTitles().count == 1)
    #expect(try await scene.fake.violations().isEmpty)
  }

  @Test func `is left by one whose branch a person deletes on GitLab`() async throws {
    let scene = try await gitLab("success")
    try await scene.control("delete-branch", [("branch", "martlet/swift/borage"), ("by", "ann")])
    try await scene.run()
    #expect(try await scene.openTitles().count == 2)
  }

  /// A repository on Gitea or Forgejo whose pull requests have a status of that state.
  private func gitea(
    _ host: HostScene.Host, _ state: String, entry: String, protection: Value
  ) async throws -> HostScene {
    let scene = try await HostScene(
      host, entry, libraries: Self.libraries, protection: protection)
    try await scene.run()
    for number in 1...3 { try await scene.report("build", state, on: number) }
    for _ in 0..<2 { try await scene.run() }
    return scene
  }

  /// The requests of a pass without those for the account, the version and the lists of repositories.
  private func requests(_ scene: HostScene) async throws -> Int {
    let before = try await scene.requests()
    try await scene.run()
    return try await scene.requests() - before - 4
  }

  @Test(arguments: HostScene.Host.giteas, ["pending", "success", "failure"])
  func `costs at most six on Gitea and Forgejo`(
    host: HostScene.Host, state: String
  ) async throws {
    let scene = try await gitea(
      host, state, entry: Self.merging, protection: ["contexts": ["build"], "approvals": 1])
    #expect(try await requests(scene) <= 6)
    try await scene.expectOrder()
  }

  @Test(arguments: HostScene.Host.giteas)
  func `shows every change on Gitea and Forgejo to the next pass`(
    host: HostScene.Host
  ) async throws {
    let scene = try await gitea(
      host, "pending", entry: Self.merging, protection: ["contexts": ["build"]])
    try await scene.report("build", "failure", on: 1)
    try await scene.act([("labels", ["martlet: hold"])], on: 2)
    let first = try await scene.run()
    #expect(first.contains("martlet: hold"), "\(first)")
    #expect(first.contains("#1"), "\(first)")
    try await scene.run()
    try await scene.report("build", "success", on: 3)
    #expect(try await scene.run().contains("#3: merged"))
    try await scene.say("@martlet close", on: 2)
    try await scene.run()
    #expect(try await scene.pull(2)["state"] == "closed")
    #expect(try await scene.fake.violations() == [])
  }

  @Test func `notices that its base demands less`() async throws {
    let scene = try await gitea(
      .gitea, "success", entry: Self.merging, protection: ["contexts": ["build", "lint"]])
    #expect(try await scene.pull(1)["merged"] != true)
    try await scene.fake.control(
      "settings", ["repo": "acme/app", "protection": ["contexts": ["build"]]])
    #expect(try await scene.run().contains("merged"))
  }
}
