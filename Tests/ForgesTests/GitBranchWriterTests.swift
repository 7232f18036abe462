import FoundationEssentials
import Git
import HTTP
import JSON
import Logging
import TestSupport
import Testing

@testable import Forges

/// A host that is written to by git alone, on each of the fakes.
private struct GitHost: SourceReading {
  let fake: FakeHost
  let host: HostClient
  let objects: GitObjects
  let repository: RepositoryName

  init(_ program: String, token: String, cache: String) async throws {
    fake = try await FakeHost.fresh(program)
    try await fake.control(
      "repo", ["full_name": "acme/web", "files": ["a.txt": "1\n", "deep/b.txt": "2\n"]])
    let pacing = HostPacing(pace: .zero, sleep: { _ in })
    let keys = ForgeKeys(token: Secret(token)) { token, _ in
      .basic(user: "oauth2", password: token)
    }
    let wire = HostWire(
      name: "git", addresses: HostAddresses(web: fake.url, api: "\(fake.url)/api"),
      dialect: HostDialect(headers: [:]),
      client: FakeHost.live.authorized(by: CredentialSource(keys, of: "git")), pacing: pacing)
    host = HostClient(wire)
    objects = host.objects(Options(cache: cache, allowsPrivate: { _ in true }))
    repository = try #require(RepositoryName("acme/web"))
  }

  var writer: GitBranchWriter { GitBranchWriter(host, objects, source: self) }

  func branch(
    _ name: String, in repository: RepositoryName
  ) async throws(ForgeError) -> Branch? {
    do throws(GitError) {
      let all = try await objects.remotes.references(objects.address(of: repository))
      return all.first { $0.name == "refs/heads/\(name)" }
        .map { Branch(name: name, head: $0.commit) }
    } catch { throw ForgeError(host: error) }
  }

  func tree(
    at commit: String, in repository: RepositoryName
  ) async throws(ForgeError) -> [TreeEntry] {
    await objects.tree(at: commit, in: repository) ?? []
  }

  func blob(
    _ sha: String, limit: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> [UInt8] {
    await objects.blob(sha, limit: limit, in: repository) ?? []
  }

  func prefetch(_ blobs: [String], in repository: RepositoryName) async {}

  func commits(
    on branch: String, limit: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> [Forges.Commit] { [] }

  func commits(
    from base: String, to head: String, in repository: RepositoryName
  ) async throws(ForgeError) -> [Forges.Commit] { [] }

  func proposal(_ text: String, on parent: String) -> CommitProposal {
    CommitProposal(
      parent: parent,
      changes: [
        "deep/b.txt": .write(Array(text.utf8), mode: .regular), "a.txt": .delete,
        "run.sh": .write(Array("#!".utf8), mode: .executable),
      ], message: "Bump b\n")
  }

  func writeBranch(
    _ proposal: CommitProposal, expecting head: String?
  ) async throws -> BranchWrite {
    try await writer.writeBranch(
      proposal, on: "martlet/b", expecting: head,
      by: Author(name: "martlet", email: "martlet@acme.dev"), in: repository)
  }
}

@Suite(.serialized, .needsFakeHost) struct `Writing a branch by git` {
  private static let fakes = [
    ("fakehub", "github_pat_fixed"), ("fakelab", "glpat-fixed"), ("faketea", "gitea_token_fixed"),
  ]

  private let cache =
    FileManager.default.temporaryDirectory.path + "/martlet-writer-\(uniqueName())"

  private func commit(_ write: BranchWrite) throws -> String {
    guard case .written(let commit) = write else {
      throw FakeHost.Failure(message: "\(write)")
    }
    return commit
  }

  @Test(arguments: fakes)
  func `a branch is created, replaced and deleted on every host`(
    program: String, token: String
  ) async throws {
    defer { try? FileManager.default.removeItem(atPath: cache) }
    let host = try await GitHost(program, token: token, cache: cache)
    let web = host.repository
    let main = try #require(try await host.head(of: "main", in: web))
    let first = try commit(
      try await host.writeBranch(host.proposal("3\n", on: main), expecting: nil))
    #expect(try await host.head(of: "martlet/b", in: web) == first)
    let tree = try await host.tree(at: first, in: web)
    #expect(tree.map(\.path) == ["deep/b.txt", "run.sh"])
    #expect(tree.last?.mode == .executable)
    // A second commit on the same parent replaces the first one.
    let second = try commit(
      try await host.writeBranch(host.proposal("4\n", on: main), expecting: first))
    #expect(try await host.head(of: "martlet/b", in: web) == second)
    #expect(try await host.writer.delete("martlet/b", at: second, in: web) == .moved)
    #expect(try await host.head(of: "martlet/b", in: web) == nil)
    #expect(try await host.writer.delete("martlet/b", at: second, in: web) == .moved)
  }

  @Test(arguments: fakes)
  func `a person's push is never lost`(program: String, token: String) async throws {
    defer { try? FileManager.default.removeItem(atPath: cache) }
    let host = try await GitHost(program, token: token, cache: cache)
    let main = try #require(try await host.head(of: "main", in: host.repository))
    let ours = try commit(
      try await host.writeBranch(host.proposal("3\n", on: main), expecting: nil))
    try await host.fake.control(
      "commit",
      [
        "repo": "acme/web", "branch": "martlet/b", "files": ["c.txt": "mine\n"], "message": "Mine",
      ])
    let person = try #require(try await host.head(of: "martlet/b", in: host.repository))
    #expect(person != ours)
    let lost = BranchWrite.lost(head: person)
    #expect(try await host.writeBranch(host.proposal("4\n", on: main), expecting: ours) == lost)
    #expect(try await host.writeBranch(host.proposal("4\n", on: main), expecting: nil) == lost)
    let kept = try await host.writer.delete("martlet/b", at: ours, in: host.repository)
    #expect(kept == .lost(head: person))
    #expect(try await host.head(of: "martlet/b", in: host.repository) == person)
  }

  @Test(arguments: fakes)
  func `a proposal without a change places its parent`(
    program: String, token: String
  ) async throws {
    defer { try? FileManager.default.removeItem(atPath: cache) }
    let host = try await GitHost(program, token: token, cache: cache)
    let main = try #require(try await host.head(of: "main", in: host.repository))
    let same = CommitProposal(
      parent: main, changes: ["a.txt": .write(Array("1\n".utf8), mode: .regular)], message: "None")
    #expect(try await host.writeBranch(same, expecting: nil) == .written(commit: main))
    #expect(try await host.head(of: "martlet/b", in: host.repository) == main)
  }

  @Test func `a push with a lost response is found to have arrived`() async throws {
    defer { try? FileManager.default.removeItem(atPath: cache) }
    let host = try await GitHost("fakehub", token: "github_pat_fixed", cache: cache)
    let main = try #require(try await host.head(of: "main", in: host.repository))
    try await host.fake.fault("git:git-receive-pack", "drop_after")
    let head = try commit(
      try await host.writeBranch(host.proposal("3\n", on: main), expecting: nil))
    #expect(try await host.head(of: "martlet/b", in: host.repository) == head)
  }
}
