import Configuration
import Forges
import Store
import Testing
import Updates

/// A repository in which a 1.1.0 can be locked only together with b 2.0.0.
private func scene(_ rules: String) async throws -> Scene {
  let scene = try await Scene(rules, ["deps.txt": "a 1.0.0\nb 1.0.0\n"])
  scene.npm.publish("a", "1.0.0", "1.0.1", "1.1.0")
  scene.npm.publish("b", "1.0.0", "2.0.0")
  scene.npm.drag("a@1.1.0", "b@2.0.0")
  return scene
}

@Suite struct `A dependency that comes along with another one` {
  @Test
  func `stays at a version that its own rules ignore, and the other one gets a lower version`()
    async throws
  {
    let scene = try await scene(
      "ignore: [{dependency-name: b, update-types: [\"version-update:semver-major\"]}]")
    let report = try await scene.run()
    #expect(report.contains("a: opened #1 for 1.0.1"), "\(report)")
    #expect(try await scene.open() == ["#1 Bump a from 1.0.0 to 1.0.1"])
    #expect(try await scene.text("deps.txt", of: 1) == "a 1.0.1\nb 1.0.0\n")
  }

  @Test func `holds the other one back if there is no lower version`() async throws {
    let scene = try await scene(
      "ignore: [{dependency-name: b}, {dependency-name: a, versions: [\"1.0.1\"]}]")
    let report = try await scene.run()
    #expect(try await scene.open() == [], "\(report)")
    #expect(
      report.contains(
        "a: can't be updated without b 2.0.0: 2.0.0 is ignored by the ignore rule 'b'"),
      "\(report)")
  }

  @Test func `stays if only the version that would come along is ignored, and a newer one isn't`()
    async throws
  {
    let scene = try await scene("ignore: [{dependency-name: b, versions: [\"2.0.0\"]}]")
    scene.npm.publish("b", "2.1.0")
    scene.npm.clash("a@1.1.0", "b@2.1.0")
    let report = try await scene.run()
    #expect(report.contains("a: opened #1 for 1.0.1"), "\(report)")
    #expect(try await scene.text("deps.txt", of: 1) == "a 1.0.1\nb 1.0.0\n")
  }

  @Test(arguments: [
    ("ignore: [{dependency-name: b}]", false),
    ("ignore: [{dependency-name: b, update-types: [\"version-update:semver-major\"]}]", true),
    ("allow: [{dependency-name: a}]", true),
  ])
  func `comes along with a fix unless it is ignored by name`(
    rules: String, comes: Bool
  ) async throws {
    let scene = try await scene("open-pull-requests-limit: 0\n\(rules)")
    scene.warn("a:T-1 introduced 0, fixed 1.1.0")
    let report = try await scene.run()
    #expect(try await scene.open().count == (comes ? 1 : 0), "\(report)")
    #expect(
      comes || report.contains { $0.contains("can't be updated without b 2.0.0") }, "\(report)")
  }

  @Test func `comes along at an older version if its newest one is held back`() async throws {
    let scene = try await Scene(
      """
      ignore:
        - {dependency-name: b, versions: ["2.0.1"]}
        - {dependency-name: a, versions: ["1.0.1"]}
      """, ["deps.txt": "a 1.0.0\nb 1.0.0\n"])
    scene.npm.publish("a", "1.0.0", "1.1.0")
    scene.npm.publish("b", "1.0.0", "2.0.0", "2.0.1")
    scene.npm.drag("a@1.1.0", "b@2.0.1")
    let report = try await scene.run()
    #expect(try await scene.open().contains("#1 Bump a from 1.0.0 to 1.1.0"), "\(report)")
    #expect(try await scene.text("deps.txt", of: 1) == "a 1.1.0\nb 2.0.0\n")
  }

  @Test func `counts for the automatic merge`() async throws {
    let scene = try await scene(
      "ignore: [{dependency-name: a, versions: [\"1.0.1\"]}]\nopen-pull-requests-limit: 1\n"
        + "automerge: {update-types: [minor, patch]}")
    try await scene.run()
    #expect(try await scene.open() == ["#1 Bump a from 1.0.0 to 1.1.0"])
    #expect(try await scene.text("deps.txt", of: 1) == "a 1.1.0\nb 2.0.0\n")
    let head = try await scene.pullRequests().first?.headSHA ?? ""
    try await scene.forge().report(
      Check(name: "build", state: Check.State(word: "success")), of: head, in: scene.repository)
    scene.wait(hours: 2)
    try await scene.run()
    #expect(try await scene.pullRequests().map(\.state) == [.open])
    #expect(
      try await scene.verdicts().first?.mergingNote
        == "'automerge' does not include its major update (b)")
  }
}
