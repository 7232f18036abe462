import JSON
import Store
import TestSupport
import Testing
import Time

/// What repositories learn from each other on GitHub, GitLab and Gitea, by the whole program.
@Suite(.needsFakeHost, .serialized) struct `A fleet on each host` {
  @Test(arguments: SplitScene.Host.allCases)
  func `holds back what a person took back`(host: SplitScene.Host) async throws {
    let scene = try await DecisionScene(host, "", settings: "evidence: on")
    try await scene.run()
    try await scene.act("merge", "squash")
    try await scene.run()
    // A merge counts as settled after ten minutes.
    try await scene.withState { store in
      for var record in try await store.pullRequests(of: "host/acme/app") {
        record.updatedAt = record.updatedAt - .seconds(3_600)
        try await store.save(record)
      }
    }
    try await scene.push("Package.resolved")
    try await scene.run()
    try await scene.found("acme/later")
    let text = try await scene.run()
    #expect(try await scene.titles(in: "acme/later") == [], "\(text)")
    #expect(text.contains("1.1.0 is held back: it was taken back by a person"), "\(text)")
    try await scene.fake.publish("aster", ["1.2.0"])
    try await scene.run()
    #expect(try await scene.titles(in: "acme/later") == ["Bump aster from 1.0.0 to 1.2.0"])
    #expect(try await scene.fake.violations() == [])
  }

  @Test(arguments: SplitScene.Host.allCases)
  func `gives canaries a version first, and the others after a pause`(
    host: SplitScene.Host
  ) async throws {
    let scene = try await DecisionScene(
      host, "ci: {required: [build]}",
      settings: "rollout: {canary: [acme/app], waves: 1, pause: 1d}")
    try await scene.run()
    try await scene.found("acme/later")
    let waiting = try await scene.run()
    #expect(waiting.contains("it reaches the canary repositories first"), "\(waiting)")
    try await scene.report("success")
    try await scene.run()
    let green = try await scene.run()
    #expect(green.contains("it reaches this repository in wave 1 of 1"), "\(green)")
    #expect(try await scene.titles(in: "acme/later") == [])
    // The pause is over.
    let settings = try scene.folder.read("martlet.yml")
    try scene.folder.write(
      settings.replacing("pause: 1d", with: "pause: 1s"), to: "martlet.yml")
    try await scene.run()
    #expect(try await scene.titles(in: "acme/later") == ["Bump aster from 1.0.0 to 1.1.0"])
    try await scene.expectOrder()
  }

  @Test(arguments: SplitScene.Host.allCases)
  func `keeps a version that fails in a canary there`(host: SplitScene.Host) async throws {
    let scene = try await DecisionScene(
      host, "ci: {required: [build]}",
      settings: "rollout: {canary: [acme/app], waves: 1, pause: 1s}")
    try await scene.run()
    try await scene.report("failure")
    try await scene.run()
    try await scene.found("acme/later")
    let text = try await scene.run()
    #expect(text.contains("1.1.0 is held back: it failed in a canary repository"), "\(text)")
    #expect(try await scene.titles(in: "acme/later") == [])
    try await scene.expectOrder()
  }
}
