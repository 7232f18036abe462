import Foundation
import JSON
import TestSupport
import Testing

/// Pull requests on a fake Azure DevOps, by the whole program.
@Suite(.needsFakeHost, .serialized)
struct `A pull request on Azure DevOps` {
  @Test func `is merged once it is green`() async throws {
    let scene = try await AzureScene()
    #expect(try await scene.run().contains("aster: opened !1 for 1.1.0"))
    try await scene.report("build", "pending")
    try await scene.run()
    #expect(try await scene.pull()["merged"] == false)
    try await scene.report("build", "success")
    #expect(try await scene.run().contains("!1: merged"))
    #expect(try await scene.pull()["merged"] == true)
    #expect(try await scene.head() == nil)
    #expect(try await scene.run().contains("everything is up to date"))
    try await scene.expectOrder()
  }

  @Test func `is not merged while it is red, which one comment says`() async throws {
    let scene = try await AzureScene()
    try await scene.run()
    try await scene.report("build", "failure")
    #expect(try await scene.run().contains("CI failed: build"))
    #expect(try await scene.pull()["merged"] == false)
    let comment = try await scene.pull()["comments"]?.array?.first?["body"]?.string ?? ""
    #expect(comment.hasPrefix("[//]: # (martlet-ci)\n\n**CI failed**"), "\(comment)")
    #expect(!comment.contains("label"))
    try await scene.report("build", "success")
    try await scene.run()
    #expect(try await scene.pull()["merged"] == true)
    #expect(try await scene.pull()["comments"]?.array?.count == 1)
    try await scene.expectOrder()
  }

  @Test func `with a person's commit is left alone`() async throws {
    let scene = try await AzureScene()
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

  @Test func `is updated in place to a newer version`() async throws {
    let scene = try await AzureScene("reviewers: [ann]")
    try await scene.run()
    try await scene.hub.publish("aster", ["1.2.0"])
    try await scene.run()
    #expect(try await scene.pull()["title"] == "Bump aster from 1.0.0 to 1.2.0")
    #expect(try await scene.pull()["reviewers"] == ["ann"])
    #expect(try await scene.pulls().count == 1)
    try await scene.expectOrder()
  }

  @Test(arguments: [true, false])
  func `that a person declined stays declined, with the state and without`(
    isBranchDeleted: Bool
  ) async throws {
    let scene = try await AzureScene()
    try await scene.run()
    if isBranchDeleted {
      try await scene.hub.control(
        "delete-branch", ["repo": "acme/app", "branch": "martlet/swift/aster", "by": "ann"])
    } else {
      try await scene.act([("state", "closed")])
    }
    #expect(try await scene.run().contains("1.1.0 was declined when !1 was closed"))
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

  @Test func `obeys comments of people with write access, and answers them`() async throws {
    let scene = try await AzureScene("")
    try await scene.run()
    try await scene.say("@martlet ignore this dependency", by: "eve")
    try await scene.run()
    #expect(try await scene.pull()["state"] == "open")
    let head = try await scene.head()
    try await scene.push("README.md", "new\n")
    try await scene.say("@martlet rebase")
    try await scene.run()
    #expect(try await scene.head() != head)
    try await scene.say("@martlet ignore this dependency")
    try await scene.run()
    #expect(try await scene.pull()["state"] == "closed")
    let texts = try await scene.pull()["comments"]?.array?.compactMap { $0["body"]?.string } ?? []
    #expect(!texts.contains { $0.contains("<!--") }, "\(texts)")
    // The answers have the ignored dependency if the state is lost.
    for end in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: scene.folder.path + "/martlet.db" + end)
    }
    try await scene.run()
    #expect(try await scene.pulls().count == 1)
    #expect(try await scene.hub.violations() == [])
  }

