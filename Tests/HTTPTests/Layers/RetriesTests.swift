import HTTP
import Logging
import TestSupport
import Testing
import Time

@Suite struct `The retry layer` {
  let clock = ManualClock()
  let page = Request(.get, "https://a.dev/")

  private func client(
    _ wire: ScriptedClient, _ policy: RetryPolicy = RetryPolicy(), random: Double = 0.5
  ) -> Client {
    wire.client.retrying(policy, clock: clock.clock, random: { random })
  }

  @Test(arguments: [
    answer(408), answer(500), answer(502), answer(503), answer(504), failure(.unreachable),
    failure(.timedOut), failure(.malformed),
  ])
  func `A temporary failure is retried`(first: Outcome) async throws {
    let wire = ScriptedClient(first, first, answer(200))
    #expect(try await client(wire).send(page).status == 200)
    #expect(wire.requests == [page, page, page])
    #expect(clock.sleeps == [.milliseconds(250), .milliseconds(500)])
  }

  @Test(arguments: [
    answer(200), answer(301), answer(400), answer(401), answer(403), answer(404), answer(422),
    answer(501), failure(.tls), failure(.invalidURL), failure(.cancelled),
    failure(.forbiddenAddress), failure(.tooLarge(limit: 1)), failure(.insecureRedirect),
  ])
  func `A permanent failure is not retried`(outcome: Outcome) async throws {
    let wire = ScriptedClient(outcome)
    _ = try? await client(wire).send(page)
    #expect(wire.requests.count == 1)
    #expect(clock.sleeps == [])
  }

  @Test func `The number of attempts is limited and the last outcome is returned`() async throws {
    let wire = ScriptedClient(answer(500), answer(502), answer(503), answer(504), answer(200))
    #expect(try await client(wire).send(page).status == 504)
    #expect(wire.requests.count == 4)
  }

  @Test func `A request that used up its deadline is not repeated`() async {
    let wire = ScriptedClient { [clock] request throws(HTTPError) in
      clock.advance(by: request.deadline)
      throw HTTPError(.timedOut, url: request.url)
    }
    #expect(await client(wire).code(of: page) == .timedOut)
    #expect(wire.requests.count == 1)
  }

  @Test func `Pauses double up to a limit, and jitter shortens them`() async throws {
    let wire = ScriptedClient(answer(500))
    let policy = RetryPolicy(
      attempts: 8, firstPause: .seconds(1), longestPause: .seconds(10))
    _ = try await client(wire, policy, random: 1).send(page)
    #expect(clock.sleeps == [1, 2, 4, 8, 10, 10, 10].map { .seconds($0) })
  }

  @Test(arguments: [Request.Method.post, .patch])
  func `A write is not repeated, unless it is marked as idempotent`(
    method: Request.Method
  ) async throws {
    let wire = ScriptedClient(answer(502), answer(200))
    #expect(try await client(wire).send(Request(method, "https://a.dev/")).status == 502)
    let marked = ScriptedClient(answer(502), answer(200))
    let request = Request(method, "https://a.dev/", isIdempotent: true)
    #expect(try await client(marked).send(request).status == 200)
  }

  @Test(
    arguments: [
      (["Retry-After": "7"], 7), (["Retry-After": "Tue, 14 Nov 2023 22:13:27 GMT"], 7),
      // The server's clock is an hour ahead, as its date shows.
      (
        [
          "Retry-After": "Tue, 14 Nov 2023 23:13:27 GMT", "Date": "Tue, 14 Nov 2023 23:13:20 GMT",
        ], 7
      ),
      (["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1700000007"], 7),
      (["RateLimit-Remaining": "0", "RateLimit-Reset": "1700000007"], 7),
      (["Retry-After": "7", "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1700000099"], 7),
      ([:], 60), (["Retry-After": "soon"], 60),
    ] as [(Headers, Int)])
  func `A request waits for the pause of a host`(headers: Headers, seconds: Int) async throws {
    let wire = ScriptedClient(answer(429, headers), answer(200))
    #expect(try await client(wire, random: 0).send(page).status == 200)
    #expect(clock.sleeps.reduce(.zero, +) == .seconds(seconds))
  }

  @Test func `A request waits after a 403 for a used-up rate limit`() async throws {
    let headers: Headers = ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1700000030"]
    let wire = ScriptedClient(answer(403, headers), answer(200))
    #expect(try await client(wire, random: 0).send(page).status == 200)
    #expect(clock.sleeps.reduce(.zero, +) == .seconds(30))
  }

  @Test func `Retry-After delays all requests to the host`() async throws {
    let wire = ScriptedClient { request in
      request.url.hasSuffix("/first")
        ? Response(status: 503, headers: ["Retry-After": "20"], url: request.url)
        : Response(status: 200, url: request.url)
    }
    let client = client(wire, RetryPolicy(attempts: 1), random: 0)
    _ = try await client.send(Request(.post, "https://a.dev/first"))
    _ = try await client.send(Request(.get, "https://b.dev/"))
    #expect(clock.sleeps == [])
    _ = try await client.send(Request(.get, "https://a.dev/other"))
    #expect(clock.sleeps == [.seconds(20)])
    _ = try await client.send(Request(.get, "https://a.dev/other"))
    #expect(clock.sleeps == [.seconds(20)])
  }

