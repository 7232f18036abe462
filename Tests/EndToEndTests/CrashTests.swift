import Foundation
import HTTP
import JSON
import TestSupport
import Testing

/// The program is killed at each of its writes; one more pass repairs everything.
@Suite(
  .needsFakeHost, .slow,
  .serialized)
struct `A kill` {
  private static let merging = "automerge: {update-types: [minor], method: squash}"

  /// Kills the run after `prepare` at each write, before or after the forge carries it out, and
  /// runs once more.
  private func killed(
    allowsAutoMerge: Bool = false, _ conclusion: String,
    then verify: (ChecksScene, String) async throws -> Void
  ) async throws {
    func prepared() async throws -> ChecksScene {
      let scene = try await ChecksScene(
        Self.merging, required: ["build"], allowsAutoMerge: allowsAutoMerge)
      try await scene.martlet("run")
      if !conclusion.isEmpty { try await scene.check("build", conclusion) }
      return scene
    }
    let whole = try await prepared()
    let before = try await whole.requests()
    try await whole.martlet("run")
    let writes = try await whole.writes(since: before)
    #expect(!writes.isEmpty)
    for (index, write) in writes.enumerated() {
      for action in ["delay", "delay_after"] {
        let scene = try await prepared()
        try await scene.killRun(at: index, action)
        // The forge has carried out the interrupted write by then, or never does.
        if action == "delay" { try await scene.hub.settle() }
        try await scene.martlet("run")
        try await verify(scene, "\(action) at \(write), the \(index). of \(writes)")
        #expect(try await scene.hub.violations().isEmpty)
      }
    }
  }

  @Test func `during a merge leaves one merge and no branch`() async throws {
    try await killed("success") { scene, place in
      let pull = try await scene.pull()
      let branches = try await scene.branches()
      let commits = try await scene.hub.state("acme/app")["commits"]?.object?.count
      #expect(pull["merged"] == true, "\(place)")
      #expect(branches == ["main"], "\(place)")
      #expect(commits == 2, "\(place)")
    }
  }

  @Test func `during the report of a failure leaves one comment and one label`() async throws {
    try await killed("failure") { scene, place in
      let pull = try await scene.pull()
      let comments = try await scene.comments()
      let labels = try await scene.labels()
      #expect(comments.count == 1, "\(place)")
      #expect(labels.filter { $0 == "martlet: ci-failed" }.count == 1, "\(place)")
      #expect(pull["merged"] == false, "\(place)")
    }
  }
}

extension ChecksScene {
  /// Starts a run and kills it while the forge holds the reply to one of its writes.
  fileprivate func killRun(at write: Int, _ action: String) async throws {
    try await hub.control(
      "faults",
      [
        "mutating": true, "action": .string(action), "skip": .int(write), "seconds": 1,
      ])
    let child = try Program.start(
      ["run", "--config", "martlet.yml", "--log-level", "error"], in: folder.path,
      environment: ["TOKEN": "github_pat_fixed"])
    try await eventually(every: .milliseconds(20)) {
      try await hub.control("faults").array?.first?["hits"] != 0
    }
    child.signal(SIGKILL)
    await child.end()
    try await hub.control("faults", method: .delete)
  }
}
