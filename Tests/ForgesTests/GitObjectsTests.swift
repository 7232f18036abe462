import FoundationEssentials
import Git
import HTTP
import JSON
import TestSupport
import Testing

@testable import Forges
import Time

/// Trees and files by git's own protocol, which costs nothing of the interface's budget.
@Suite(.serialized, .needsFakeHost) struct `Objects that are fetched by git` {
  let fake: FakeHost
  let web: RepositoryName
  private let cache = Cache()

  /// A folder for one test, gone afterwards.
  private final class Cache: Sendable {
    let path = FileManager.default.temporaryDirectory.path + "/martlet-objects-\(uniqueName())"
    deinit { try? FileManager.default.removeItem(atPath: path) }
  }

  init() async throws {
    web = try #require(RepositoryName("acme/web"))
    fake = try await FakeHost.fresh()
    try await fake.control(
      "repo",
      [
        "full_name": "acme/web", "private": true,
        "files": ["a.txt": "1\n", "deep/er/b.txt": "2\n", "empty": ""],
      ])
  }

  private func forge(now: @escaping @Sendable () -> Timestamp = Timestamp.now) throws -> GitHubForge
  {
    let pacing = HostPacing(pace: .zero, now: now)
    return try fake.forge(
      pacing: pacing, git: Options(cache: cache.path, allowsPrivate: { _ in true }))
  }

  /// The requests, by kind.
  private func asked() async throws -> [String] {
    try await fake.control("requests").array?.compactMap { $0["op"]?.string } ?? []
  }

  @Test func `are the same as by the interface, whose budget is left alone`() async throws {
    let (git, rest) = (try forge(), try fake.forge())
    let head = try #require(try await rest.head(of: "main", in: web))
    let before = try await asked().count
    let tree = try await git.tree(at: head, in: web)
    var contents: [[UInt8]] = []
    for entry in tree { contents.append(try await git.blob(entry.sha, limit: 9, in: web)) }
    let operations = try await asked().dropFirst(before)
    #expect(!operations.isEmpty && operations.allSatisfy { $0.hasPrefix("git:") }, "\(operations)")
    let listed = try await rest.tree(at: head, in: web)
    #expect(tree.map(\.path) == listed.map(\.path))
    #expect(tree.map(\.sha) == listed.map(\.sha))
    #expect(tree.map(\.mode) == listed.map(\.mode))
    #expect(contents.map { String(decoding: $0, as: UTF8.self) } == ["1\n", "2\n", ""])
    #expect(try await fake.violations().isEmpty)
  }

  @Test func `come from the interface while git fails, which is tried again later`() async throws {
    let rest = try fake.forge()
    let head = try #require(try await rest.head(of: "main", in: web))
    let clock = ManualClock()
    let git = try forge { clock.now }
    try await fake.control("faults", ["op": "git:info/refs", "action": "status", "status": 500])
    let before = try await asked().count
    #expect(try await git.tree(at: head, in: web).count == 3)
    #expect(try await git.tree(at: head, in: web).count == 3)
    #expect(
      try await asked().dropFirst(before).filter { $0.hasPrefix("git") } == [
        "git:info/refs", "git/get-tree", "git/get-tree",
      ])
    clock.advance(by: .seconds(301))
    let later = try await asked().count
    #expect(try await git.tree(at: head, in: web).count == 3)
    #expect(try await asked().dropFirst(later).allSatisfy { $0.hasPrefix("git:") })
  }

  @Test func `that git does not have are requested from the API`() async throws {
    let git = try forge()
    let nothing = String(repeating: "1", count: 40)
    let error = await #expect(throws: ForgeError.self) {
      try await git.blob(nothing, limit: 9, in: web)
    }
    #expect(error?.code == .notFound)
    #expect(try await asked().contains("git/get-blob"))
  }
}
