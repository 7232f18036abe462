import HTTP
import Logging
import TestSupport
import Testing

/// All layers together, over a real connection.
@Suite struct `The layers together` {
  private let live = Client.live(LiveOptions(allowsPrivate: { _ in true }))

  @Test func `A redirect across origins changes the credential`() async throws {
    let target = try LoopbackServer { .text($0.headers["Authorization"] ?? "none") }
    let source = try LoopbackServer { _ in .redirect(to: target.url("/there")) }
    let credentials = try CredentialSource([source.url(): Secret("Bearer of the source")])
    let client = live.layered(Layers(purpose: .registry, credentials: credentials))
    #expect(try await client.send(Request(.get, source.url())).text == "none")
    #expect(source.requests.first?.headers["Authorization"] == "Bearer of the source")
    let both = try CredentialSource([
      source.url(): Secret("Bearer of the source"), target.url(): Secret("Bearer of the target"),
    ])
    let response = try await live.layered(Layers(purpose: .registry, credentials: both))
      .send(Request(.get, source.url()))
    #expect(response.text == "Bearer of the target")
    #expect(response.url == target.url("/there"))
  }

  @Test func `A mirror gets its own credential, not the server's`() async throws {
    let mirror = try LoopbackServer { request in
      request.path == "/old"
        ? .redirect(to: "/new") : .text(request.headers["Authorization"] ?? "none")
    }
    let counts = RequestCounts()
    let layers = Layers(
      mirrors: [try Mirror(from: "https://registry.npmjs.org/", to: mirror.url())],
      purpose: .registry,
      credentials: try CredentialSource([
        "https://registry.npmjs.org/": Secret("of the server"),
        mirror.url(): Secret("of the mirror"),
      ]), counts: counts)
    let client = live.layered(layers)
    let response = try await client.send(Request(.get, "https://registry.npmjs.org/old"))
    #expect(response.text == "of the mirror")
    #expect(response.url == "https://registry.npmjs.org/new")
    #expect(counts[host: "127.0.0.1"] == mirror.requests.count)
  }

  @Test func `An incomplete response is requested again and the complete one is stored`()
    async throws
  {
    let clock = ManualClock()
    let server = try LoopbackServer { request in
      if request.headers["If-None-Match"] != nil { return .status(304) }
      let whole = LoopbackServer.Reply(headers: ["ETag": "\"1\""], body: Array("whole".utf8))
      return request.connection == 1 ? whole.cut(after: 50) : whole
    }
    let client = live.layered(Layers(store: .inMemory(), clock: clock.clock, random: { 0 }))
    let first = try await client.send(Request(.get, server.url()))
    let second = try await client.send(Request(.get, server.url()))
    #expect([first.text, second.text] == ["whole", "whole"])
    #expect([first.isFromCache, second.isFromCache] == [false, true])
    #expect(server.requests.count == 3)
  }
}
