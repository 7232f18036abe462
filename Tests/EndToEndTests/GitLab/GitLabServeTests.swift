import Foundation
import HTTP
import JSON
import TestSupport
import Testing

/// The daemon beside a fake GitLab that delivers webhooks.
@Suite(.needsFakeHost, .serialized) struct `The daemon on GitLab` {
  private static let merging = "automerge: {update-types: [minor, patch]}"
  private static let token = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="

  @Test func `a push leads to a merge request, and its pipeline to a merge`() async throws {
    let scene = try await GitLabScene(Self.merging)
    let daemon = try await scene.serve()
    try await scene.control("commit", [("files", ["README.md": "x\n"]), ("message", "Move on")])
    try await eventually { try await scene.openTitles().count == 1 }
    // Longer than checks may take to appear.
    try await Task.sleep(for: .seconds(31))
    try await scene.pipeline("running")
    try await scene.control("job", [("name", "build"), ("status", "success")])
    try await eventually { try await scene.pull()["merged"] == true }
    await daemon.end()
    #expect(try await scene.fake.violations().isEmpty)
  }

  @Test func `commands of developers are carried out, and of others refused`() async throws {
    let scene = try await GitLabScene()
    _ = try await scene.martlet("run")
    let daemon = try await scene.serve()
    try await scene.say("@martlet ignore this dependency", by: "eve")
    try await scene.say("@martlet show ignored")
    try await eventually { try await scene.comment(1)?["reactions"]?.array?.isEmpty == false }
    #expect(try await scene.pull()["state"] == "open")
    #expect(try await scene.comment(0)?["reactions"] == [])
    try await scene.say("@martlet ignore this dependency")
    try await eventually { try await scene.pull()["state"] == "closed" }
    await daemon.end()
    #expect(try await scene.openTitles() == [])
    #expect(try await scene.fake.violations().isEmpty)
  }

  @Test func `a signing token demands a signature`() async throws {
    let scene = try await GitLabScene()
    let file = try scene.folder.read("martlet.yml")
    try scene.folder.write(
      file.replacing("webhook-secret: hook-secret", with: "webhook-secret: \(Self.token)"),
      to: "martlet.yml")
    let daemon = try await scene.serve([("signing_token", .string(Self.token))])
    try await scene.control("commit", [("files", ["README.md": "x\n"]), ("message", "Move on")])
    try await eventually { try await scene.openTitles().count == 1 }
    let push = #"{"object_kind": "push"}"#
    let status = try await daemon.deliver(
      push, ["X-Gitlab-Event": "Push Hook", "X-Gitlab-Token": Self.token])
    #expect(status == 401)
    await daemon.end()
  }

  @Test func `other tokens are refused, and unknown events accepted`() async throws {
    let scene = try await GitLabScene()
    let daemon = try await scene.serve()
    let event: Headers = ["X-Gitlab-Event": "Issue Hook", "X-Gitlab-Token": "hook-secret"]
    #expect(try await daemon.deliver(#"{"object_kind": "wiki_page"}"#, event) == 202)
    var other = event
    other["X-Gitlab-Token"] = "hook-secre"
    #expect(try await daemon.deliver("{}", other) == 401)
    #expect(try await daemon.deliver("{}", ["X-Gitlab-Event": "Push Hook"]) == 401)
    await daemon.end()
  }
}

extension GitLabScene {
  /// Returns a person's comment from the fake.
  fileprivate func comment(_ index: Int) async throws -> Value? {
    let all = try await pull()["comments"]?.array?.filter { $0["user"] != "bot" } ?? []
    return all.indices.contains(index) ? all[index] : nil
  }
}
