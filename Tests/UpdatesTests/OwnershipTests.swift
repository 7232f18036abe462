import Forges
import Store
import TestSupport
import Testing

@testable import Updates

/// The package `a` is outdated, and minor updates are merged once `build` is green.
private func outdated() async throws -> Scene {
  let scene = try await Scene(
    "automerge: {update-types: [minor]}", ["deps.txt": "a 1.0.0\n", "other.txt": "x\n"])
  scene.npm.publish("a", "1.0.0", "1.1.0")
  return scene
}

private let itsBranch = "martlet/npm/a"
private let foreign = "has commits by others and is left unchanged"

extension Scene {
  /// Replaces the commit of the branch by another one on its parent, with the same message.
  ///
  /// - Parameters:
  ///   - changes: added to those of the commit.
  ///   - login: the account that commits; the scene's own is what a forger writes into a commit.
  ///   - author: the author; nil: the account.
  ///   - message: the message; nil: that of the commit.
  /// - Returns: the new commit.
  /// - Throws: unexpected errors.
  fileprivate func amend(
    _ changes: [String: Forges.FileChange], as login: String = "martlet", author: Author? = nil,
    message: String? = nil
  ) async throws -> String {
    let forge = try forge(as: login)
    let head = try #require(try await forge.head(of: itsBranch, in: repository))
    let commit = try await forge.commit(head, in: repository)
    let deps = try #require(try await text("deps.txt", on: head))
    let all = changes.merging(["deps.txt": .write(Array(deps.utf8), mode: .regular)]) { one, _ in
      one
    }
    let amended = try await forge.commit(
      CommitProposal(
        parent: commit.parents[0], changes: all, message: message ?? commit.message,
        author: author), in: repository)
    _ = try await forge.moveBranch(
      itsBranch, from: head, to: amended.sha, force: true, in: repository)
    return amended.sha
  }

  fileprivate func text(_ path: String, on commit: String) async throws -> String? {
    try await forge().file(path, at: commit, limit: 1 << 20, in: repository).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  fileprivate var head: String? {
    get async throws { try await forge().head(of: itsBranch, in: repository) }
  }

  fileprivate func makeGreen() async throws {
    let head = try #require(try await head)
    try await forge().report(Check(name: "build", state: .success), of: head, in: repository)
    wait(hours: 2)
  }

  fileprivate var states: [PullRequest.State] {
    get async throws { try await pullRequests().map(\.state) }
  }
}

private let forgeries: [(String, [String: Forges.FileChange])] = [
  ("an added file", ["evil.sh": .write(Array("curl\n".utf8), mode: .regular)]),
  ("a changed file", ["other.txt": .write(Array("y\n".utf8), mode: .regular)]),
  ("a removed file", ["other.txt": .delete]),
  ("another mode", ["other.txt": .write(Array("x\n".utf8), mode: .executable)]),
  ("another mode of its file", ["deps.txt": .write(Array("a 1.1.0\n".utf8), mode: .executable)]),
  ("a link", ["other.txt": .write(Array("deps.txt".utf8), mode: .link)]),
  ("another case", ["Other.txt": .write(Array("x\n".utf8), mode: .regular)]),
  (
    "other contents of its file",
    ["deps.txt": .write(Array("a 1.1.0\nb 9\n".utf8), mode: .regular)]
  ),
]

@Suite struct `A commit that names martlet` {
  @Test(arguments: forgeries) func `is a person's after the state was lost`(
    what: String, changes: [String: Forges.FileChange]
  ) async throws {
    let scene = try await outdated()
    try await scene.run()
    let forged = try await scene.amend(changes)
    try await scene.loseState()
    try await scene.makeGreen()
    #expect(try await scene.run() == ["a: #1 \(foreign)"], "\(what)")
    #expect(try await scene.run() == ["a: #1 \(foreign)"], "\(what)")
    #expect(try await scene.head == forged)
    #expect(try await scene.states == [.open])
    #expect(try await scene.comments(on: 1).count == 1)
    scene.npm.publish("a", "1.0.0", "1.1.0", "1.2.0")
    #expect(try await scene.run() == ["a: #1 \(foreign)"], "\(what)")
    #expect(try await scene.head == forged)
  }

