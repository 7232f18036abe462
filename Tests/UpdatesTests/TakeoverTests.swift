import Configuration
import Forges
import Synchronization
import Testing
import Time
import Updates

/// A repository in which a and b have a patch, and what happens to pull requests of other bots.
private func scene(_ takeover: Takeover?, _ rules: String = "") async throws -> Scene {
  let scene = try await Scene(rules, ["deps.txt": "a 1.0.0\nb 1.0.0\n"])
  scene.npm.publish("a", "1.0.0", "1.0.1", "1.1.0")
  scene.npm.publish("b", "1.0.0", "1.0.1")
  scene.takeover.withLock { $0 = takeover }
  return scene
}

extension Scene {
  /// Opens a pull request as another account, whose commits have the same name.
  @discardableResult
  fileprivate func open(
    _ title: String, on branch: String, as login: String = "dependabot[bot]", body: String = "",
    commitsBy author: String? = nil
  ) async throws -> Int {
    let forge = try forge(as: login)
    let base = try #require(try await forge.head(of: "main", in: repository))
    let commit = try await forge.commit(
      CommitProposal(
        parent: base, changes: ["deps.txt": .write(Array("other\n".utf8), mode: .regular)],
        message: title,
        author: Author(name: author ?? login, email: "x@example.com", login: author ?? login)),
      in: repository)
    _ = try await forge.createBranch(branch, at: commit.sha, in: repository)
    let draft = PullRequestDraft(head: branch, base: "main", title: title, body: body)
    return try await forge.open(draft, in: repository).value.number
  }

  fileprivate func states() async throws -> [String] {
    try await pullRequests().map { "#\($0.number) \($0.title): \($0.state)" }
  }
}

private let bumpsA = ("Bump a from 1.0.0 to 1.1.0", "dependabot/npm_and_yarn/a-1.1.0")

private let renovateBody = """
  This PR contains the following updates:

  | Package | Type | Update | Change |
  |---|---|---|---|
  | [a](https://a.dev) | dependencies | minor | [`1.0.0` -> `1.1.0`](https://renovatebot.com/diffs/npm/a) |
  | [b](https://b.dev) | dependencies | patch | [`1.0.0` → `1.0.1`](https://renovatebot.com/diffs/npm/b) |

  <!--renovate-debug:eyJ9-->
  """

@Suite struct `Pull requests of another bot` {
  @Test func `are not looked for without a key`() async throws {
    let scene = try await scene(nil)
    try await scene.open(bumpsA.0, on: bumpsA.1)
    #expect(try await scene.run() == ["a: opened #2 for 1.1.0", "b: opened #3 for 1.0.1"])
  }

