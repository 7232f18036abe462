import HTTP
import Synchronization
import TestSupport
import Testing
import Time

@Suite struct `A host that is down` {
  let clock = ManualClock()

  /// Sends requests one second after the other; returns how many of them reached the host.
  private func sent(_ count: Int, by client: Client, _ wire: ScriptedClient) async -> Int {
    let before = wire.requests.count
    for number in 0..<count {
      _ = await client.code(of: Request(.get, "https://a.dev/\(number)"))
      clock.advance(by: .seconds(1))
    }
    return wire.requests.count - before
  }

  @Test(arguments: [failure(.unreachable), failure(.timedOut)])
  func `gets one request after each pause`(outcome: Outcome) async {
    let wire = ScriptedClient(outcome)
    let client = wire.client.failingFast(clock: clock.clock)
    #expect(await sent(12, by: client, wire) == 12)
    #expect(await sent(9, by: client, wire) == 0)
    #expect(await sent(20, by: client, wire) == 2)
  }

  @Test func `has errors that name the request's own address and are not retried`() async throws {
    let wire = ScriptedClient(failure(.unreachable))
    let client = wire.client.failingFast(clock: clock.clock)
    _ = await sent(12, by: client, wire)
    let retrying = client.retrying(clock: clock.clock)
    let error = await #expect(throws: HTTPError.self) {
      try await retrying.send(Request(.get, "https://a.dev/late"))
    }
    #expect(error?.url == "https://a.dev/late")
    #expect(error?.code == .unreachable)
    #expect(wire.requests.count == 12)
    #expect(clock.sleeps == [])
  }

  @Test func `does not affect other hosts`() async {
    let wire = ScriptedClient { request throws(HTTPError) in
      if request.url.hasPrefix("https://a.dev/") {
        throw HTTPError(.unreachable, url: request.url)
      }
      return Response(status: 200)
    }
    let client = wire.client.failingFast(clock: clock.clock)
    _ = await sent(20, by: client, wire)
    #expect(await client.code(of: Request(.get, "https://b.dev/")) == nil)
    #expect(await client.code(of: Request(.get, "https://a.dev:8443/")) == nil)
    #expect(wire.requests.suffix(2).map(\.url) == ["https://b.dev/", "https://a.dev:8443/"])
  }

  @Test(arguments: [answer(503), failure(.malformed)])
  func `is up again after any response`(response: Outcome) async {
    let down = Mutex(true)
    let wire = ScriptedClient { request throws(HTTPError) in
      if down.withLock(\.self) { throw HTTPError(.timedOut, url: request.url) }
      return try response.get()
    }
    let client = wire.client.failingFast(clock: clock.clock)
    _ = await sent(12, by: client, wire)
    down.withLock { $0 = false }
    clock.advance(by: .seconds(10))
    #expect(await sent(5, by: client, wire) == 5)
  }

  @Test func `is down after a few requests that used up their deadlines`() async {
    let wire = ScriptedClient { [clock] request throws(HTTPError) in
      clock.advance(by: .seconds(45))
      throw HTTPError(.timedOut, url: request.url)
    }
    let client = wire.client.failingFast(clock: clock.clock)
    for number in 0..<10 {
      #expect(await client.code(of: Request(.get, "https://a.dev/\(number)")) == .timedOut)
    }
    #expect(wire.requests.count == 3)
  }

  @Test func `is down after concurrent requests that used up their deadlines together`() async {
    let start = clock.now
    let wire = ScriptedClient(numbered: { [clock] request, number throws(HTTPError) in
      while clock.now == start {
        if number == 15 { clock.advance(by: .seconds(45)) }
        await Task.yield()
      }
      throw HTTPError(.timedOut, url: request.url)
    })
    let client = wire.client.failingFast(clock: clock.clock)
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<16 {
        group.addTask { _ = await client.code(of: Request(.get, "https://a.dev/\(number)")) }
      }
    }
    #expect(await sent(5, by: client, wire) == 0)
  }

  @Test func `is down only if its failures take some time`() async {
    let wire = ScriptedClient(failure(.unreachable))
    let client = wire.client.failingFast(clock: clock.clock)
    for number in 0..<40 {
      _ = await client.code(of: Request(.get, "https://a.dev/\(number)"))
    }
    #expect(wire.requests.count == 40)
  }
}
