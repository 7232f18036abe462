import JSON
import TestSupport
import Testing

/// The search in a group whose checks fail, with the program as it is built.
@Suite(.needsFakeHost, .serialized) struct `A red group on each host` {
  @Test(arguments: SplitScene.Host.allCases)
  func `loses two updates that fail only together`(host: SplitScene.Host) async throws {
    let scene = try await SplitScene(host, failing: ["borage", "daisy"])
    // GitLab starts failed jobs again.
    if host == .gitlab { scene.chances = 1 }
    try await scene.settle()
    try await scene.expectFound(["borage", "daisy"], rest: ["aster", "clover"])
    #expect(scene.trials <= 8, "\(scene.trials)")
    let bodies = try await scene.pulls().compactMap { $0["body"]?.string }
    #expect(bodies.contains { $0.contains("Only together they fail.") }, "\(bodies)")
  }

  @Test(.slow, arguments: [SplitScene.Host.gitlab])
  func `is searched through in drafts, which are closed`(host: SplitScene.Host) async throws {
    let scene = try await SplitScene(host, failing: ["borage"], drafts: true)
    try await scene.begin()
    let drafts = try await scene.pulls().filter { $0["draft"] == true }
    #expect(drafts.count == 2)
    for draft in drafts {
      let body = draft["body"]?.string ?? ""
      #expect(body.hasPrefix("A part of \(host.reference), whose checks fail"), "\(body)")
    }
    try await scene.settle()
    try await scene.expectFound(["borage"], rest: ["aster", "clover", "daisy"])
  }

  @Test(.slow, arguments: [SplitScene.Host.gitlab])
  func `leaves nothing if a person closes it`(host: SplitScene.Host) async throws {
    let scene = try await SplitScene(host, failing: ["borage"], drafts: host == .gitlab)
    try await scene.begin()
    #expect(try await scene.candidates().count == 2)
    try await scene.act([("state", "closed")])
    try await scene.pass()
    #expect(try await scene.candidates() == [])
    #expect(try await scene.pulls().isEmpty)
    #expect(try await scene.fake.violations() == [])
  }

  @Test(.slow, arguments: [SplitScene.Host.gitea])
  func `keeps to its limits, and keeps the commits of people`(host: SplitScene.Host) async throws {
    let scene = try await SplitScene(host, failing: ["borage"], settings: ", at-once: 1")
    try await scene.begin()
    let candidates = try await scene.candidates()
    #expect(candidates.count == 1)
    let branch = try #require(candidates.first)
    _ = try await scene.judge()
    try await scene.push("mine.txt", "mine\n", to: branch)
    try await scene.push("NOTES.md", "The base has moved.\n")
    try await scene.settle()
    #expect(try await scene.updates() == [["aster", "clover", "daisy"], ["borage"]])
    #expect(try await scene.candidates() == [branch])
    #expect(try await scene.fake.violations() == [])
  }

  @Test(.slow, arguments: [SplitScene.Host.github])
  func `isn't searched through while its base is red`(host: SplitScene.Host) async throws {
    let scene = try await SplitScene(host, failing: ["borage"])
    try await scene.begin()
    try await scene.push("NOTES.md", "broken\n")
    try await scene.report("failure", on: "main")
    // The parts were begun on the green base; those on the red one say nothing.
    try await scene.settle()
    #expect(try await scene.candidates() == [])
    try await scene.push("NOTES.md", "repaired\n")
    try await scene.report("success", on: "main")
    try await scene.settle()
    try await scene.expectFound(["borage"], rest: ["aster", "clover", "daisy"])
  }

  @Test func `isn't blocked by a job that a person has to start`() async throws {
    let scene = try await SplitScene(.gitlab, failing: ["borage"])
    try await scene.begin()
    for branch in try await scene.candidates() {
      let isRed = try await scene.isRed(branch)
      try await scene.fake.control(
        "pipeline",
        [
          "repo": "acme/app", "ref": .string(branch),
          "jobs": [
            ["name": "build", "status": isRed ? "failed" : "success"],
            ["name": "deploy", "status": "manual"],
          ],
        ])
    }
    try await scene.settle()
    try await scene.expectFound(["borage"], rest: ["aster", "clover", "daisy"])
  }

  /// Each pass is killed after its first to fifth write, until no pass writes any more.
  @Test(.slow, arguments: [SplitScene.Host.github, .gitlab])
  func `is searched through by processes that are all killed`(host: SplitScene.Host) async throws {
    let scene = try await SplitScene(
      host, failing: ["borage"], drafts: host == .gitlab, libraries: ["aster", "borage", "clover"])
    var writes: [String] = []
    var kills = 0
    while kills < 60 {
      let done = try await scene.killedPass(after: kills % 5)
      writes += done
      if done.count > kills % 5 {
        kills += 1
      } else if try await !scene.judge() {
        break
      }
    }
    #expect(kills > 5 && kills < 60, "\(writes)")
    try await scene.settle()
    try await scene.expectFound(["borage"], rest: ["aster", "clover"])
    #expect(scene.trials <= 6, "\(scene.trials)")
  }
}
