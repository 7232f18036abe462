import Foundation
import JSON
import TestSupport
import Testing

/// `martlet serve` with the webhooks of a fake Gitea and Forgejo.
@Suite(.needsFakeHost, .serialized) struct `Webhooks of Gitea and Forgejo` {
  @Test(arguments: TeaScene.Host.allCases)
  func `lead from a push to a merge`(host: TeaScene.Host) async throws {
    let scene = try await TeaScene(host)
    let (daemon, log) = try await scene.serve()
    try await eventually { try await scene.pulls().count == 1 }
    try await scene.hub.publish("aster", ["1.2.0"])
    try await scene.push("README.md", "new\n")
    // The status belongs to the commit with the new version.
    try await eventually { try await scene.pull()["title"]?.string?.contains("1.2.0") == true }
    try await scene.report("build", "success")
    try await eventually { try await scene.pull()["merged"] == true }
    daemon.signal(SIGTERM)
    #expect(await daemon.end() == 0, "\(log())")
    try await scene.expectOrder()
  }

  @Test func `are read once, and not with a wrong signature`() async throws {
    let scene = try await TeaScene(.gitea, "")
    let (daemon, _) = try await scene.serve()
    try await eventually { try await scene.pulls().count == 1 }
    var hook = try #require(try await scene.hub.control("webhooks").array?.first?.object)
    hook["fault"] = ["bad_signature": true]
    try await scene.hub.control("webhooks", .object(hook))
    try await scene.say("@martlet ignore this dependency")
    try await eventually {
      let all = try await scene.hub.control("deliveries").array ?? []
      return all.contains { $0["status_code"] == 401 }
    }
    #expect(try await scene.pull()["state"] == "open")
    hook["fault"] = ["duplicate": 2]
    try await scene.hub.control("webhooks", .object(hook))
    try await scene.say("@martlet show ignored")
    try await eventually { try await scene.pull()["state"] == "closed" }
    daemon.signal(SIGTERM)
    await daemon.end()
    let replies = try await scene.pull()["comments"]?.array?.filter { $0["user"] == "bot" } ?? []
    let shown = replies.count { $0["body"]?.string?.contains("ignore") == true }
    #expect(shown <= 2, "\(replies)")
    #expect(try await scene.hub.violations() == [])
  }
}
