import Foundation
import JSON
import TestSupport
import Testing

/// An owner transfers or deletes a repository, and creates another one with the same name.
@Suite(.needsFakeHost, .serialized)
struct `Another repository under an old name` {
  private let both = [
    "Bump aster from 1.0.0 to 2.0.0", "Bump borage from 1.0.0 to 1.1.0",
  ]

  private func clear(_ fake: FakeHost) throws {
    try FileManager.default.removeItem(atPath: fake.data + "/git/acme/app.git")
  }

  /// Without a list, the first pass finds that a pull request does not exist, and the next one
  /// that the repository is another one.
  @Test(arguments: [("acme/*", 1), ("acme/app", 2)])
  func `inherits nothing from a run`(pattern: String, runs: Int) async throws {
    let scene = try await GitHubScene()
    let settings = GitHubFiles.configuration(scene.fake.url)
    try scene.folder.write(
      settings.replacing("[acme/app]", with: "[\(pattern)]"), to: "martlet.yml")
    #expect(try await scene.martlet("run").code == 0)
    try await scene.act([("by", "ann"), ("state", "closed")])
    #expect(try await scene.martlet("run").out.contains("was declined when #1 was closed"))
    try clear(scene.fake)
    try await scene.fake.found("acme/app", scene.files() + ["NEW": "1\n"])
    for _ in 1...runs { _ = try await scene.martlet("run") }
    #expect(try await scene.openTitles() == both)
    #expect(try await scene.martlet("run").code == 0)
    #expect(try await scene.openTitles() == both)
    #expect(try await scene.fake.violations().isEmpty)
  }

  @Test func `inherits nothing from the daemon`() async throws {
    let scene = try await ServeScene(suite: "Recreated")
    let title = "Bump aster from 1.0.0 to 1.1.0"
    try await scene.publish("1.1.0")
    let daemon = try await scene.serve()
    try await eventually { try await scene.open() == [title] }
    try await scene.fake.control(
      "pr", ["repo": "acme/app", "pr": 1, "by": "ann", "state": "closed"])
    try await eventually { daemon.log.contains("a person changed a pull request") }
    try clear(scene.fake)
    try await scene.add("acme/app")
    let created = #"{"action": "created", "repository": {"full_name": "acme/app"}}"#
    #expect(try await daemon.deliver("repository", created) == 202)
    try await eventually { try await scene.open() == [title] }
    #expect(daemon.log.contains("another repository has this name now"))
    #expect(await daemon.terminate() == 0)
    #expect(try await scene.fake.violations().isEmpty)
  }
}

extension [String: String] {
  fileprivate static func + (left: Self, right: Self) -> Self { left.merging(right) { $1 } }
}