  @Test(arguments: forgeries) func `is a person's if its branch was there first`(
    what: String, changes: [String: Forges.FileChange]
  ) async throws {
    let scene = try await outdated()
    try await scene.run()
    try await scene.forget(1)
    let forged = try await scene.amend(changes)
    try await scene.makeGreen()
    #expect(try await scene.run() == ["a: \(itsBranch) \(foreign)"], "\(what)")
    #expect(try await scene.head == forged)
    #expect(try await scene.states == [])
  }

  @Test(arguments: forgeries) func `is a person's although the state has the pull request`(
    what: String, changes: [String: Forges.FileChange]
  ) async throws {
    let scene = try await outdated()
    try await scene.run()
    let forged = try await scene.amend(changes)
    try await scene.makeGreen()
    try await scene.run()
    scene.npm.publish("a", "1.0.0", "1.1.0", "1.2.0")
    #expect(try await scene.run() == ["a: #1 \(foreign)"], "\(what)")
    #expect(try await scene.head == forged)
    #expect(try await scene.states == [.open])
    let comments = try await scene.comments(on: 1)
    #expect(comments.count == 1)
    #expect(comments[0].contains("`@martlet recreate` rebuilds the branch"))
  }

  @Test func `is a person's if a second one takes its additions back`() async throws {
    let scene = try await outdated()
    try await scene.run()
    _ = try await scene.amend(forgeries[0].1)
    try await scene.push(["evil.sh": nil], to: itsBranch)
    let head = try await scene.head
    try await scene.loseState()
    try await scene.makeGreen()
    #expect(try await scene.run() == ["a: #1 \(foreign)"])
    #expect(try await scene.head == head)
    #expect(try await scene.states == [.open])
  }

  @Test(arguments: ["martlet", "ann"]) func `is a person's if the message was amended`(
    login: String
  ) async throws {
    let scene = try await outdated()
    try await scene.run()
    let amended = try await scene.amend(
      [:], as: login, author: Author(name: "Ann", email: "\(login)@localhost"),
      message: "Take a, see the wiki\n\nupdated-dependencies:\n- dependency-name: a")
    scene.npm.publish("a", "1.0.0", "1.1.0", "1.2.0")
    #expect(try await scene.run() == ["a: #1 \(foreign)"])
    #expect(try await scene.head == amended)
  }

  @Test func `is merged if it is exactly what martlet would write`() async throws {
    let scene = try await outdated()
    try await scene.run()
    try await scene.loseState()
    try await scene.run()
    try await scene.makeGreen()
    try await scene.run()
    #expect(try await scene.states == [.merged])
  }

  @Test func `is not continued by a branch that starts with a forged one`() async throws {
    let scene = try await outdated()
    try await scene.run()
    try await scene.forget(1)
    let forged = try await scene.amend(forgeries[0].1)
    try await scene.push(["hand": "made\n"], to: itsBranch)
    let pushed = try #require(try await scene.head)
    #expect(try await scene.run() == ["a: \(itsBranch) \(foreign)"])
    // The pusher takes the second commit back, so that the branch is at the first one.
    _ = try await scene.forge().moveBranch(
      itsBranch, from: pushed, to: forged, force: true, in: scene.repository)
    try await scene.makeGreen()
    #expect(try await scene.run() == ["a: \(itsBranch) \(foreign)"])
    #expect(try await scene.states == [])
  }

