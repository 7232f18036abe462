import Foundation
import JSON
import TestSupport
import Testing

/// `martlet serve` with the webhooks of fakes of Gitea, Forgejo, Bitbucket and Azure DevOps.
@Suite(.needsFakeHost, .serialized) struct `Webhooks of a host of one's own` {
  @Test(arguments: HostScene.Host.allCases)
  func `lead from a push to an update`(host: HostScene.Host) async throws {
    let scene = try await HostScene(host, "")
    let (daemon, log) = try await scene.serve()
    try await eventually { try await scene.pulls().count == 1 }
    try await scene.fake.publish("aster", ["1.2.0"])
    // Bitbucket's payload doesn't name the default branch.
    try await scene.push("README.md", "new\n")
    try await eventually { try await scene.pull()["title"]?.string?.contains("1.2.0") == true }
    daemon.signal(SIGTERM)
    #expect(await daemon.end() == 0, "\(log())")
    try await scene.expectOrder()
  }

  @Test(arguments: HostScene.Host.giteas)
  func `lead from a status to a merge`(host: HostScene.Host) async throws {
    let scene = try await HostScene(host)
    let (daemon, log) = try await scene.serve()
    try await eventually { try await scene.pulls().count == 1 }
    try await scene.report("build", "success")
    try await eventually { try await scene.pull()["merged"] == true }
    daemon.signal(SIGTERM)
    #expect(await daemon.end() == 0, "\(log())")
    try await scene.expectOrder()
  }

  @Test(arguments: HostScene.Host.allCases)
  func `are read once, and not with a wrong signature or password`(host: HostScene.Host)
    async throws
  {
    let scene = try await HostScene(host, "")
    let (daemon, _) = try await scene.serve()
    try await eventually { try await scene.pulls().count == 1 }
    var hook = try #require(try await scene.fake.control("webhooks").array?.first?.object)
    hook["fault"] = ["bad_signature": true]
    try await scene.fake.control("webhooks", .object(hook))
    try await scene.say("thanks")
    try await eventually {
      let all = try await scene.fake.control("deliveries").array ?? []
      return all.contains { $0["status_code"] == 401 }
    }
    #expect(try await scene.pull()["state"] == "open")
    hook["fault"] = ["duplicate": 2]
    try await scene.fake.control("webhooks", .object(hook))
    try await scene.say("@martlet ignore this dependency")
    try await eventually { try await scene.pull()["state"] == "closed" }
    daemon.signal(SIGTERM)
    await daemon.end()
    let comments = try await scene.pull()["comments"]?.array ?? []
    #expect(comments.count { $0["user"] == .string(host.bot) } == 1, "\(comments)")
    #expect(try await scene.fake.control("violations")["webhooks"]?.array?.isEmpty == true)
    #expect(try await scene.fake.violations() == [])
  }
}
