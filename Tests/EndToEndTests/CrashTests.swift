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
        if action == "delay" { try await scene.fake.settle() }
        try await scene.martlet("run")
        try await verify(scene, "\(action) at \(write), the \(index). of \(writes)")
        #expect(try await scene.fake.violations().isEmpty)
      }
    }
  }

  @Test func `during a merge leaves one merge and no branch`() async throws {
    try await killed("success") { scene, step in
      let pull = try await scene.pull()
      let branches = try await scene.branches()
      let commits = try await scene.fake.state("acme/app")["commits"]?.object?.count
      #expect(pull["merged"] == true, "\(step)")
      #expect(branches == ["main"], "\(step)")
      #expect(commits == 2, "\(step)")
    }
  }

  @Test func `during the report of a failure leaves one comment and one label`() async throws {
    try await killed("failure") { scene, step in
      let pull = try await scene.pull()
      let comments = try await scene.comments()
      let labels = try await scene.labels()
      #expect(comments.count == 1, "\(step)")
      #expect(labels.filter { $0 == "martlet: ci-failed" }.count == 1, "\(step)")
      #expect(pull["merged"] == false, "\(step)")
    }
  }
}

/// A run that is killed after it has moved a branch and before it has recorded this.
@Suite(.needsFakeHost, .serialized)
struct `A lost record of a push` {
  private let run = ["run", "--config", "martlet.yml", "--log-level", "error"]

  private func pass(_ scene: ServeScene) async throws {
    let end = try await Program.run(
      run, in: scene.folder.path, environment: ["TOKEN": "github_pat_fixed"])
    #expect(end.code == 0, "\(end.out) \(end.error)")
  }

  /// Opens a pull request and moves it, and restores the state between both.
  private func moved() async throws -> ServeScene {
    let scene = try await ServeScene(suite: "CrashTests lost")
    try scene.configure()
    try await scene.publish("1.1.0")
    try await pass(scene)
    let state = try scene.folder.everything().filter { $0.key.hasPrefix("martlet.db") }
    try await scene.publish("1.2.0")
    try await pass(scene)
    for (name, bytes) in state {
      try bytes.write(to: URL(fileURLWithPath: "\(scene.folder.path)/\(name)"))
    }
    return scene
  }

  private func merge(_ scene: ServeScene) async throws {
    try await scene.fake.control(
      "pr", ["repo": "acme/app", "pr": 1, "by": "ann", "merge": "squash"])
  }

  @Test func `leaves no branch after a person's merge`() async throws {
    let scene = try await moved()
    try await merge(scene)
    try await pass(scene)
    #expect(try await scene.open() == [])
    #expect(try await scene.orphans() == [])
  }

  @Test func `leaves the branch if a person has pushed to it`() async throws {
    let scene = try await moved()
    try await scene.fake.control(
      "commit",
      [
        "repo": "acme/app", "branch": "martlet/swift/aster", "message": "By hand",
        "files": ["NOTES.md": "mine\n"],
      ])
    try await merge(scene)
    try await pass(scene)
    #expect(try await scene.open() == [])
    #expect(try await scene.orphans() == ["martlet/swift/aster"])
  }
}

/// A run that is killed while it opens a pull request, whose update isn't needed afterwards.
@Suite(.needsFakeHost, .serialized)
struct `An interrupted opening` {
  /// Kills the run at each of its writes, lets a person act, and runs once more.
  private func killed(then act: (ChecksScene) async throws -> Void) async throws {
    let whole = try await ChecksScene(file: "CrashTests opening")
    let before = try await whole.requests()
    try await whole.martlet("run")
    let writes = try await whole.writes(since: before)
    #expect(writes.count > 1)
    for index in writes.indices {
      let scene = try await ChecksScene(file: "CrashTests opening")
      try await scene.killRun(at: index, "delay_after")
      try await act(scene)
      try await scene.martlet("run")
      let step = "after \(index) of \(writes)"
      #expect(try await scene.branches() == ["main"], "\(step)")
      #expect(try await scene.pull()["state"] != "open", "\(step)")
      #expect(try await scene.fake.violations().isEmpty)
    }
  }

  @Test func `leaves nothing if a person removes the dependency`() async throws {
    try await killed { scene in try await scene.removeLibraries() }
  }

  @Test func `leaves nothing if a person merges the pull request`() async throws {
    try await killed { scene in
      guard try await scene.pull()["state"] == "open" else {
        return try await scene.removeLibraries()
      }
      try await scene.fake.control(
        "pr", ["repo": "acme/app", "pr": 1, "by": "ann", "merge": "squash"])
    }
  }
}

extension ChecksScene {
  /// Starts a run and kills it while the forge holds the reply to one of its writes.
  fileprivate func killRun(at write: Int, _ action: String) async throws {
    try await fake.control(
      "faults",
      [
        "mutating": true, "action": .string(action), "skip": .int(write), "seconds": 1,
      ])
    let child = try Program.start(
      ["run", "--config", "martlet.yml", "--log-level", "error"], in: folder.path,
      environment: ["TOKEN": "github_pat_fixed"])
    try await eventually(every: .milliseconds(20)) {
      try await fake.control("faults").array?.first?["hits"] != 0
    }
    child.signal(SIGKILL)
    await child.end()
    try await fake.control("faults", method: .delete)
  }
}
