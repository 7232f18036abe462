import Foundation
import HTTP
import JSON
import TestSupport
import Testing

/// The whole program with verdicts of CI and merges that wait for them.
@Suite(.needsFakeHost, .serialized) struct `Checks on GitHub` {
  private static let merging = "automerge: {update-types: [minor, patch], method: squash}"

  @Test func `a red check is reported once, by a comment and a label, until it is green`()
    async throws
  {
    let scene = try await ChecksScene(required: ["build"])
    try await scene.martlet("run")
    #expect(try await scene.run()[1]?["verdict"] == "pending")
    #expect(try await scene.comments() == [])
    try await scene.check("build", "failure")
    #expect(try await scene.run()[1]?["verdict"] == "failed")
    #expect(try await scene.labels().contains("martlet: ci-failed"))
    let told = try await scene.comments()
    #expect(told.count == 1)
    #expect(told.first?.contains("**CI failed**") == true)
    #expect(told.first?.contains("[`build`](<\(scene.fake.url)>) | failure") == true, "\(told)")

    let before = try await scene.requests()
    #expect(try await scene.run()[1]?["verdict"] == "failed")
    #expect(try await scene.writes(since: before) == [])

    // A rerun that turns green; the state is lost meanwhile.
    scene.loseState()
    try await scene.check("build", "success")
    try await scene.martlet("run")
    #expect(try await scene.run()[1]?["verdict"] == "passed")
    #expect(try await !scene.labels().contains("martlet: ci-failed"))
    let after = try await scene.comments()
    #expect(after.count == 1)
    #expect(after.first?.contains("**CI passed**") == true)
    #expect(try await scene.fake.violations().isEmpty)
  }