  @Test func `that are ignored keep their updates to themselves`() async throws {
    let scene = try await scene(.ignore)
    try await scene.open(bumpsA.0, on: bumpsA.1)
    #expect(
      try await scene.run() == [
        "a: 1.1.0 waits: #1 by Dependabot proposes it", "b: opened #2 for 1.0.1",
      ])
    // A newer version is another step.
    scene.npm.publish("a", "1.2.0")
    #expect(try await scene.run().contains("a: opened #3 for 1.2.0"))
  }

  @Test func `of Renovate are read from their table`() async throws {
    let scene = try await scene(.ignore)
    try await scene.open(
      "Update all", on: "renovate/all", as: "acme-updates", body: renovateBody)
    #expect(
      try await scene.run() == [
        "a: 1.1.0 waits: #1 by Renovate proposes it", "b: 1.0.1 waits: #1 by Renovate proposes it",
      ])
  }

  @Test func `that a person opened on such a branch don't count`() async throws {
    let scene = try await scene(.ignore)
    try await scene.open(bumpsA.0, on: bumpsA.1, as: "ann")
    #expect(try await scene.run().contains("a: opened #2 for 1.1.0"))
  }

  @Test func `in another directory don't count`() async throws {
    let scene = try await scene(.ignore)
    try await scene.open(bumpsA.0 + " in /web", on: "dependabot/npm_and_yarn/web/a-1.1.0")
    #expect(try await scene.run().contains("a: opened #2 for 1.1.0"))
  }

  @Test func `that aren't recognized are named and left alone`() async throws {
    let scene = try await scene(.close)
    try await scene.open("Update everything", on: "dependabot/npm_and_yarn/all")
    #expect(
      try await scene.run().first
        == "#1 by Dependabot: its updates aren't recognized, so it is left alone")
    #expect(try await scene.states().first { $0.hasPrefix("#1") }?.hasSuffix("open") == true)
  }

  @Test func `are closed once martlet proposes the same, and stay open if reopened`() async throws {
    let scene = try await scene(.close)
    let number = try await scene.open(
      "Update all", on: "renovate/all", as: "renovate[bot]", body: renovateBody)
    try await scene.run()
    #expect(try await scene.pullRequests().first { $0.number == number }?.state == .closed)
    let comment = try #require(try await scene.comments(on: number).last)
    #expect(comment.contains("martlet proposes the same updates in #2, #3."))
    scene.wait(hours: 2)
    _ = try await scene.forge(as: "ann").update(
      number, PullRequestEdit(isOpen: true), in: scene.repository)
    try await scene.run()
    #expect(try await scene.pullRequests().first { $0.number == number }?.state == .open)
    #expect(try await scene.comments(on: number).count == 1)
  }

  @Test func `are closed after a process ended behind the comment`() async throws {
    let scene = try await scene(.close)
    let number = try await scene.open(
      "Update all", on: "renovate/all", as: "renovate[bot]", body: renovateBody)
    try await scene.run()
    _ = try await scene.forge().update(
      number, PullRequestEdit(isOpen: true), in: scene.repository)
    try await scene.run()
    #expect(try await scene.pullRequests().first { $0.number == number }?.state == .closed)
    #expect(try await scene.comments(on: number).count == 1)
  }

  @Test func `stay open while one of their updates has no pull request`() async throws {
    let scene = try await scene(.close, "open-pull-requests-limit: 1")
    let number = try await scene.open(
      "Update all", on: "renovate/all", as: "renovate[bot]", body: renovateBody)
    try await scene.run()
    #expect(try await scene.pullRequests().first { $0.number == number }?.state == .open)
  }

  @Test func `are adopted with number and branch`() async throws {
    let scene = try await scene(.adopt)
    let number = try await scene.open(bumpsA.0 + ".", on: bumpsA.1, body: "theirs")
    #expect(
      try await scene.run() == ["a: updated #1 to 1.1.0", "b: opened #2 for 1.0.1"])
    let adopted = try #require(try await scene.pullRequests().first { $0.number == number })
    #expect(adopted.title == "Bump a from 1.0.0 to 1.1.0")
    #expect(adopted.body.contains("<!-- martlet: npm / dependency a | a=1.1.0 -->"))
    #expect(try await scene.text("deps.txt", of: number) == "a 1.1.0\nb 1.0.0\n")
    // It continues as martlet's, also with a newer version and without the state.
    scene.npm.publish("a", "1.2.0")
    #expect(try await scene.run().contains("a: updated #1 to 1.2.0"))
    try await scene.loseState()
    #expect(try await scene.run().contains("a: #1 proposes 1.2.0"))
  }

  @Test func `with commits of people are not adopted`() async throws {
    let scene = try await scene(.adopt)
    try await scene.open(bumpsA.0, on: bumpsA.1, commitsBy: "ann")
    #expect(try await scene.run().contains("a: opened #2 for 1.1.0"))
    #expect(try await scene.text("deps.txt", of: 1) == "other\n")
  }

  @Test func `with other dependencies are not adopted`() async throws {
    let scene = try await scene(.adopt)
    try await scene.open("Update all", on: "renovate/all", as: "renovate", body: renovateBody)
    #expect(try await scene.run() == ["a: opened #2 for 1.1.0", "b: opened #3 for 1.0.1"])
  }

  @Test func `are adopted by a group with the same dependencies`() async throws {
    let scene = try await scene(.adopt, "groups: {all: {patterns: [\"*\"]}}")
    try await scene.open("Update all", on: "renovate/all", as: "renovate", body: renovateBody)
    try await scene.run()
    #expect(try await scene.open() == ["#1 Bump the all group with 2 updates"])
  }
}
