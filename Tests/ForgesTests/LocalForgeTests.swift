import FoundationEssentials
import Git
import TestSupport
import Testing

@testable import Forges
import Time

/// A local forge in a folder of its own, with one repository.
private final class Folder: Sendable {
  let path: String
  let forge: LocalForge
  let repository: RepositoryName
  let base: String

  struct Failure: Error {}

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/martlet-forge-\(uniqueName())"
    guard
      let forge = LocalForge(
        name: "here", url: "file://\(path)", now: { Timestamp(seconds: 1_800_000_000) }),
      let repository = RepositoryName("acme/web")
    else { throw Failure() }
    self.forge = forge
    self.repository = repository
    let git = try Git.Repository.create(at: "\(path)/acme/web.git")
    let tree = try git.writeTree(
      from: nil,
      [
        "a.txt": .set(sha: try git.write(blob: Array("1\n".utf8)), mode: 0o100644),
        "deep/b.txt": .set(sha: try git.write(blob: Array("2\n".utf8)), mode: 0o100755),
      ])
    let ann = Signature(name: "Ann", email: "ann@acme.dev", seconds: 1_700_000_000)
    base = try git.write(tree: tree, parents: [], message: "Start", author: ann, committer: ann)
    try git.setReference("refs/heads/main", to: base, expecting: nil)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func commit(
    _ text: String, in file: String = "a.txt", on parent: String? = nil
  ) async throws -> Forges.Commit {
    try await forge.commit(
      CommitProposal(
        parent: parent ?? base, changes: [file: .write(Array(text.utf8), mode: .regular)],
        message: "Write \(text)"), in: repository)
  }

  func topic(_ branch: String = "martlet/x", _ text: String = "new\n") async throws -> Forges.Commit
  {
    let commit = try await commit(text)
    _ = try await forge.createBranch(branch, at: commit.sha, in: repository)
    return commit
  }

  func pull(_ branch: String = "martlet/x") async throws -> Creation<PullRequest> {
    try await forge.open(
      PullRequestDraft(head: branch, base: "main", title: "Bump a", body: "Bumps a."),
      in: repository)
  }

  func text(_ file: String) throws -> String {
    try String(contentsOfFile: "\(path)/acme/web.pulls/\(file)", encoding: .utf8)
  }

  func settings(_ json: String) throws {
    let folder = "\(path)/acme/web.pulls"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try json.write(toFile: "\(folder)/settings.json", atomically: true, encoding: .utf8)
  }
}

@Suite struct `A forge in a folder` {
  @Test func `a repository is read without a checkout`() async throws {
    let folder = try Folder()
    let (forge, repository) = (folder.forge, folder.repository)
    #expect(try await forge.repositories().map(\.name.description) == ["acme/web"])
    #expect(try await forge.repository(repository).defaultBranch == "main")
    let tree = try await forge.tree(at: folder.base, in: repository)
    #expect(tree.map(\.path) == ["a.txt", "deep/b.txt"])
    #expect(tree.map(\.mode) == [.regular, .executable])
    #expect(try await forge.blob(tree[0].sha, limit: 9, in: repository) == Array("1\n".utf8))
    let file = try await forge.file("deep/b.txt", at: folder.base, limit: 9, in: repository)
    #expect(file == Array("2\n".utf8))
    #expect(try await forge.file("none", at: folder.base, limit: 9, in: repository) == nil)
    #expect(try await forge.head(of: "none", in: repository) == nil)
  }