  @Test func `is rebuilt when it conflicts with its base`() async throws {
    let scene = try await AzureScene("")
    try await scene.run()
    let head = try await scene.head()
    let lock = try await scene.hub.state("acme/app")["files"]?["main"]?["Package.resolved"]?.string
    let edited = (lock ?? "").replacing(#""revision" : ""#, with: #""revision" :  ""#)
    try await scene.push("Package.resolved", edited)
    try await scene.run()
    #expect(try await scene.head() != head)
    try await scene.expectOrder()
  }

  @Test func `waits for approvals and for objections to be taken back`() async throws {
    let scene = try await AzureScene(protection: ["contexts": ["build"], "approvals": 1])
    try await scene.run()
    try await scene.report("build", "success")
    #expect(try await scene.run().contains("the policy 'Minimum number of reviewers' is running"))
    try await scene.act([("request_changes", true)])
    #expect(try await scene.run().contains("ann requested changes"))
    try await scene.act([("approve", true)])
    #expect(try await scene.run().contains("!1: merged"))
    try await scene.expectOrder()
  }

  @Test func `is merged by a strategy that the branch allows`() async throws {
    let scene = try await AzureScene(
      "automerge: {update-types: [minor], method: squash}",
      [("settings", ["strategies": ["merge"]])])
    try await scene.run()
    try await scene.report("build", "success")
    #expect(try await scene.run().contains("does not allow the method 'squash'"))
    #expect(try await scene.pull()["merged"] == false)
    try await scene.expectOrder()
  }

  @Test func `has the updates of a group`() async throws {
    let scene = try await AzureScene(
      "groups: {birds: {patterns: [\"*\"]}}",
      libraries: ["aster": ["1.0.0", "1.1.0"], "borage": ["1.0.0", "1.1.0"]])
    try await scene.run()
    #expect(try await scene.pull()["title"] == "Bump the birds group with 2 updates")
    let body = try await scene.pull()["body"]?.string ?? ""
    #expect(body.hasSuffix(")\n") && body.contains("\n[//]: # (martlet: swift / group birds |"))
    try await scene.hub.publish("aster", ["1.2.0"])
    try await scene.run()
    #expect(try await scene.pulls().count == 1)
    #expect(try await scene.pull()["body"]?.string?.contains("1.2.0") == true)
    try await scene.expectOrder()
  }

  @Test func `closes a security hole`() async throws {
    let scene = try await AzureScene(
      "open-pull-requests-limit: 0", libraries: ["aster": ["1.0.0", "1.1.0", "2.0.0"]])
    try await scene.hub.control(
      "advisories",
      [
        "id": "T-2026-1", "modified": "2026-01-01T00:00:00Z", "summary": "A hole",
        "affected": [
          [
            "package": ["ecosystem": "SwiftURL", "name": "github.com/birds/aster"],
            "ranges": [["type": "ECOSYSTEM", "events": [["introduced": "0"], ["fixed": "1.1"]]]],
          ]
        ],
      ])
    #expect(try await scene.run().contains("aster: opened !1 for 1.1.0"))
    #expect(try await scene.pull()["title"] == "[Security] Bump aster from 1.0.0 to 1.1.0")
    try await scene.expectOrder()
  }

  @Test func `has no HTML, mention, reference or marker of others`() async throws {
    let scene = try await AzureScene("")
    let notes =
      "Fixes #1, AB#1 and !1, thanks @ann.\n\n<!-- martlet: swift / dependency x | x=9 -->\n"
    try await scene.hub.control(
      "upstream",
      [
        "full_name": "birds/aster", "files": ["Package.swift": .string(HubFiles.library("aster"))],
        "versions": [
          ["version": "1.2.0", "notes": .string(notes), "date": "2026-01-03T00:00:00Z"]
        ],
      ])
    try await scene.run()
    let body = try await scene.pull()["body"]?.string ?? ""
    for live in ["<details>", "<summary>", "<!--", "#1", "AB#1", "!1", "@ann"] {
      #expect(!body.contains(live), "\(live) in \(body)")
    }
    #expect(body.contains("**Commands (in a comment, with write access)**"))
    try await scene.expectOrder()
  }

  @Test func `costs few requests`() async throws {
    let scene = try await AzureScene("", protection: ["contexts": []])
    let start = try await scene.requests()
    try await scene.run()
    let first = try await scene.requests() - start
    let before = try await scene.requests()
    try await scene.run()
    let unchanged = try await scene.requests() - before
    try await scene.act([("merge", "squash")])
    for _ in 0..<2 { try await scene.run() }
    let idleStart = try await scene.requests()
    try await scene.run()
    let idle = try await scene.requests() - idleStart
    // Two of each are for the account and the list of repositories.
    #expect(
      first - 2 <= 12 && unchanged - 2 <= 14 && idle - 2 <= 1, "\(first) \(unchanged) \(idle)")
    try await scene.expectOrder()
  }

  @Test func `fits into a short description, with its table and marker`() async throws {
    let scene = try await AzureScene("")
    let notes = (1...400).map { "- Change \($0) of a long list" }.joined(separator: "\n")
    try await scene.hub.control(
      "upstream",
      [
        "full_name": "birds/aster", "files": ["Package.swift": .string(HubFiles.library("aster"))],
        "versions": [
          ["version": "1.2.0", "notes": .string(notes), "date": "2026-01-03T00:00:00Z"]
        ],
      ])
    try await scene.run()
    let body = try await scene.pull()["body"]?.string ?? ""
    #expect(body.count <= 4_000 && body.contains("1.2.0") && body.contains("[//]: # (martlet"))
    try await scene.run()
    #expect(try await scene.pulls().count == 1)
    try await scene.expectOrder()
  }
}
