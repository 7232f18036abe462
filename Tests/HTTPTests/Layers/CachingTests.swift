import HTTP
import Logging
import TestSupport
import Testing

@Suite struct `The cache layer` {
  let clock = ManualClock()

  /// Has one version of every page, and responds with 304 if the client has it.
  private let server = ScriptedClient { request in
    let version = "\"1\""
    let headers: Headers = ["ETag": version, "Cache-Control": "max-age=60", "X-Served": "yes"]
    return request.headers["If-None-Match"] == version
      ? Response(status: 304, headers: headers, url: request.url)
      : Response(status: 200, headers: headers, body: Array("body".utf8), url: request.url)
  }

  private func caching(_ wire: ScriptedClient, usesFreshness: Bool = false) -> Client {
    wire.client.caching(in: .inMemory(), usesFreshness: usesFreshness, clock: clock.clock)
  }

  private func get(_ headers: Headers = [:], _ credential: String? = nil) -> Request {
    Request(.get, "https://a.dev/x", headers: headers, credential: credential.map { Secret($0) })
  }

  @Test func `A cached response is validated and returned from the cache`() async throws {
    let client = caching(server)
    let first = try await client.send(get())
    let second = try await client.send(get())
    #expect([first.isFromCache, second.isFromCache] == [false, true])
    #expect([first.text, second.text] == ["body", "body"])
    #expect([first.status, second.status] == [200, 200])
    #expect(second.url == "https://a.dev/x")
    #expect(server.requests.map { $0.headers["If-None-Match"] } == [nil, "\"1\""])
  }

