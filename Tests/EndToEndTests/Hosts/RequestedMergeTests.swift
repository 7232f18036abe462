import Foundation
import JSON
import TestSupport
import Testing

/// What people ask for in comments and files, on fakes of Gitea, Forgejo, Bitbucket and Azure DevOps, by the
/// whole program.
@Suite(.needsFakeHost, .serialized) struct `A pull request that people decide about` {
  @Test(arguments: HostScene.Host.allCases)
  func `is merged on request once it is green`(host: HostScene.Host) async throws {
    let scene = try await HostScene(host, "")
    try await scene.run()
    try await scene.say("@martlet merge", by: "eve")
    try await scene.report("build", "success")
    try await scene.run()
    #expect(try await scene.pull()["merged"] == false)
    try await scene.say("@martlet squash and merge")
    #expect(try await scene.run().contains("\(host.pull(1)): merged"))
    #expect(try await scene.pull()["merged"] == true)
    try await scene.expectOrder()
  }

  @Test(arguments: HostScene.Host.allCases)
  func `is closed and opened again on request`(host: HostScene.Host) async throws {
    let scene = try await HostScene(host, "")
    try await scene.run()
    try await scene.say("@martlet close")
    try await scene.run()
    #expect(try await scene.pull()["state"] == "closed")
    // The reply shows that a person declined it.
    scene.loseState()
    try await scene.run()
    #expect(try await scene.pulls().count == 1)
    try await scene.expectOrder()
  }

  @Test(arguments: HostScene.Host.giteas + [.azure])
  func `is a draft until it is green`(host: HostScene.Host) async throws {
    let scene = try await HostScene(host, "draft: until-green")
    try await scene.run()
    try await scene.report("build", "pending")
    try await scene.run()
    try await scene.report("build", "success")
    try await scene.run()
    #expect(try await scene.pull()["draft"] != true)
    try await scene.say("@martlet merge")
    #expect(try await scene.run().contains("\(host.pull(1)): merged"))
    try await scene.expectOrder()
  }

  @Test(arguments: HostScene.Host.allCases)
  func `is opened when its branch is green`(host: HostScene.Host) async throws {
    let scene = try await HostScene(host, "open: when-green")
    #expect(
      try await scene.run().contains("aster: 1.1.0 waits: CI judges its branch"))
    #expect(try await scene.pulls().count == 0)
    try await scene.fake.control(
      "status",
      [
        "repo": "acme/app", "ref": "martlet/swift/aster", "context": "build", "state": "success",
      ])
    #expect(try await scene.run().contains("aster: opened \(host.pull(1)) for 1.1.0"))
    #expect(try await scene.pulls().count == 1)
    try await scene.expectOrder()
  }
}