  @Test func `A used-up rate limit delays only requests with its credential`() async throws {
    let spent: Headers = ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1700003600"]
    let wire = ScriptedClient(answer(403, spent), answer(200))
    let client = client(wire)
    let asked = { (token: String?) in
      Request(.get, "https://a.dev/", credential: token.map { Secret("Bearer \($0)") })
    }
    #expect(try await client.send(asked("acme")).status == 403)
    #expect(await client.code(of: asked("acme")) == .rateLimited(seconds: 3600))
    #expect(try await client.send(asked("umbra")).status == 200)
    #expect(try await client.send(asked(nil)).status == 200)
  }

  @Test func `After a redirect the pause applies to the target host`() async throws {
    let limited = Response(status: 429, headers: ["Retry-After": "20"], url: "https://b.dev/x")
    let wire = ScriptedClient(.success(limited), answer(200))
    let client = client(wire, RetryPolicy(attempts: 1), random: 0)
    _ = try await client.send(Request(.get, "https://a.dev/"))
    _ = try await client.send(Request(.get, "https://a.dev/"))
    #expect(clock.sleeps == [])
    _ = try await client.send(Request(.get, "https://b.dev/"))
    #expect(clock.sleeps == [.seconds(20)])
  }

  @Test func `The last response of a window delays the next request`() async throws {
    let headers: Headers = ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1700003600"]
    let wire = ScriptedClient(answer(200, headers))
    let client = client(wire)
    #expect(try await client.send(page).status == 200)
    #expect(await client.code(of: page) == .rateLimited(seconds: 3600))
    #expect(wire.requests.count == 1)
    clock.advance(by: .seconds(3600))
    #expect(try await client.send(page).status == 200)
  }

  @Test func `A used-up search limit delays no other request`() async throws {
    let wire = ScriptedClient(
      answer(
        200,
        [
          "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1700003600",
          "X-RateLimit-Resource": "search",
        ]))
    let client = client(wire)
    for _ in 0..<2 { #expect(try await client.send(page).status == 200) }
  }

  @Test func `The response of a host with a longer pause is returned`() async throws {
    let wire = ScriptedClient(answer(429, ["Retry-After": "3600"]))
    let client = client(wire)
    #expect(try await client.send(page).status == 429)
    #expect(await client.code(of: page) == .rateLimited(seconds: 3600))
    #expect(clock.sleeps == [])
  }

  @Test func `A pause that takes longer than the caller waits is not waited for`() async throws {
    var page = page
    page.patience = .seconds(30)
    let wire = ScriptedClient(
      answer(429, ["Retry-After": "20"]), answer(429, ["Retry-After": "11"]), answer(200))
    let client = client(wire, random: 0)
    #expect(try await client.send(page).status == 429)
    #expect(clock.sleeps.reduce(.zero, +) == .seconds(20))
    page.patience = .seconds(10)
    #expect(await client.code(of: page) == .rateLimited(seconds: 11))
    page.patience = .seconds(11)
    #expect(try await client.send(page).status == 200)
  }

  @Test func `Setting back the clock does not extend a pause`() async throws {
    let wire = ScriptedClient(answer(429, ["Retry-After": "20"]), answer(200))
    let client = client(wire, RetryPolicy(attempts: 1), random: 0)
    _ = try await client.send(page)
    clock.advance(by: .seconds(-3600))
    _ = try await client.send(page)
    #expect(clock.sleeps.first == .seconds(20))
  }

  @Test func `Cancelation ends the pause`() async {
    let wire = ScriptedClient(answer(503))
    let client = wire.client.retrying(RetryPolicy(firstPause: .seconds(100)), random: { 1 })
    let task = Task { await client.code(of: page) }
    while wire.requests.isEmpty { await Task.yield() }
    task.cancel()
    #expect(await task.value == .cancelled)
  }

  @Test(arguments: [
    ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
    ("Sun Nov  6 08:49:37 1994", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
    ("Thu, 29 Feb 2024 23:59:60 GMT", 1_709_251_200),
    ("Sat, 01 Mar 2098 00:00:00 GMT", 4_044_470_400), ("Sun, 06 Nov 1994 08:49:37 CET", nil),
    ("Sun, 32 Nov 1994 08:49:37 GMT", nil), ("Sun, 06 Xyz 1994 08:49:37 GMT", nil), ("", nil),
    ("Sun, 06 Nov 99999999999999999999 08:49:37 GMT", nil), ("1 2 3 4 5 GMT", nil),
    ("Sun, 06 Nov 1994 8:49 GMT", nil),
  ])
  func `All formats of a time are parsed`(text: String, seconds: Int64?) {
    #expect(Timestamp(httpDate: text)?.seconds == seconds)
  }
}