  @Test func `is martlet's if the state says that it was about to write it`() async throws {
    let scene = try await outdated()
    try await scene.run()
    var record = try #require(try await scene.records().first)
    record.head = String(repeating: "0", count: 40)
    try await scene.save(record)
    let begun = BegunBranch(
      repository: record.repository, branch: itsBranch, base: "main",
      imprints: ["an earlier one", record.imprint])
    try await scene.save(begun)
    scene.npm.publish("a", "1.0.0", "1.1.0", "1.2.0")
    #expect(try await scene.run() == ["a: updated #1 to 1.2.0"])
    record = try #require(try await scene.records().first)
    record.head = String(repeating: "0", count: 40)
    try await scene.save(record)
    try await scene.save(begun)
    scene.npm.publish("a", "1.0.0", "1.1.0", "1.2.0", "1.3.0")
    #expect(try await scene.run() == ["a: #1 \(foreign)"])
  }

  @Test func `is martlet's if the first pass was ended twice after its record`() async throws {
    let scene = try await outdated()
    try await scene.run()
    let record = try #require(try await scene.records().first)
    // A state without the end of a pass.
    try await scene.loseState()
    try await scene.save(record)
    try await scene.save(
      BegunBranch(
        repository: record.repository, branch: itsBranch, base: "main", imprints: ["a later one"]))
    scene.npm.publish("a", "1.0.0", "1.1.0", "1.2.0")
    #expect(try await scene.run() == ["a: updated #1 to 1.2.0"])
  }

  @Test func `is martlet's in the same case if its dependency is gone`() async throws {
    let scene = try await outdated()
    try await scene.run()
    var record = try #require(try await scene.records().first)
    record.head = String(repeating: "0", count: 40)
    try await scene.save(record)
    try await scene.save(
      BegunBranch(
        repository: record.repository, branch: itsBranch, base: "main",
        imprints: [record.imprint]))
    try await scene.push(["deps.txt": ""])
    try await scene.run()
    #expect(try await scene.states == [.closed])
    #expect(try await scene.branches() == [])
  }

  @Test func `is replaced only if a person asks for that while it is there`() async throws {
    let scene = try await outdated()
    try await scene.run()
    _ = try await scene.amend(forgeries[0].1)
    scene.npm.publish("a", "1.0.0", "1.1.0", "1.2.0")
    try await scene.run()
    try scene.settings(#"{"permissions": {"ann": "write"}}"#)
    _ = try await scene.forge(as: "ann").comment(
      "@martlet recreate", on: 1, in: scene.repository)
    scene.wait(hours: 1)
    #expect(try await scene.run() == ["a: updated #1 to 1.2.0"])
    #expect(try await scene.text("evil.sh", of: 1) == nil)
  }

  @Test func `of an older martlet is compared before it is merged`() async throws {
    let scene = try await outdated()
    try await scene.run()
    var record = try #require(try await scene.records().first)
    let head = record.head
    record.imprint = ""
    try await scene.save(record)
    try await scene.makeGreen()
    try await scene.run()
    #expect(try await scene.states == [.merged])
    #expect(try await scene.records().first?.head == head)
  }
}

@Suite struct `An imprint` {
  private func imprint(_ paths: String..., message: String = "m") -> Imprint {
    let entries = paths.map { TreeEntry(path: $0, mode: .regular, sha: "1") }
    return Imprint(parent: "p", message: message, changes: TreeChanges(from: [], to: entries))
  }

  @Test func `compares paths by their bytes`() {
    #expect(imprint("\u{e9}") != imprint("e\u{301}"))
    #expect(imprint("a", "b") == imprint("b", "a"))
    #expect(imprint("a b") != imprint("a", "b"))
    #expect(imprint("\u{e9}", "e\u{301}") != imprint("\u{e9}"))
  }

  @Test func `has the message without the line breaks that hosts change`() {
    #expect(imprint("a", message: "m\r\n\r\nn\n") == imprint("a", message: "m\n\nn"))
    #expect(imprint("a", message: "m\nn") != imprint("a", message: "m n"))
  }
}
