import Foundation
import HTTP
import JSON
import TestSupport
import Testing

/// The whole program with a fake GitHub that checks every request.
///
/// The tests share one fake, so they run one by one.
@Suite(.needsFakeHost, .serialized) struct `On GitHub` {
  @Test func `a run leaves a repository alone that the token may only read`() async throws {
    let scene = try await GitHubScene([("bot_role", "read")])
    for _ in 1...2 {
      let outcome = try await scene.martlet("run")
      #expect(outcome.code == 0, "\(outcome.error)")
      let line = "hub: 1 repository is not visited, because the credential may only read it: "
      #expect(
        outcome.out.hasPrefix(line + "give its account write access: acme/app\n"),
        "\(outcome.out)")
    }
    #expect(try await scene.writes().isEmpty)
    #expect(try await scene.openTitles().isEmpty)
    #expect(try await scene.fake.violations().isEmpty)
  }

  @Test func `a run opens pull requests and a second one writes nothing`() async throws {
    let scene = try await GitHubScene()
    let first = try await scene.martlet("run")
    #expect(first.code == 0, "\(first.error)")
    #expect(
      try await scene.openTitles() == [
        "Bump aster from 1.0.0 to 2.0.0", "Bump borage from 1.0.0 to 1.1.0",
      ])
    let written = try await scene.writes().count
    let asked = try await scene.fake.control("requests").array?.count ?? 0
    for _ in 1...2 { #expect(try await scene.martlet("run").code == 0) }
    #expect(try await scene.writes().count == written)
    let later = try await scene.requests(since: asked)
    // One for the base and one for what people did. While checks are awaited: one for the list of
    // pull requests, two for what the branch demands, and two a pull request; see ChecksTests for
    // when they are not.
    #expect(later.count == 2 * 9)
    #expect(later.prefix(2).map(\.operation) == ["git/get-ref", "issues/list-for-repo"])
    // The first request for the activity cannot be conditional.
    #expect(later.prefix(2).map(\.isConditional) == [true, false])
    #expect(later[9...].prefix(2).map(\.isConditional) == [true, true])
    #expect(try await scene.fake.violations().isEmpty)
  }

  /// Trees and files are fetched by git, which is not counted.
  @Test func `a first pull request costs ten requests, and another one five more`() async throws {
    let scene = try await GitHubScene()
    #expect(try await scene.martlet("run").code == 0)
    #expect(
      try await scene.requests(since: 0).map(\.operation) == [
        "repos/get", "git/get-ref", "pulls/list", "repos/list-commits",
        "git/create-tree", "git/create-commit", "git/create-ref", "pulls/create",
        "issues/create-label", "issues/add-labels",
        "git/create-tree", "git/create-commit", "git/create-ref", "pulls/create",
        "issues/add-labels",
      ])
    // In a later pass the label is known, and the state of the pull request's branch isn't.
    try await scene.fake.publish("aster", ["2.1.0"])
    let asked = try await scene.count()
    #expect(try await scene.martlet("run").code == 0)
    let operations = try await scene.requests(since: asked).map(\.operation)
    #expect(operations.allSatisfy { !$0.contains("label") && !$0.contains("blob") })
    #expect(try await scene.fake.violations().isEmpty)
  }

  @Test func `a run with --due waits for the schedules that the state knows`() async throws {
    let scene = try await GitHubScene()
    #expect(try await scene.martlet("run", "--due").code == 0)
    #expect(try await scene.openTitles().count == 2)
    try await scene.fake.publish("aster", ["2.1.0"])
    for _ in 1...2 {
      let waiting = try await scene.martlet("run", "--due")
      #expect(waiting.code == 0, "\(waiting.error)")
      #expect(try await scene.openTitles().first == "Bump aster from 1.0.0 to 2.0.0")
    }
    #expect(try await scene.martlet("run").code == 0)
    #expect(try await scene.openTitles().first == "Bump aster from 1.0.0 to 2.1.0")
    #expect(try await scene.martlet("run", "--due", "--dry-run").code == 2)
  }

  @Test func `each line about a problem has the fields of its visit`() async throws {
    let scene = try await GitHubScene()
    try await scene.push(["Package.resolved": "{"])
    let lines = try await scene.martlet("run").error.split(separator: "\n")
      .filter { $0.contains("Package.resolved") }
    #expect(!lines.isEmpty)
    for line in lines {
      for field in ["run=", "forge=hub", "repository=acme/app", "job="] {
        #expect(line.contains(field), "\(line)")
      }
      #expect(!line.contains("\\n"), "\(line)")
    }
  }

  @Test func `a dry run writes nothing and shows the diff`() async throws {
    let scene = try await GitHubScene()
    let outcome = try await scene.martlet("run", "--dry-run")
    #expect(outcome.out.contains("+        \"version\" : \"2.0.0\""))
    #expect(outcome.out.contains("notes of 2.0.0"))
    #expect(try await scene.writes() == [])
  }

  @Test func `a pull request that a person closed is not opened again`() async throws {
    let scene = try await GitHubScene()
    _ = try await scene.martlet("run")
    try await scene.fake.control(
      "pr", ["repo": "acme/app", "pr": 1, "by": "ann", "state": "closed"])
    try await scene.fake.control(
      "commit", ["repo": "acme/app", "files": ["README.md": "moved\n"], "message": "Move on"])
    let outcome = try await scene.martlet("run")
    #expect(outcome.out.contains("was declined when #1 was closed"), "\(outcome.out)")
    #expect(try await scene.openTitles().count == 1)
  }

  @Test func `a newer version moves the same pull request`() async throws {
    let scene = try await GitHubScene()
    _ = try await scene.martlet("run")
    try await scene.fake.publish("aster", ["2.1.0"])
    #expect(try await scene.martlet("run").code == 0)
    #expect(try await scene.openTitles().contains("Bump aster from 1.0.0 to 2.1.0"))
    #expect(try await scene.openTitles().count == 2)
  }

  @Test func `a branch with somebody else's commit is left alone`() async throws {
    let scene = try await GitHubScene()
    _ = try await scene.martlet("run")
    try await scene.fake.control(
      "commit",
      [
        "repo": "acme/app", "branch": "martlet/swift/aster", "files": ["fix.txt": "by hand\n"],
        "message": "Fix what the update broke",
      ])
    try await scene.fake.publish("aster", ["2.1.0"])
    let outcome = try await scene.martlet("run")
    #expect(outcome.out.contains("has commits by others"), "\(outcome.out)")
    #expect(try await scene.openTitles().contains("Bump aster from 1.0.0 to 2.0.0"))
  }

  /// The response to each write is lost in turn, then the state too.
  @Test(
    .slow,
    arguments: ["drop_after", "drop_before"])
  func `a fault at any write duplicates nothing after one more pass`(
    action: String
  ) async throws {
    let scene = try await GitHubScene()
    _ = try await scene.martlet("run")
    let writes = try await scene.writes().count
    for skipped in 0..<writes {
      let scene = try await GitHubScene()
      try await scene.fake.control(
        "faults", ["mutating": true, "action": .string(action), "skip": .int(skipped)])
      _ = try await scene.martlet("run")
      try await scene.fake.control("faults", method: .delete)
      if skipped.isMultiple(of: 2) {
        for suffix in ["", "-wal", "-shm"] {
          try? FileManager.default.removeItem(atPath: scene.folder.path + "/martlet.db" + suffix)
        }
      }
      let outcome = try await scene.martlet("run")
      #expect(outcome.code == 0, "\(skipped): \(outcome.out)")
      #expect(try await scene.openTitles().count == 2, "\(skipped)")
      #expect(try await scene.fake.state("acme/app")["orphan_branches"] == [], "\(skipped)")
    }
  }
}