  @Test func `Without a tag the modification date is used`() async throws {
    let date = "Sun, 06 Nov 1994 08:49:37 GMT"
    let wire = ScriptedClient(answer(200, ["Last-Modified": date], "body"), answer(304))
    let client = caching(wire)
    for _ in 0..<2 { #expect(try await client.send(get()).text == "body") }
    #expect(wire.requests.map { $0.headers["If-Modified-Since"] } == [nil, date])
  }

  @Test func `A new response replaces the old one`() async throws {
    let wire = ScriptedClient(
      answer(200, ["ETag": "\"1\""], "one"), answer(200, ["ETag": "\"2\""], "two"),
      answer(304, ["ETag": "W/\"2\""]))
    let client = caching(wire)
    var texts: [String] = []
    for _ in 0..<3 { texts.append(try await client.send(get()).text) }
    #expect(texts == ["one", "two", "two"])
  }

  @Test func `No response is returned for another credential`() async throws {
    let client = caching(server)
    let askers = [
      get(), get([:], "a"), get([:], "b"), get(["Authorization": "a"]), get(["Cookie": "a"]),
      get(["PRIVATE-TOKEN": "a"]), get(["Accept": "text/html"]),
    ]
    for request in askers { #expect(try await !client.send(request).isFromCache) }
    #expect(server.requests.allSatisfy { $0.headers["If-None-Match"] == nil })
    for request in askers { #expect(try await client.send(request).isFromCache) }
  }

  @Test func `A 304 for an unconditional request is an error`() async {
    let wire = ScriptedClient(answer(304))
    #expect(await caching(wire).code(of: get()) == .malformed)
  }

  @Test func `A 304 for another version is ignored`() async throws {
    let wire = ScriptedClient(
      answer(200, ["ETag": "\"1\""], "one"), answer(304, ["ETag": "\"2\""]),
      answer(200, ["ETag": "\"2\""], "two"))
    let client = caching(wire)
    _ = try await client.send(get())
    let second = try await client.send(get())
    #expect(second.text == "two")
    #expect(!second.isFromCache)
    #expect(wire.requests.map { $0.headers["If-None-Match"] } == [nil, "\"1\"", nil])
  }

  @Test(arguments: [
    answer(200, [:], "no validator"), answer(200, ["ETag": "\"1\"", "Cache-Control": "no-store"]),
    answer(200, ["ETag": "\"1\"", "Vary": "*"]), answer(404, ["ETag": "\"1\""]),
    answer(206, ["ETag": "\"1\""]), answer(500, ["ETag": "\"1\""]),
  ])
  func `A response that must not be stored is not`(outcome: Outcome) async throws {
    let wire = ScriptedClient(outcome)
    let client = caching(wire)
    for _ in 0..<2 { #expect(try await !client.send(get()).isFromCache) }
    #expect(wire.requests == [get(), get()])
  }

  @Test(arguments: [
    Request(.post, "https://a.dev/x"), Request(.head, "https://a.dev/x"),
    Request(.get, "https://a.dev/x", headers: ["Range": "bytes=0-1"]),
    Request(.get, "https://a.dev/x", headers: ["If-None-Match": "\"0\""]),
    Request(.get, "https://a.dev/x", headers: ["Cache-Control": "no-store"]),
  ])
  func `Other requests are not changed`(request: Request) async throws {
    let client = caching(server)
    _ = try await client.send(get())
    _ = try await client.send(request)
    _ = try await client.send(request)
    #expect(Array(server.requests.dropFirst()) == [request, request])
  }

  @Test func `Freshness is used only if enabled`() async throws {
    let client = caching(server, usesFreshness: true)
    _ = try await client.send(get())
    clock.advance(by: .seconds(59))
    #expect(try await client.send(get()).isFromCache)
    #expect(server.requests.count == 1)
    #expect(try await client.send(get(["Cache-Control": "no-cache"])).isFromCache)
    #expect(server.requests.count == 2)
    // The request has renewed it.
    clock.advance(by: .seconds(59))
    #expect(try await client.send(get()).isFromCache)
    #expect(server.requests.count == 2)
    clock.advance(by: .seconds(1))
    #expect(try await client.send(get()).isFromCache)
    #expect(server.requests.count == 3)
  }

  @Test(arguments: [
    "max-age=x", "max-age=-1", "no-cache, max-age=60", "max-age=60, max-age=0", "immutable", "",
  ])
  func `An invalid freshness is ignored`(value: String) async throws {
    let wire = ScriptedClient(
      answer(200, ["ETag": "\"1\"", "Cache-Control": value], "body"), answer(304))
    let client = caching(wire, usesFreshness: true)
    for _ in 0..<2 { _ = try await client.send(get()) }
    #expect(wire.requests.count == 2)
  }

  @Test func `Time spent in other caches counts`() async throws {
    let headers: Headers = ["ETag": "\"1\"", "Cache-Control": "Max-Age=60", "Age": "50"]
    let wire = ScriptedClient(answer(200, headers, "body"), answer(304))
    let client = caching(wire, usesFreshness: true)
    _ = try await client.send(get())
    clock.advance(by: .seconds(9))
    _ = try await client.send(get())
    #expect(wire.requests.count == 1)
    clock.advance(by: .seconds(1))
    _ = try await client.send(get())
    #expect(wire.requests.count == 2)
  }

  @Test func `The memory store respects its limit`() async {
    let store = ResponseStore.inMemory(limit: 25)
    func response(_ size: Int) -> StoredResponse {
      StoredResponse(
        url: "", headers: [:], body: [UInt8](repeating: 1, count: size), validatedAt: 0)
    }
    await store.save("a", response(10))
    await store.save("b", response(10))
    await store.save("a", response(11))
    await store.save("c", response(10))
    var kept: [String] = []
    for key in ["a", "b", "c"] where await store.load(key) != nil { kept.append(key) }
    #expect(kept == ["a", "c"])
    await store.save("huge", response(26))
    #expect(await store.load("huge") == nil)
  }

  @Test func `A cookie is not stored`() async throws {
    let wire = ScriptedClient(
      answer(200, ["ETag": "\"1\"", "Set-Cookie": "a=b"], "body"), answer(304))
    let client = caching(wire)
    _ = try await client.send(get())
    #expect(try await client.send(get()).headers["Set-Cookie"] == nil)
  }
}
