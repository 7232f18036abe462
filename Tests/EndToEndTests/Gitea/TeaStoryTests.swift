import Foundation
import HTTP
import JSON
import TestSupport
import Testing

/// Pull requests on a fake Gitea and Forgejo, by the whole program.
@Suite(.needsFakeHost, .serialized)
struct `A pull request on Gitea and Forgejo` {
  @Test(arguments: TeaScene.Host.allCases)
  func `is merged once it is green`(host: TeaScene.Host) async throws {
    let scene = try await TeaScene(host)
    #expect(try await scene.run().contains("aster: opened #1 for 1.1.0"))
    #expect(try await scene.pull()["labels"] == ["dependencies"])
    try await scene.report("build", "pending")
    try await scene.run()
    #expect(try await scene.pull()["merged"] == false)
    try await scene.report("build", "success")
    #expect(try await scene.run().contains("#1: merged"))
    #expect(try await scene.pull()["merged"] == true)
    #expect(try await scene.head() == nil)
    #expect(try await scene.run().contains("everything is up to date"))
    try await scene.expectOrder()
  }

  @Test(arguments: TeaScene.Host.allCases)
  func `is not merged while it is red`(host: TeaScene.Host) async throws {
    let scene = try await TeaScene(host)
    try await scene.run()
    try await scene.report("build", "failure")
    #expect(try await scene.run().contains("CI failed: build"))
    #expect(try await scene.pull()["merged"] == false)
    #expect(try await scene.pull()["labels"] == ["dependencies", "martlet: ci-failed"])
    #expect(try await scene.pull()["comments"]?.array?.count == 1)
    try await scene.report("build", "success")
    try await scene.run()
    #expect(try await scene.pull()["merged"] == true)
    #expect(try await scene.pull()["labels"] == ["dependencies"])
    #expect(try await scene.pull()["comments"]?.array?.count == 1)
    try await scene.expectOrder()
  }

  @Test func `waits for every check that matches a pattern`() async throws {
    let scene = try await TeaScene(.gitea, protection: ["contexts": ["build", "ci/*"]])
    try await scene.run()
    try await scene.report("build", "success")
    #expect(try await scene.run().contains("CI is under way: ci/*"))
    try await scene.report("ci/test (push)", "warning")
    #expect(try await scene.run().contains("CI failed: ci/test (push) (warning)"))
    try await scene.report("ci/test (push)", "skipped")
    #expect(try await scene.run().contains("#1: merged"))
    try await scene.expectOrder()
  }

  @Test(arguments: TeaScene.Host.allCases)
  func `with a person's commit is left alone`(host: TeaScene.Host) async throws {
    let scene = try await TeaScene(host)
    try await scene.run()
    try await scene.push("mine.txt", "mine\n", to: "martlet/swift/aster")
    let head = try await scene.head()
    try await scene.hub.publish("aster", ["1.2.0"])
    try await scene.report("build", "success")
    #expect(try await scene.run().contains("commits by others"))
    #expect(try await scene.head() == head)
    #expect(try await scene.pull()["merged"] == false)
    try await scene.expectOrder()
  }

  @Test(arguments: [true, false])
  func `that a person closed is declined, with its state and without`(
    isBranchDeleted: Bool
  ) async throws {
    let scene = try await TeaScene(.gitea)
    try await scene.run()
    if isBranchDeleted {
      // The host closes the pull request of a deleted branch.
      try await scene.hub.control(
        "delete-branch", ["repo": "acme/app", "branch": "martlet/swift/aster", "by": "ann"])
    } else {
      try await scene.act([("state", "closed")])
    }
    #expect(try await scene.run().contains("1.1.0 was declined when #1 was closed"))
    for end in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: scene.folder.path + "/martlet.db" + end)
    }
    try await scene.run()
    #expect(try await scene.pulls().count == 1)
    try await scene.hub.publish("aster", ["1.2.0"])
    try await scene.run()
    #expect(try await scene.pulls().count == 2)
    #expect(try await scene.hub.violations() == [])
  }

  @Test(arguments: TeaScene.Host.allCases)
  func `obeys comments of people with write access`(host: TeaScene.Host) async throws {
    let scene = try await TeaScene(host, "")
    try await scene.run()
    try await scene.say("@martlet ignore this dependency", by: "eve")
    try await scene.run()
    #expect(try await scene.pull()["state"] == "open")
    let head = try await scene.head()
    try await scene.push("README.md", "new\n")
    try await scene.say("@martlet rebase")
    try await scene.run()
    #expect(try await scene.head() != head)
    let marked = try await scene.pull()["comments"]?.array?.first { $0["user"] == "ann" }
    #expect(marked?["reactions"]?.array?.map { $0["content"] } == ["+1"])
    try await scene.say("@martlet ignore this dependency")
    try await scene.run()
    #expect(try await scene.pull()["state"] == "closed")
    try await scene.run()
    #expect(try await scene.pulls().count == 1)
    #expect(try await scene.hub.violations() == [])
  }

  @Test func `is rebuilt when it conflicts with its base`() async throws {
    let scene = try await TeaScene(.gitea, "")
    try await scene.run()
    let head = try await scene.head()
    let lock = try await scene.hub.state("acme/app")["files"]?["main"]?["Package.resolved"]?.string
    let edited = (lock ?? "").replacing(#""revision" : ""#, with: #""revision" :  ""#)
    try await scene.push("Package.resolved", edited)
    try await scene.run()
    #expect(try await scene.head() != head)
    #expect(try await scene.pull()["mergeable"] == true)
    try await scene.expectOrder()
  }

  @Test func `is rebuilt when the host refuses a head behind its base`() async throws {
    let scene = try await TeaScene(
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
    let scene = try await TeaScene(
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
    let scene = try await TeaScene(.gitea)
    try await scene.hub.control("limits", ["mergeable_lag": 3])
    try await scene.run()
    try await scene.report("build", "success")
    #expect(try await scene.run().contains("#1: merged"))
    try await scene.expectOrder()
  }

  @Test func `keeps the mark of a draft that a person set`() async throws {
    let scene = try await TeaScene(.gitea)
    try await scene.run()
    try await scene.draft()
    try await scene.report("build", "success")
    #expect(try await scene.run().contains("it is a draft"))
    try await scene.hub.publish("aster", ["1.2.0"])
    try await scene.run()
    #expect(try await scene.pull()["title"] == "WIP: Bump aster from 1.0.0 to 1.2.0")
    try await scene.expectOrder()
  }

  @Test func `costs few requests`() async throws {
    let scene = try await TeaScene(.gitea, "", protection: ["contexts": .null])
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

extension TeaScene {
  /// Marks the pull request as a draft, as a person does by its title.
  fileprivate func draft() async throws {
    let url = "\(hub.url)/api/v1/repos/acme/app/pulls/1"
    let body: Value = ["title": "WIP: Bump aster from 1.0.0 to 1.1.0"]
    let request = Request(
      .patch, url,
      headers: [
        "Content-Type": "application/json", "Authorization": "token gitea_token_fixed",
      ], body: Array(body.text(.compact).utf8))
    let answer = try await FakeHub.live.send(request)
    #expect(answer.status == 201)
  }

  /// Lets the repository use the library by its address on the fake itself.
  func moveLibraries() async throws {
    let files = try await hub.state("acme/app")["files"]?["main"]
    for path in ["Package.swift", "Package.resolved"] {
      let text = files?[path]?.string ?? ""
      try await push(path, text.replacing("https://github.com/", with: "\(hub.url)/"))
    }
  }
}