  @Test func `the story of a pull request leaves files that people can read`() async throws {
    let folder = try Folder()
    let (forge, repository) = (folder.forge, folder.repository)
    let commit = try await folder.topic()
    #expect(commit.author.login == "martlet")
    let pull = try await folder.pull().value
    #expect(try await folder.pull() == .existed(pull))
    try await forge.addLabels(["dependencies"], to: pull.number, in: repository)
    let comment = try await forge.comment("Hello", on: pull.number, in: repository)
    try await forge.updateComment(comment.id, on: pull.number, to: "Hi", in: repository)
    try await forge.react(.thumbsUp, to: comment.id, on: pull.number, in: repository)
    #expect(
      try folder.text("1.md") == """
        # Bump a (#1)

        open, `martlet/x` into `main`, by martlet; labels: dependencies

        Bumps a.

        ---

        **martlet**:

        Hi

        """)
    #expect(try folder.text("1.diff").contains("-1\n+new\n"))
    #expect(try folder.text("1.json").contains("\"title\" : \"Bump a\""))
    let merged = try await forge.merge(1, at: commit.sha, by: .squash, in: repository)
    let main = try #require(try await forge.head(of: "main", in: repository))
    #expect(merged == .merged(commit: main))
    #expect(try await forge.pullRequest(1, in: repository).state == .merged)
    #expect(try await forge.merge(1, at: commit.sha, by: .squash, in: repository) == merged)
    #expect(try await forge.commit(main, in: repository).message == "Bump a (#1)")
  }

  @Test(arguments: [MergeMethod.merge, .squash, .rebase])
  func `each way of merging brings both sides`(method: MergeMethod) async throws {
    let folder = try Folder()
    let (forge, repository) = (folder.forge, folder.repository)
    let first = try await folder.topic()
    let second = try await folder.commit("more\n", in: "c.txt", on: first.sha)
    _ = try await forge.moveBranch(
      "martlet/x", from: first.sha, to: second.sha, force: false, in: repository)
    let other = try await folder.commit("other\n", in: "d.txt")
    _ = try await forge.moveBranch(
      "main", from: folder.base, to: other.sha, force: false, in: repository)
    let pull = try await folder.pull().value
    guard
      case .merged(let sha) = try await forge.merge(
        pull.number, at: second.sha, by: method, in: repository)
    else {
      Issue.record("not merged")
      return
    }
    let tree = try await forge.tree(at: sha, in: repository).map(\.path)
    #expect(tree == ["a.txt", "c.txt", "d.txt", "deep/b.txt"])
    let parents = try await forge.commit(sha, in: repository).parents.count
    #expect(parents == (method == .merge ? 2 : 1))
    let added = try await forge.commits(from: other.sha, to: sha, in: repository).count
    #expect(added == [.merge: 3, .squash: 1, .rebase: 2][method])
  }

  @Test func `conflicts, missing checks and another head are values`() async throws {
    let folder = try Folder()
    let (forge, repository) = (folder.forge, folder.repository)
    try folder.settings(#"{"required-checks": {"main": ["build"]}}"#)
    let commit = try await folder.topic()
    let number = try await folder.pull().value.number
    func merge(_ head: String) async throws -> MergeOutcome {
      try await forge.merge(number, at: head, by: .merge, in: repository)
    }
    #expect(try await merge(folder.base) == .headMoved)
    #expect(
      try await merge(commit.sha) == .refused("required check \"build\" has not passed"))
    #expect(
      try await forge.rules(of: "main", in: repository)
        == BranchRules(checks: [RequiredCheck(name: "build")]))
    let check = Check(name: "build", state: .success)
    try await forge.report(check, of: commit.sha, in: repository)
    #expect(try await forge.checks(of: commit.sha, in: repository) == [check])
    let clash = try await folder.commit("clash\n")
    _ = try await forge.moveBranch(
      "main", from: folder.base, to: clash.sha, force: false, in: repository)
    #expect(try await merge(commit.sha) == .conflicting("there are conflicts"))
    #expect(try await forge.pullRequest(number, in: repository).isMergeable == false)
  }

  @Test func `a strict branch takes only what was built on its newest commit`() async throws {
    let folder = try Folder()
    let (forge, repository) = (folder.forge, folder.repository)
    try folder.settings(#"{"strict": ["main"]}"#)
    let commit = try await folder.topic()
    let number = try await folder.pull().value.number
    let other = try await folder.commit("other\n", in: "d.txt")
    _ = try await forge.moveBranch(
      "main", from: folder.base, to: other.sha, force: false, in: repository)
    #expect(try await forge.rules(of: "main", in: repository).isStrict)
    #expect(
      try await forge.merge(number, at: commit.sha, by: .squash, in: repository)
        == .refused("the branch is behind its base"))
    let rebuilt = try await folder.commit("new\n", on: other.sha)
    _ = try await forge.moveBranch(
      "martlet/x", from: commit.sha, to: rebuilt.sha, force: true, in: repository)
    guard
      case .merged = try await forge.merge(number, at: rebuilt.sha, by: .squash, in: repository)
    else {
      Issue.record("not merged")
      return
    }
  }

  @Test func `the record names who requests changes`() async throws {
    let folder = try Folder()
    _ = try await folder.topic()
    let number = try await folder.pull().value.number
    #expect(try await folder.forge.changeRequests(on: number, in: folder.repository) == [])
    let room = try LocalRoom(folder.repository, in: folder.forge)
    _ = try room.edit(number) { $0.changesRequestedBy = ["zoe", "ann"] }
    #expect(
      try await folder.forge.changeRequests(on: number, in: folder.repository) == ["ann", "zoe"])
  }

  @Test func `a merge that was cut off after the branch moved counts as merged`() async throws {
    let folder = try Folder()
    let commit = try await folder.topic()
    let number = try await folder.pull().value.number
    let room = try LocalRoom(folder.repository, in: folder.forge)
    var record = try room.record(number)
    let squashed = try room.commit(
      tree: commit.tree, parents: [folder.base], message: "Squashed")
    record.mergeCommit = squashed.sha
    try room.save(record)
    #expect(try room.record(number).state == .open)
    try room.set("main", to: squashed.sha, expecting: folder.base)
    let pull = try await folder.forge.pullRequest(number, in: folder.repository)
    #expect(pull.state == .merged)
    #expect(pull.mergeCommit == squashed.sha)
  }

  @Test func `a person who merges or deletes by git is noticed`() async throws {
    let folder = try Folder()
    let commit = try await folder.topic()
    let other = try await folder.topic("martlet/y", "other\n")
    let first = try await folder.pull().value.number
    let second = try await folder.pull("martlet/y").value.number
    let git = Git.Repository(path: "\(folder.path)/acme/web.git")
    try git.setReference("refs/heads/main", to: commit.sha, expecting: folder.base)
    try git.setReference("refs/heads/martlet/y", to: nil, expecting: other.sha)
    #expect(
      try await folder.forge.pullRequest(first, in: folder.repository).state == .merged)
    #expect(
      try await folder.forge.pullRequest(second, in: folder.repository).state == .closed)
  }

  @Test func `closing says by whom, and opening again is possible`() async throws {
    let folder = try Folder()
    let (forge, repository) = (folder.forge, folder.repository)
    _ = try await folder.topic()
    let number = try await folder.pull().value.number
    let closed = try await forge.update(number, PullRequestEdit(isOpen: false), in: repository)
    #expect(closed.state == .closed)
    #expect(try await forge.closer(of: number, in: repository)?.login == "martlet")
    let all = PullRequestQuery(head: "martlet/x", state: .all)
    #expect(try await forge.pullRequests(all, in: repository).map(\.number) == [number])
    #expect(try await forge.pullRequests(PullRequestQuery(), in: repository).isEmpty)
    let again = try await forge.update(number, PullRequestEdit(isOpen: true), in: repository)
    #expect(again.state == .open)
    #expect(try await forge.closer(of: number, in: repository) == nil)
  }

  @Test func `an archived repository takes no writes`() async throws {
    let folder = try Folder()
    try folder.settings(#"{"archived": true}"#)
    #expect(try await folder.forge.repository(folder.repository).isArchived)
    let error = await #expect(throws: ForgeError.self) { try await folder.commit("x") }
    #expect(error?.code == .archived)
  }

  @Test func `permissions are those of the settings`() async throws {
    let folder = try Folder()
    try folder.settings(#"{"permissions": {"ann": "write", "bob": "sultan"}}"#)
    func permission(_ login: String) async throws -> Permission {
      try await folder.forge.permission(of: login, in: folder.repository)
    }
    #expect(try await permission("ann") == .write)
    #expect(try await permission("eve") == .read)
    #expect(try await permission("martlet") == .admin)
    await #expect(throws: ForgeError.self) { try await permission("bob") }
  }

  @Test func `a broken record is an error, never a missing pull request`() async throws {
    let folder = try Folder()
    _ = try await folder.topic()
    _ = try await folder.pull()
    try "{".write(
      toFile: "\(folder.path)/acme/web.pulls/1.json", atomically: true, encoding: .utf8)
    let error = await #expect(throws: ForgeError.self) {
      try await folder.forge.pullRequests(PullRequestQuery(), in: folder.repository)
    }
    #expect(error?.code == .malformed)
  }

  @Test func `many openers make one pull request`() async throws {
    let folder = try Folder()
    _ = try await folder.topic()
    let created = try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<12 {
        group.addTask {
          if case .created = try await folder.pull() { true } else { false }
        }
      }
      return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(created == 1)
  }

  @Test func `a branch without commits opens no pull request`() async throws {
    let folder = try Folder()
    _ = try await folder.forge.createBranch("empty", at: folder.base, in: folder.repository)
    let error = await #expect(throws: ForgeError.self) { try await folder.pull("empty") }
    #expect(error?.code == .rejected)
  }

  @Test func `a branch moves only from where it is expected`() async throws {
    let folder = try Folder()
    let (forge, repository) = (folder.forge, folder.repository)
    let commit = try await folder.topic()
    func move(_ from: String, _ to: String, _ force: Bool = false) async throws -> BranchMove {
      try await forge.moveBranch("martlet/x", from: from, to: to, force: force, in: repository)
    }
    #expect(try await move(folder.base, folder.base) == .lost(head: commit.sha))
    #expect(try await move(folder.base, commit.sha) == .moved)
    await #expect(throws: ForgeError.self) { try await move(commit.sha, folder.base) }
    #expect(try await move(commit.sha, folder.base, true) == .moved)
    #expect(
      try await forge.deleteBranch("martlet/x", at: commit.sha, in: repository)
        == .lost(head: folder.base))
    #expect(try await forge.deleteBranch("martlet/x", at: folder.base, in: repository) == .moved)
    #expect(try await forge.deleteBranch("martlet/x", at: folder.base, in: repository) == .moved)
  }
}
