import Ecosystem
import Forges
import HTTP
import Logging
import Store
import Synchronization
import Testing

@testable import Updates
import TestSupport

/// A GitHub with one repository, `acme/app`, which can be recreated.
///
/// It counts requests.
private final class ScriptedHost: Sendable {
  private let number = Mutex(1)
  private let asked = Mutex<[String]>([])

  /// Recreates the repository under the same name.
  func makeAnother() { number.withLock { $0 += 1 } }

  /// Returns the requests since the last call.
  func requests() -> [String] {
    asked.withLock { asked in
      defer { asked = [] }
      return asked
    }
  }

  func forge() throws -> GitHubForge {
    let client = HTTP.Client { request in
      let path = String(request.url.dropFirst("https://api.github.com".count))
      self.asked.withLock { $0.append(path) }
      let number = self.number.withLock(\.self)
      let text =
        path.hasSuffix("/git/ref/heads%2Fmain")
        ? #"{"ref": "refs/heads/main", "node_id": "R\#(number)", "object": {"sha": "\#(number)"}}"#
        : #"{"id": \#(number), "full_name": "acme/app", "default_branch": "main"}"#
      return Response(status: 200, body: Array(text.utf8))
    }
    return try #require(
      GitHubForge(
        name: "hub", url: "https://github.com", as: .token(Secret("t0ken")), by: client,
        pacing: HostPacing()))
  }
}

@Suite struct `A repository recreated under the same name` {
  private let script = ScriptedHost()
  private let name: RepositoryName

  init() throws {
    name = try #require(RepositoryName("acme/app"))
  }

  private func run(_ store: StateStore) throws -> RepositoryPass {
    let world = World(ecosystems: [], store: store, now: { 1_800_000_000 }, log: .silent)
    return RepositoryPass(
      world: world, forge: try script.forge(), identity: Account(login: "martlet"), isDry: false,
      entries: { _, _ in [] })
  }

  private func visit(_ store: StateStore) async throws -> String {
    let run = try run(store)
    let base = try await run.findBase(of: name)
    let report = RepositoryReport(repository: run.forge.id(of: base.repository))
    try await run.recordRepository(base, report, submitted: nil)
    return base.head
  }

  @Test func `inherits no ignored versions; an unchanged repository costs no request`() async throws
  {
    let store = try await StateStore.inMemory()
    _ = try await visit(store)
    try await store.save(
      Ignore(
        repository: "hub/acme/app", ecosystem: "npm", directory: "/", dependency: "a",
        condition: .all, version: "1.0.0", author: "ann", number: 1, createdAt: 1))
    _ = script.requests()
    #expect(try await visit(store) == "1")
    #expect(script.requests() == ["/repos/acme/app/git/ref/heads%2Fmain"])
    #expect(try await store.ignores(of: "hub/acme/app").count == 1)
    script.makeAnother()
    #expect(try await visit(store) == "2")
    #expect(script.requests().contains("/repos/acme/app"))
    #expect(try await store.ignores(of: "hub/acme/app") == [])
    #expect(try await store.record(of: "hub/acme/app")?.identifier == "2")
    #expect(try await visit(store) == "2")
    #expect(script.requests() == ["/repos/acme/app/git/ref/heads%2Fmain"])
  }
}
