import Ecosystem
import HTTP
import Synchronization
import TestSupport
import Testing

@testable import JavaScript

/// A registry that notes requests, and answers once it is open.
private final class HeldRegistry: Sendable {
  let asked = Watched<[String]>([])
  let isOpen: Watched<Bool>
  private let statuses: Mutex<[Int]>

  /// Answers with the statuses in turn and then with 200; 0 stands for a cancelled request.
  init(_ statuses: Int..., isOpen: Bool = true) {
    self.statuses = Mutex(statuses)
    self.isOpen = Watched(isOpen)
  }

  var client: Client {
    Client { [self] request throws(HTTPError) in
      let name = String(request.url.dropFirst("https://registry.npmjs.org/".count))
      asked.update { $0.append(name) }
      await isOpen.wait { $0 }
      let status = statuses.withLock { $0.isEmpty ? 200 : $0.removeFirst() }
      if status == 0 { throw HTTPError(.cancelled, url: request.url) }
      let text = PackumentText(name: name, latest: "1.0.0", versions: ["1.0.0": ""]).text
      return Response(status: status, body: Array(text.utf8))
    }
  }

  func registry(limit: Int = 1 << 20) -> Registry {
    Registry(client: client, known: KnownPackuments(limit: limit))
  }
}

extension Registry {
  /// Asks for a document, and answers whether it was found.
  fileprivate func ask(
    _ name: String, _ scope: Packument.Scope, _ detail: Packument.Detail = .full
  ) async -> Bool {
    (try? await packument(of: name, detail, keeping: scope)) != nil
  }
}

/// The document of the package `a` with the fields of a scope.
private func packument(_ scope: Packument.Scope) throws -> Packument {
  let text = PackumentText(name: "a", latest: "1.0.0", versions: ["1.0.0": ""]).text
  return try Packument(
    Array(text.utf8), of: #require(PackageName("a")), detail: .full, keeping: scope)
}

@Suite struct `A document of a registry` {
  @Test(arguments: [
    (Packument.Scope.metadata, [Packument.Scope.resolution, .releases, .metadata]),
    (.releases, [.metadata, .resolution]), (.resolution, [.releases, .resolution]),
  ])
  func `is requested once for fields that it has`(
    first: Packument.Scope, others: [Packument.Scope]
  ) async {
    let held = HeldRegistry()
    let registry = held.registry()
    for scope in [first] + others { #expect(await registry.ask("a", scope)) }
    #expect(held.asked.value == ["a"])
  }

  @Test func `is requested again for further fields, and then kept with them`() async {
    let held = HeldRegistry()
    let registry = held.registry()
    for scope in [Packument.Scope.resolution, .metadata, .resolution] {
      #expect(await registry.ask("a", scope))
    }
    #expect(held.asked.value == ["a", "a"])
  }

  @Test func `is requested separately in its two forms`() async {
    let held = HeldRegistry()
    let registry = held.registry()
    #expect(await registry.ask("a", .resolution))
    #expect(await registry.ask("a", .resolution, .abbreviated))
    #expect(held.asked.value == ["a", "a"])
  }

  @Test func `is requested once by callers at the same time`() async {
    let held = HeldRegistry(isOpen: false)
    let registry = held.registry()
    async let first = registry.ask("a", .metadata)
    await held.asked.wait { !$0.isEmpty }
    async let second = registry.ask("a", .resolution)
    async let third = registry.ask("a", .releases)
    held.isOpen.update { $0 = true }
    let found = await [first, second, third]
    #expect(found == [true, true, true])
    #expect(held.asked.value == ["a"])
  }

  @Test func `is requested again after a failure`() async {
    let held = HeldRegistry(500)
    let registry = held.registry()
    #expect(await !registry.ask("a", .metadata))
    #expect(await registry.ask("a", .metadata))
    #expect(held.asked.value == ["a", "a"])
  }

  @Test func `is requested by a waiting caller if the first was cancelled`() async {
    let held = HeldRegistry(0, isOpen: false)
    let registry = held.registry()
    async let first = registry.ask("a", .metadata)
    await held.asked.wait { !$0.isEmpty }
    async let second = registry.ask("a", .metadata)
    held.isOpen.update { $0 = true }
    let found = await [first, second]
    #expect(found == [false, true])
    #expect(held.asked.value == ["a", "a"])
  }

  @Test func `is not kept beyond the limit, and replaces no other`() async {
    let held = HeldRegistry()
    let registry = held.registry(limit: 60)
    for name in ["a", "b", "a", "b"] { #expect(await registry.ask(name, .metadata)) }
    #expect(held.asked.value == ["a", "b", "b"])
  }

  /// Calls for a document with other fields while a request for it is under way.
  ///
  /// - Parameters:
  ///   - first: whose fields the first caller needs.
  ///   - second: whose fields the second caller needs.
  ///   - isLate: whether it calls while the response is parsed for the first one.
  /// - Returns: the scopes that the response was parsed with, and those that the callers received.
  /// - Throws: the failure of a caller.
  private func overlap(
    _ first: Packument.Scope, _ second: Packument.Scope, isLate: Bool
  ) async throws -> (parsed: [Packument.Scope], received: [Packument.Scope?]) {
    let documents = KnownPackuments()
    let key = KnownPackuments.Key(url: "https://registry.npmjs.org/a", detail: .full)
    let text = try (small: packument(.resolution), large: packument(.metadata))
    let parsed = Watched<[Packument.Scope]>([])
    let joined = Watched<Task<Packument, any Error>?>(nil)
    // It runs at once, until it waits for the request.
    let join = { @Sendable in
      let task = Task.immediate { () async throws -> Packument in
        try await documents.packument(key, keeping: second) { _ throws(LookUpFailure) in
          Issue.record("a second request")
          throw LookUpFailure(.notFound, name: "a")
        }
      }
      joined.update { $0 = task }
    }
    let one = try await documents.packument(key, keeping: first) {
      parsing async throws(LookUpFailure) in
      if !isLate { join() }
      return parsing { scope in
        parsed.update { $0.append(scope) }
        if isLate, joined.value == nil { join() }
        return scope == .resolution ? text.small : text.large
      }
    }
    return (parsed.value, [one.scope, try await joined.value?.value.scope])
  }

  @Test(arguments: [
    (Packument.Scope.resolution, Packument.Scope.metadata), (.releases, .resolution),
    (.releases, .metadata), (.metadata, .releases),
  ])
  func `is requested and parsed once by callers that need different fields at the same time`(
    first: Packument.Scope, second: Packument.Scope
  ) async throws {
    let found = try await overlap(first, second, isLate: false)
    #expect(found.parsed == [.metadata])
    #expect(found.received == [.metadata, .metadata])
  }

  @Test func `is parsed again, without a request, if a caller needs more while it is parsed`()
    async throws
  {
    let found = try await overlap(.resolution, .metadata, isLate: true)
    #expect(found.parsed == [.resolution, .metadata])
    #expect(found.received == [.metadata, .metadata])
  }
}