  @Test func `a settled verdict costs no request, and a waiting one conditional ones`()
    async throws
  {
    let scene = try await ChecksScene(required: ["build"])
    for _ in 1...3 { try await scene.martlet("run") }
    let pending = try await scene.requests()
    try await scene.martlet("run")
    let asked = try await scene.ofRepository(since: pending)
    #expect(
      asked.allSatisfy { $0["conditional_hit"] == true }, "\(asked.map { $0["op"]?.string ?? "" })")
    #expect(asked.count <= 7)
    try await scene.check("build", "success")
    try await scene.martlet("run")
    let settled = try await scene.requests()
    try await scene.martlet("run")
    // The base, and the activity of people.
    #expect(try await scene.ofRepository(since: settled).count == 2)
  }

  @Test func `a required check that starts late is waited for`() async throws {
    let scene = try await ChecksScene(required: ["build", "e2e"])
    try await scene.martlet("run")
    try await scene.check("build", "success")
    let verdict = try await scene.run()[1]
    #expect(verdict?["verdict"] == "pending")
    #expect(verdict?["checks"]?.array?.first?["name"] == "e2e")
    try await scene.check("e2e", "success")
    #expect(try await scene.run()[1]?["verdict"] == "passed")
    #expect(try await scene.comments() == [])
  }

  @Test func `a check that never starts counts as failed after the timeout`() async throws {
    let scene = try await ChecksScene("ci: {timeout: 2s, required: [build]}")
    let outcome = try await scene.martlet("run", "--wait")
    #expect(outcome.code == 1)
    #expect(outcome.out.contains("#1: CI timed out: nothing of build"), "\(outcome.out)")
    #expect(try await scene.labels().contains("martlet: ci-failed"))
    #expect(try await scene.comments().first?.contains("**CI timed out**") == true)
  }

  @Test(arguments: [("success", Int32(0)), ("failure", Int32(1))])
  func `a run that waits exits by the verdict`(conclusion: String, code: Int32) async throws {
    let scene = try await ChecksScene(required: ["build"])
    try await scene.martlet("run")
    try await scene.fake.control(
      "check", ["repo": "acme/app", "pr": 1, "name": "build", "status": "in_progress"])
    let before = try await scene.requests()
    async let outcome = scene.martlet("run", "--wait=1h")
    // The run must have read the checks once before the check ends.
    try await eventually { try await scene.hasRead("checks/list-for-ref", since: before) }
    try await scene.check("build", conclusion)
    #expect(try await outcome.code == code)
  }

  @Test func `nothing merges without being configured`() async throws {
    let scene = try await ChecksScene(
      Self.merging, required: ["build"], libraries: ["clover"])
    try await scene.martlet("run")
    try await scene.check("build", "success")
    let verdict = try await scene.run()[1]
    #expect(verdict?["verdict"] == "passed")
    #expect(verdict?["merging"] == "unwanted")
    #expect(try await scene.pull()["merged"] == false)
  }

  @Test func `a green update merges by its commit, and its branch is deleted`() async throws {
    let scene = try await ChecksScene(Self.merging, required: ["build"])
    let first = try await scene.run()[1]
    #expect(first?["merging"] == "waiting")
    try await scene.check("build", "success")
    #expect(try await scene.run()[1]?["merging"] == "merged")
    #expect(try await scene.pull()["merged_by"] == "bot")
    #expect(try await scene.branches() == ["main"])
    let before = try await scene.requests()
    try await scene.martlet("run")
    #expect(try await scene.writes(since: before) == [])
    #expect(try await scene.fake.violations().isEmpty)
  }

  @Test func `a red update does not merge`() async throws {
    let scene = try await ChecksScene(Self.merging, required: ["build"])
    try await scene.martlet("run")
    try await scene.check("build", "failure")
    #expect(try await scene.run()[1]?["mergingNote"] == "its checks are not green")
    #expect(try await scene.pull()["merged"] == false)
  }

  @Test func `the host merges if the repository allows auto-merge`() async throws {
    let scene = try await ChecksScene(
      Self.merging, required: ["build"], allowsAutoMerge: true)
    #expect(try await scene.run()[1]?["merging"] == "handed-over")
    #expect(try await scene.pull()["auto_merge"] == "squash")
    try await scene.check("build", "success")
    #expect(try await scene.pull()["merged"] == true)
    try await scene.martlet("run")
    #expect(try await scene.branches() == ["main"])
    #expect(try await scene.fake.violations().isEmpty)
  }

  @Test func `auto-merge is not used if the host would wait for less than the file requires`()
    async throws
  {
    let scene = try await ChecksScene(
      "\(Self.merging)\nci: {required: [build, lint]}", required: ["build"],
      allowsAutoMerge: true)
    try await scene.martlet("run")
    #expect(try await scene.pull()["auto_merge"] == .null)
    try await scene.check("build", "success")
    try await scene.martlet("run")
    #expect(try await scene.pull()["merged"] == false)
    try await scene.check("lint", "success")
    #expect(try await scene.run()[1]?["merging"] == "merged")
  }

  @Test(arguments: [false, true])
  func `a person's push prevents the merge`(allowsAutoMerge: Bool) async throws {
    let scene = try await ChecksScene(
      Self.merging, required: ["build"], allowsAutoMerge: allowsAutoMerge)
    try await scene.martlet("run")
    try await scene.fake.control(
      "commit",
      [
        "repo": "acme/app", "branch": "martlet/swift/aster", "files": ["fix.txt": "by hand\n"],
        "message": "Fix what the update broke",
      ])
    if !allowsAutoMerge { try await scene.check("build", "success") }
    let verdict = try await scene.run()[1]
    #expect(verdict?["mergingNote"] == "its branch has commits by others")
    if allowsAutoMerge { try await scene.check("build", "success") }
    try await scene.martlet("run")
    #expect(try await scene.pull()["merged"] == false)
  }

  @Test func `a person can disable auto-merge`() async throws {
    let scene = try await ChecksScene(
      Self.merging, required: ["build"], allowsAutoMerge: true)
    try await scene.martlet("run")
    try await scene.switchAutoMergeOff()
    #expect(try await scene.run()[1]?["merging"] == "stopped")
    try await scene.check("build", "success")
    try await scene.martlet("run")
    #expect(try await scene.pull()["merged"] == false)
  }

  @Test func `auto-merge is disabled before the branch moves to a newer version`() async throws {
    let scene = try await ChecksScene(
      Self.merging, required: ["build"], allowsAutoMerge: true)
    try await scene.martlet("run")
    try await scene.publish("aster", "2.0.0")
    let verdict = try await scene.run()[1]
    #expect(verdict?["merging"] == "unwanted")
    #expect(try await scene.pull()["auto_merge"] == .null)
    #expect(try await scene.pull()["title"] == "Bump aster from 1.0.0 to 2.0.0")
    let moves = ["graphql", "git:git-receive-pack"]
    let order = try await scene.writes().filter { moves.contains($0) }
    #expect(order == ["graphql", "graphql", "git:git-receive-pack"])
  }

  @Test(arguments: ["drop_after", "status_after", "bad_json"])
  func `a lost response to the merge is looked up`(action: String) async throws {
    let scene = try await ChecksScene(Self.merging, required: ["build"])
    try await scene.martlet("run")
    try await scene.check("build", "success")
    try await scene.fake.fault("pulls/merge", action, [("status", 500)])
    #expect(try await scene.run()[1]?["merging"] == "merged")
    #expect(try await scene.writes().filter { $0 == "pulls/merge" }.count == 1)
    #expect(try await scene.branches() == ["main"])
  }

  @Test func `a push between the verdict and the merge is not merged`() async throws {
    let scene = try await ChecksScene(Self.merging, required: ["build"])
    try await scene.martlet("run")
    try await scene.check("build", "success")
    let latch = Latch()
    scene.line.set(.held(latch), at: "PUT /api/v3/repos/acme/app/pulls/1/merge")
    async let ended = scene.run()[1]
    await scene.line.breaks()
    try await scene.fake.control(
      "commit",
      [
        "repo": "acme/app", "branch": "martlet/swift/aster", "files": ["fix.txt": "by hand\n"],
        "message": "Fix what the update broke",
      ])
    latch.open()
    #expect(try await ended?["mergingNote"] == "its branch moved before the merge")
    #expect(try await scene.run()[1]?["mergingNote"] == "its branch has commits by others")
    #expect(try await scene.pull()["merged"] == false)
    #expect(try await scene.fake.violations().isEmpty)
  }

  @Test func `all green ones merge, one after the other`() async throws {
    let scene = try await ChecksScene(
      Self.merging, required: ["build"], libraries: ["aster", "borage"])
    try await scene.martlet("run")
    for number in 1...2 { try await scene.check("build", "success", on: number) }
    try await scene.martlet("run")
    for number in 1...2 { #expect(try await scene.pull(number)["merged"] == true) }
    #expect(try await scene.branches() == ["main"])
    try await scene.martlet("run")
    let file = try await scene.fake.state("acme/app")["files"]?["main"]?["Package.resolved"]
    #expect(file?.string?.contains("1.1.0") == true)
    #expect(file?.string?.contains("1.0.1") == true)
  }
}

