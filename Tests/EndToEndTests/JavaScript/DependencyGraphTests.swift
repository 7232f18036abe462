import JSON
import TestSupport
import Testing

@Suite(.needsFakeHost, .serialized) struct `Locked packages` {
  private func submitted(_ scene: JavaScriptScene) async throws -> [Value] {
    try await scene.fake.state("acme/app")["submitted"]?.array ?? []
  }

  private func scene(_ more: String = "dependency-submission: on\n") async throws
    -> JavaScriptScene
  {
    let scene = try await JavaScriptScene(.npm)
    let text = try scene.folder.read("martlet.yml")
    try scene.folder.write(text + more, to: "martlet.yml")
    return scene
  }

  @Test func `are submitted to GitHub's dependency graph once for each change`() async throws {
    let scene = try await scene()
    #expect(try await scene.martlet("run").code == 0)
    #expect(try await scene.martlet("run").code == 0)
    let snapshots = try await submitted(scene)
    #expect(snapshots.count == 1)
    let snapshot = try #require(snapshots.first)
    #expect(snapshot["ref"] == "refs/heads/main" && snapshot["detector"]?["name"] == "martlet")
    let resolved = snapshot["manifests"]?["package.json"]?["resolved"]
    #expect(resolved?["pkg:npm/wren@1.0.0"]?["relationship"] == "direct")
    #expect(resolved?["pkg:npm/seed@1.0.0"]?["relationship"] == "indirect")
    try await scene.fake.control(
      "pr", ["repo": "acme/app", "pr": 1, "by": "ann", "merge": "squash"])
    #expect(try await scene.martlet("run").code == 0)
    #expect(try await submitted(scene).count == 2)
  }

  @Test func `are not submitted by default`() async throws {
    let scene = try await scene("")
    #expect(try await scene.martlet("run").code == 0)
    #expect(try await submitted(scene) == [])
  }

  @Test func `that GitHub refuses are a notice, and are submitted by the next run`() async throws {
    let scene = try await scene()
    try await scene.fake.control(
      "faults",
      [
        "op": "dependency-graph/create-repository-snapshot", "action": "status", "status": 404,
        "times": 1,
      ])
    let outcome = try await scene.martlet("run")
    #expect(outcome.code == 0)
    #expect(
      outcome.out.contains("could not be submitted to the dependency graph"), "\(outcome.out)")
    #expect(try await submitted(scene) == [])
    #expect(try await scene.martlet("run").code == 0)
    #expect(try await submitted(scene).count == 1)
  }
}
