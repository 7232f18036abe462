import HTTP
import JSON
import TestSupport
import Testing

/// What only pull requests on Gitea and Forgejo have, by the whole program.
@Suite(.needsFakeHost, .serialized)
struct `A pull request on Gitea and Forgejo` {
  @Test(arguments: HostScene.Host.giteas)
  func `has labels, and reactions for comments that were obeyed`(host: HostScene.Host) async throws
  {
    let scene = try await HostScene(host, "")
    try await scene.run()
    #expect(try await scene.pull()["labels"] == ["dependencies"])
    try await scene.report("build", "failure")
    try await scene.run()
    #expect(try await scene.pull()["labels"] == ["dependencies", "martlet: ci-failed"])
    try await scene.report("build", "success")
    try await scene.run()
    #expect(try await scene.pull()["labels"] == ["dependencies"])
    try await scene.push("README.md", "new\n")
    try await scene.say("@martlet rebase")
    try await scene.run()
    let marked = try await scene.pull()["comments"]?.array?.first { $0["user"] == "ann" }
    #expect(marked?["reactions"]?.array?.map { $0["content"] } == ["+1"])
    try await scene.expectOrder()
  }

  @Test func `waits for every check that matches a pattern`() async throws {
    let scene = try await HostScene(.gitea, protection: ["contexts": ["build", "ci/*"]])
    try await scene.run()
    try await scene.report("build", "success")
    #expect(try await scene.run().contains("CI is under way: ci/*"))
    try await scene.report("ci/test (push)", "warning")
    #expect(try await scene.run().contains("CI failed: ci/test (push) (warning)"))
    try await scene.report("ci/test (push)", "skipped")
    #expect(try await scene.run().contains("#1: merged"))
    try await scene.expectOrder()
  }

  @Test func `is rebuilt when the host refuses a head behind its base`() async throws {
    let scene = try await HostScene(
      .gitea, libraries: ["aster": ["1.0.0", "1.1.0"], "borage": ["1.0.0", "1.1.0"]],
      protection: ["contexts": ["build"], "strict": true])
    try await scene.run()
    for number in 1...2 { try await scene.report("build", "success", on: number) }
    try await scene.run()
    #expect(try await scene.pull(1)["merged"] == true)
    #expect(try await scene.pull(2)["merged"] == false)
    try await scene.report("build", "success", on: 2)
    try await scene.run()
    #expect(try await scene.pull(2)["merged"] == true)
    try await scene.expectOrder()
  }

  @Test func `waits for approvals and for rejections to be taken back`() async throws {
    let scene = try await HostScene(
      .forgejo,
      protection: ["contexts": ["build"], "approvals": 1, "block_on_rejected_reviews": true])
    try await scene.run()
    try await scene.report("build", "success")
    #expect(try await scene.run().contains("Does not have enough approvals"))
    try await scene.act([("request_changes", true)])
    #expect(try await scene.run().contains("ann requested changes"))
    try await scene.act([("approve", true)])
    #expect(try await scene.run().contains("#1: merged"))
    try await scene.expectOrder()
  }

  @Test func `is merged even if the host is slow to find conflicts`() async throws {
    let scene = try await HostScene(.gitea)
    try await scene.fake.control("limits", ["mergeable_lag": 3])
    try await scene.run()
    try await scene.report("build", "success")
    #expect(try await scene.run().contains("#1: merged"))
    try await scene.expectOrder()
  }

  @Test func `keeps the mark of a draft that a person set`() async throws {
    let scene = try await HostScene(.gitea)
    try await scene.run()
    try await scene.draft()
    try await scene.report("build", "success")
    #expect(try await scene.run().contains("it is a draft"))
    try await scene.fake.publish("aster", ["1.2.0"])
    try await scene.run()
    #expect(try await scene.pull()["title"] == "WIP: Bump aster from 1.0.0 to 1.2.0")
    try await scene.expectOrder()
  }

  @Test func `costs few requests`() async throws {
    let scene = try await HostScene(.gitea, "", protection: ["contexts": .null])
    let start = try await scene.requests()
    try await scene.run()
    let first = try await scene.requests() - start
    // Three of them are for the account and the list of repositories, once in a pass.
    #expect(first <= 13, "\(first) requests")
    try await scene.act([("merge", "squash")])
    for _ in 0..<2 { try await scene.run() }
    let before = try await scene.requests()
    try await scene.run()
    let unchanged = try await scene.requests() - before - 3
    #expect(unchanged <= 2, "\(unchanged) requests")
    print("requests: first pull request \(first - 3), unchanged repository \(unchanged)")
  }
}

extension HostScene {
  /// Marks the pull request as a draft, as a person does by its title.
  fileprivate func draft() async throws {
    let url = "\(fake.url)/api/v1/repos/acme/app/pulls/1"
    let body: Value = ["title": "WIP: Bump aster from 1.0.0 to 1.1.0"]
    let request = Request(
      .patch, url,
      headers: [
        "Content-Type": "application/json", "Authorization": "token gitea_token_fixed",
      ], body: Array(body.text(.compact).utf8))
    let answer = try await FakeHost.live.send(request)
    #expect(answer.status == 201)
  }

  /// Lets the repository use the library by its address on the fake itself.
  func moveLibraries() async throws {
    let files = try await fake.state("acme/app")["files"]?["main"]
    for path in ["Package.swift", "Package.resolved"] {
      let text = files?[path]?.string ?? ""
      try await push(path, text.replacing("https://github.com/", with: "\(fake.url)/"))
    }
  }
}