extension ChecksScene {
  /// Returns the requests to the repository's API.
  fileprivate func ofRepository(since: Int) async throws -> [Value] {
    try await fake.control("requests?since=\(since)").array?.filter {
      $0["path"]?.string?.contains("/repos/acme/app") == true
    } ?? []
  }

  fileprivate func hasRead(_ operation: String, since: Int) async throws -> Bool {
    try await fake.control("requests?since=\(since)").array?.contains {
      $0["op"]?.string == operation
    } ?? false
  }

  fileprivate func publish(_ name: String, _ version: String) async throws {
    try await fake.control(
      "upstream",
      [
        "full_name": .string("birds/\(name)"),
        "versions": [["version": .string(version), "date": "2026-01-02T00:00:00Z"]],
      ])
  }

  /// Disables auto-merge as a person does on the page of a pull request.
  fileprivate func switchAutoMergeOff() async throws {
    let pull = try await person(.get, "/repos/acme/app/pulls/1")
    let node = pull["node_id"]?.string ?? ""
    let answer = try await person(
      .post, "/graphql",
      [
        "query": "mutation($input: I!) { disablePullRequestAutoMerge(input: $input) { id } }",
        "variables": ["input": ["pullRequestId": .string(node)]],
      ])
    #expect(answer["errors"] == nil)
  }

  private func person(
    _ method: Request.Method, _ path: String, _ body: Value? = nil
  ) async throws -> Value {
    let headers: Headers = [
      "Authorization": "Bearer github_pat_fixed", "User-Agent": "ann",
      "X-GitHub-Api-Version": "2022-11-28",
    ]
    let response = try await FakeHost.live.send(
      Request(
        method, fake.url + path, headers: headers,
        body: body.map { Array($0.text(.compact).utf8) }))
    return try Document(response.body, named: path).root.value
  }
}
