import Foundation
import JSON
import TestSupport
import Testing

/// What happens to pull requests on fakes of Gitea, Forgejo, Bitbucket and Azure DevOps, by the whole program.
@Suite(.needsFakeHost, .serialized) struct `A pull request on a host of one's own` {
  @Test(arguments: HostScene.Host.archiving)
  func `is not opened in an archived repository, which the report counts`(
    host: HostScene.Host
  ) async throws {
    let scene = try await HostScene(host)
    try await scene.fake.found("acme/old", ["README.md": "old\n"], [("archived", true)])
    let line = "host: 1 repository is archived, a mirror or without pull requests, and not visited"
    #expect(try await scene.run().contains("\(line) (--verbose lists them)\n"))
    let listed = try await scene.martlet("run", "--verbose").out
    #expect(listed.contains("\(line)\n  acme/old\n"), "\(listed)")
    let document = try await scene.martlet("run", "--json").document()
    #expect(document["archived"] == [["forge": "host", "repositories": ["acme/old"]]])
    try await scene.expectOrder()
  }

  @Test(arguments: HostScene.Host.allCases)
  func `is merged once it is green`(host: HostScene.Host) async throws {
    let scene = try await HostScene(host)
    #expect(try await scene.run().contains("aster: opened \(host.pull(1)) for 1.1.0"))
    try await scene.report("build", "pending")
    try await scene.run()
    #expect(try await scene.pull()["merged"] == false)
    try await scene.report("build", "success")
    #expect(try await scene.run().contains("\(host.pull(1)): merged"))
    #expect(try await scene.pull()["merged"] == true)
    #expect(try await scene.head() == nil)
    #expect(try await scene.run().contains("everything is up to date"))
    try await scene.expectOrder()
  }

  @Test(arguments: HostScene.Host.allCases)
  func `is not merged while it is red, which one comment says`(host: HostScene.Host) async throws {
    let scene = try await HostScene(host)
    try await scene.run()
    try await scene.report("build", "failure")
    #expect(try await scene.run().contains("CI failed: build"))
    #expect(try await scene.pull()["merged"] == false)
    #expect(try await scene.pull()["comments"]?.array?.count == 1)
    try await scene.report("build", "success")
    try await scene.run()
    #expect(try await scene.pull()["merged"] == true)
    #expect(try await scene.pull()["comments"]?.array?.count == 1)
    try await scene.expectOrder()
  }

  @Test(arguments: HostScene.Host.allCases)
  func `with a person's commit is left alone`(host: HostScene.Host) async throws {
    let scene = try await HostScene(host)
    try await scene.run()
    try await scene.push("mine.txt", "mine\n", to: "martlet/swift/aster")
    let head = try await scene.head()
    try await scene.fake.publish("aster", ["1.2.0"])
    try await scene.report("build", "success")
    #expect(try await scene.run().contains("commits by others"))
    #expect(try await scene.head() == head)
    #expect(try await scene.pull()["merged"] == false)
    try await scene.expectOrder()
  }

  @Test(arguments: HostScene.Host.allCases)
  func `is updated in place to a newer version`(host: HostScene.Host) async throws {
    let scene = try await HostScene(host, "reviewers: [ann]")
    try await scene.run()
    try await scene.fake.publish("aster", ["1.2.0"])
    try await scene.run()
    #expect(try await scene.pull()["title"] == "Bump aster from 1.0.0 to 1.2.0")
    #expect(try await scene.pull()["reviewers"] == ["ann"])
    #expect(try await scene.pulls().count == 1)
    try await scene.expectOrder()
  }

  @Test(arguments: HostScene.Host.allCases, [true, false])
  func `that a person closed is declined, with its state and without`(
    host: HostScene.Host, isBranchDeleted: Bool
  ) async throws {
    let scene = try await HostScene(host)
    try await scene.run()
    if isBranchDeleted {
      // The host closes the pull request of a deleted branch.
      try await scene.fake.control(
        "delete-branch", ["repo": "acme/app", "branch": "martlet/swift/aster", "by": "ann"])
    } else {
      try await scene.act([("state", "closed")])
    }
    #expect(try await scene.run().contains("1.1.0 was declined when \(host.pull(1)) was closed"))
    scene.loseState()
    try await scene.run()
    #expect(try await scene.pulls().count == 1)
    try await scene.fake.publish("aster", ["1.2.0"])
    try await scene.run()
    #expect(try await scene.pulls().count == 2)
    #expect(try await scene.fake.violations() == [])
  }

  @Test(arguments: HostScene.Host.allCases)
  func `obeys comments of people with write access`(host: HostScene.Host) async throws {
    let scene = try await HostScene(host, "")
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
    // The answers have the ignored dependency.
    scene.loseState()
    try await scene.run()
    #expect(try await scene.pulls().count == 1)
    #expect(try await scene.fake.violations() == [])
  }

  @Test(arguments: HostScene.Host.allCases)
  func `is rebuilt when it conflicts with its base`(host: HostScene.Host) async throws {
    let scene = try await HostScene(host, "")
    try await scene.run()
    let head = try await scene.head()
    let lock = try await scene.fake.state("acme/app")["files"]?["main"]?["Package.resolved"]?.string
    let edited = (lock ?? "").replacing(#""revision" : ""#, with: #""revision" :  ""#)
    try await scene.push("Package.resolved", edited)
    try await scene.run()
    #expect(try await scene.head() != head)
    try await scene.expectOrder()
  }

  @Test(arguments: HostScene.Host.allCases)
  func `has the updates of a group`(host: HostScene.Host) async throws {
    let scene = try await HostScene(
      host, "groups: {birds: {patterns: [\"*\"]}}",
      libraries: ["aster": ["1.0.0", "1.1.0"], "borage": ["1.0.0", "1.1.0"]])
    try await scene.run()
    #expect(try await scene.pull()["title"] == "Bump the birds group with 2 updates")
    try await scene.fake.publish("aster", ["1.2.0"])
    try await scene.run()
    #expect(try await scene.pulls().count == 1)
    #expect(try await scene.pull()["body"]?.string?.contains("1.2.0") == true)
    try await scene.expectOrder()
  }

  @Test(arguments: HostScene.Host.allCases)
  func `closes a security hole`(host: HostScene.Host) async throws {
    let scene = try await HostScene(
      host, "open-pull-requests-limit: 0", libraries: ["aster": ["1.0.0", "1.1.0", "2.0.0"]])
    try await scene.fake.control(
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
    #expect(try await scene.run().contains("aster: opened \(host.pull(1)) for 1.1.0"))
    #expect(try await scene.pull()["title"] == "[Security] Bump aster from 1.0.0 to 1.1.0")
    try await scene.expectOrder()
  }
}
