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

  /// Moves the clock of a fake, whose `Date` shows it, a minute on with each call.
  private func wait(_ fake: FakeHost) async throws {
    let ahead = try await fake.control("limits")["ahead"]?.int ?? 0
    try await fake.control("limits", ["dated": 1, "ahead": .int(ahead + 60)])
  }

  private func run(_ scene: GitLabScene) async throws -> [Int: Value] {
    try await wait(scene.fake)
    return try await scene.run()
  }

  /// The requests of a pass without a change, after one that has seen the last change, and one that has
  /// seen what martlet did then, such as switching auto-merge on.
  private func requests(_ scene: GitLabScene) async throws -> [String] {
    for _ in 0..<2 { _ = try await run(scene) }
    let before = try await scene.count()
    _ = try await run(scene)
    return try await scene.requests(since: before)
  }

  @Test(.slow) func `costs at most six on GitLab, and shows a change to the next pass`()
    async throws
  {
    let scene = try await GitLabScene(
      Self.merging, libraries: Self.libraries,
      settings: ["approvals_required": 1, "only_allow_merge_if_pipeline_succeeds": true])
    _ = try await run(scene)
    for number in 1...3 { try await scene.pipeline("running", on: number) }
    let running = try await requests(scene)
    #expect(running.count <= 6, "\(running)")
    try await scene.pipeline("failed", on: 1)
    #expect(try await run(scene)[1]?["verdict"] == "failed")
    for number in 1...3 { try await scene.pipeline("success", on: number) }
    _ = try await run(scene)
    let green = try await requests(scene)
    #expect(green.count <= 6, "\(green)")
    try await scene.control("pr", [("pr", 3), ("by", "ann"), ("approve", true)])
    #expect(try await run(scene)[3]?["merging"] == "merged")
    try await scene.say("@martlet close", on: 2)
    _ = try await run(scene)
    #expect(try await scene.openTitles().count == 1)
    #expect(try await scene.fake.violations().isEmpty)
  }

  @Test func `has the verdicts of pipelines that test GitLab's merge of it`() async throws {
    let scene = try await GitLabScene(
      libraries: Self.libraries,
      settings: ["merge_pipelines_enabled": true, "only_allow_merge_if_pipeline_succeeds": true])
    try await scene.fake.control("limits", ["premium": true])
    _ = try await run(scene)
    for (number, status) in [(1, "failed"), (2, "success"), (3, "running")] {
      try await scene.pipeline(status, on: number, ofMerge: true)
    }
    let reports = try await run(scene)
    #expect(reports.mapValues { $0["verdict"] } == [1: "failed", 2: "passed", 3: "pending"])
    #expect(try await scene.fake.violations().isEmpty)
  }

  private func run(_ scene: HostScene) async throws -> String {
    try await wait(scene.fake)
    return try await scene.run()
  }

  /// Counts without the requests for the account, the version and the lists of repositories.
  private func requests(_ scene: HostScene) async throws -> Int {
    _ = try await run(scene)
    let before = try await scene.requests()
    _ = try await run(scene)
    return try await scene.requests() - before - 4
  }

  @Test(.slow, arguments: [HostScene.Host.gitea, .forgejo])
  func `costs at most six on Gitea and Forgejo, and shows a change to the next pass`(
    host: HostScene.Host
  ) async throws {
    let scene = try await HostScene(
      host, Self.merging, libraries: Self.libraries,
      protection: ["contexts": ["build"], "approvals": 1])
    _ = try await run(scene)
    for number in 1...3 { try await scene.report("build", "pending", on: number) }
    #expect(try await requests(scene) <= 6)
    try await scene.report("build", "failure", on: 1)
    #expect(try await run(scene).contains("failed"))
    for number in 1...3 { try await scene.report("build", "success", on: number) }
    _ = try await run(scene)
    #expect(try await requests(scene) <= 6)
    try await scene.act([("approve", true)], on: 3)
    #expect(try await run(scene).contains("#3: merged"))
    try await scene.say("@martlet close", on: 2)
    _ = try await run(scene)
    #expect(try await scene.pull(2)["state"] == "closed")
    try await scene.fake.control(
      "settings", ["repo": "acme/app", "protection": ["contexts": ["build"]]])
    #expect(try await run(scene).contains("#1: merged"))
    #expect(try await scene.fake.violations() == [])
  }
}
