import HTTP
import Synchronization
import TestSupport
import Testing

@Suite struct `The layer that limits requests` {
  @Test func `A host gets only the allowed number of requests, and all are sent`() async throws {
    let load = Mutex((now: [String: Int](), most: [String: Int]()))
    let wire = ScriptedClient { request in
      load.withLock { load in
        load.now[request.url, default: 0] += 1
        load.most[request.url] = max(load.most[request.url] ?? 0, load.now[request.url] ?? 0)
      }
      await Task.yield()
      load.withLock { $0.now[request.url, default: 0] -= 1 }
      return Response(status: 200)
    }
    let client = wire.client.limiting(perHost: 3)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<200 {
        let url = number.isMultiple(of: 2) ? "https://a.dev/" : "https://b.dev/"
        group.addTask { _ = try await client.send(Request(.get, url)) }
      }
      try await group.waitForAll()
    }
    #expect(wire.requests.count == 200)
    #expect(load.withLock { $0.most.values.allSatisfy { $0 <= 3 } })
  }

  @Test func `A failure releases its slot`() async {
    let wire = ScriptedClient(failure(.unreachable))
    let client = wire.client.limiting(perHost: 1)
    for _ in 0..<3 { #expect(await client.code(of: Request(.get, "https://a.dev/")) != nil) }
  }

  @Test func `A request that is canceled while waiting takes no slot`() async throws {
    let (first, hold) = AsyncStream.makeStream(of: Void.self)
    let wire = ScriptedClient { request in
      if request.url.hasSuffix("/held") { for await _ in first {} }
      return Response(status: 200)
    }
    let client = wire.client.limiting(perHost: 1)
    let holder = Task { try await client.send(Request(.get, "https://a.dev/held")) }
    while wire.requests.isEmpty { await Task.yield() }
    let waiter = Task { await client.code(of: Request(.get, "https://a.dev/waiting")) }
    let early = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await client.code(of: Request(.get, "https://a.dev/early"))
    }
    await Task.yield()
    waiter.cancel()
    #expect(await waiter.value == .cancelled)
    #expect(await early.value == .cancelled)
    hold.finish()
    #expect(try await holder.value.status == 200)
    #expect(try await client.send(Request(.get, "https://a.dev/after")).status == 200)
    #expect(wire.requests.map(\.url) == ["https://a.dev/held", "https://a.dev/after"])
  }
}
