import Configuration
import Forges
import Store
import Synchronization
import Testing
import Updates

/// The issue that says that a repository's configuration can't be read.
@Suite struct `The notice about a configuration` {
  private static let broken = "version: 2\nupdates:\n  - package-ecosystem: npm\n    directry: /\n"

  private func scene(_ file: String = broken) async throws -> Scene {
    let scene = try await Scene("", ["deps.txt": "a 1.0.0\n", ".github/dependabot.yml": file])
    try await scene.push([".github/dependabot.yml": file])
    scene.change { $0.notices = .issue }
    return scene
  }

  @Test func `has the place of each mistake and what was expected`() async throws {
    let scene = try await scene()
    try await scene.run()
    let issue = try #require(try await scene.issue(.notice))
    #expect(issue.title == "martlet can't read its configuration")
    #expect(issue.body.contains("`.github/dependabot.yml:4:5: error: unknown key"))
    #expect(issue.body.contains("did you mean 'directory'?"))
  }

  @Test func `covers a file that is no YAML, and shows no text as Markdown`() async throws {
    let scene = try await scene("updates: [@ann `x`\n")
    try await scene.run()
    #expect(try await scene.issue(.notice)?.body.contains(".github/dependabot.yml:") == true)
  }

  @Test func `is updated in place, and closes itself when the file is fixed`() async throws {
    let scene = try await scene()
    try await scene.run()
    let first = try #require(try await scene.issue(.notice))
    try await scene.run()
    #expect(try await scene.issue(.notice) == first)
    try await scene.push([
      ".github/dependabot.yml": Self.broken.replacing("directry", with: "folder")
    ])
    try await scene.run()
    #expect(try await scene.issue(.notice)?.body.contains("'folder'") == true)
    try await scene.configure("")
    try await scene.run()
    #expect(try await scene.issue(.notice) == nil)
    #expect(try await scene.issues().map(\.number) == [first.number])
    try await scene.push([".github/dependabot.yml": Self.broken])
    try await scene.run()
    #expect(try await scene.issue(.notice)?.number == first.number)
  }

  @Test func `is found again if the state is lost, and closed then, too`() async throws {
    let scene = try await scene()
    try await scene.run()
    try await scene.loseState()
    try await scene.run()
    #expect(try await scene.issues().count == 1)
    try await scene.loseState()
    try await scene.configure("")
    try await scene.run()
    #expect(try await scene.issue(.notice) == nil)
  }

  @Test func `that a person closed returns only with other mistakes`() async throws {
    let scene = try await scene()
    try await scene.run()
    try await scene.close(try #require(try await scene.issue(.notice)))
    try await scene.run()
    #expect(try await scene.issue(.notice) == nil)
    try await scene.push([
      ".github/dependabot.yml": Self.broken.replacing("directry", with: "folder")
    ])
    try await scene.run()
    #expect(try await scene.issue(.notice)?.body.contains("'folder'") == true)
  }

  @Test func `is off by default, and in dry passes`() async throws {
    let scene = try await scene()
    try await scene.run(dry: true)
    scene.change { $0.notices = .off }
    try await scene.run()
    #expect(try await scene.issues().isEmpty)
  }

  @Test(arguments: [
    (isPrivate: true, isOwn: true, isFork: false, isOpened: true),
    (true, false, false, true),
    (false, true, false, true),
    (false, false, false, false),
    (false, true, true, false),
    (true, true, true, false),
  ])
  func `is opened in a private or own repository, and not in one of others or a fork`(
    isPrivate: Bool, isOwn: Bool, isFork: Bool, isOpened: Bool
  ) async throws {
    let scene = try await scene()
    try scene.settings(#"{"private": \#(isPrivate), "fork": \#(isFork)}"#)
    scene.isOwn.withLock { $0 = isOwn }
    for _ in 1...2 { try await scene.run() }
    #expect(try await scene.issues().count == (isOpened ? 1 : 0))
    // Nor is a configuration proposed there.
    try await scene.push([".github/dependabot.yml": nil])
    scene.change { $0.onboarding.form = .pullRequest }
    try await scene.run()
    #expect(try await scene.open().count == (isOpened ? 1 : 0))
  }

  @Test func `is closed in a repository that is public by now`() async throws {
    let scene = try await scene()
    try scene.settings(#"{"private": true}"#)
    scene.isOwn.withLock { $0 = false }
    try await scene.run()
    try scene.settings(#"{"private": false}"#)
    try await scene.configure("")
    try await scene.run()
    #expect(try await scene.issues().map(\.isOpen) == [false])
  }

  @Test func `is left out if issues are switched off, and the problem stays known`() async throws {
    let scene = try await scene()
    try scene.settings(#"{"issues": false}"#)
    for _ in 1...2 { try await scene.run() }
    #expect(try await scene.issues().isEmpty)
    let problems = try await scene.state.problems(of: scene.forge().id(of: scene.repository))
    #expect(problems.contains { $0.message.contains("directry") }, "\(problems)")
  }

  @Test func `is one after two instances opened it`() async throws {
    let scene = try await scene()
    for _ in 0..<3 { try await scene.openTwin(.notice, "martlet can't read its configuration") }
    try await scene.run()
    #expect(try await scene.issue(.notice)?.number == 1)
  }
}

/// What martlet says to a person who closes one of its pull requests.
@Suite struct `The reply to a closed pull request` {
  private func scene() async throws -> Scene {
    let scene = try await Scene("", ["deps.txt": "a 1.0.0\n"])
    scene.npm.publish("a", "1.0.0", "1.1.0")
    scene.change { $0.replies = .on }
    try await scene.run()
    return scene
  }

  @Test func `is written once, and says how to undo it`() async throws {
    let scene = try await scene()
    try await scene.close(1)
    try await scene.run()
    let comments = try await scene.comments(on: 1)
    #expect(comments.count == 1)
    #expect(comments.first?.contains("To undo this, reopen this pull request.") == true)
    try await scene.run()
    #expect(try await scene.comments(on: 1) == comments)
  }

  @Test func `is not repeated when it is closed again or the state is lost`() async throws {
    let scene = try await scene()
    try await scene.close(1)
    try await scene.run()
    scene.wait(hours: 1)
    try await scene.branch("martlet/npm/a")
    _ = try await scene.forge(as: "ann").update(
      1, PullRequestEdit(isOpen: true), in: scene.repository)
    try await scene.run()
    scene.wait(hours: 1)
    try await scene.close(1)
    try await scene.run()
    try await scene.loseState()
    try await scene.run()
    #expect(try await scene.comments(on: 1).count == 1)
  }

  @Test func `is not written if martlet closed it`() async throws {
    let scene = try await scene()
    try await scene.push(["deps.txt": "a 1.1.0\n"])
    for _ in 1...2 { try await scene.run() }
    #expect(try await scene.open().isEmpty)
    let comments = try await scene.comments(on: 1)
    #expect(comments.allSatisfy { !$0.contains("reopen this pull request") }, "\(comments)")
  }

  @Test func `is not written if replies are off`() async throws {
    let scene = try await scene()
    scene.change { $0.replies = .off }
    try await scene.close(1)
    try await scene.run()
    #expect(try await scene.comments(on: 1).isEmpty)
  }
}
