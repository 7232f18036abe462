import HTTP
import TestSupport
import Testing

@Suite struct `The layer that counts requests` {
  @Test func `Requests are counted by host and result`() async {
    let wire = ScriptedClient(
      answer(200), answer(304), answer(302), answer(404), answer(500), failure(.timedOut),
      answer(201))
    let counts = RequestCounts()
    let client = wire.client.counting(in: counts)
    for _ in 0..<6 { _ = await client.code(of: Request(.get, "https://a.dev/x")) }
    _ = await client.code(of: Request(.post, "https://b.dev/"))
    #expect(RequestCounts.Kind.allCases.map { counts[$0] } == [2, 1, 1, 1, 1, 1])
    #expect(counts[host: "a.dev"] == 6)
    #expect(counts[host: "b.dev"] == 1)
    #expect(counts.snapshot.count == 7)
  }

  @Test func `Of a host's windows the one with the fewest requests is reported`() async {
    func told(_ remaining: Int, of resource: String? = nil, until end: Int) -> Outcome {
      var headers: Headers = [
        "X-RateLimit-Limit": "5000", "X-RateLimit-Remaining": "\(remaining)",
        "x-ratelimit-reset": "\(end)",
      ]
      headers["X-RateLimit-Resource"] = resource
      return answer(200, headers)
    }
    let wire = ScriptedClient(
      told(4_000, until: 2_000), told(3_999, until: 2_000), told(12, until: 1_000),
      told(4_800, until: 3_000), told(7, of: "graphql", until: 2_000), answer(200))
    let counts = RequestCounts()
    let client = wire.client.counting(in: counts)
    for _ in 0..<6 { _ = await client.code(of: Request(.get, "https://A.dev:8080/x")) }
    let windows = counts.rateLimits(at: 1_000)
    #expect(windows.map(\.host) == ["a.dev", "a.dev"])
    #expect(windows.map(\.resource) == ["core", "graphql"])
    #expect(windows.map(\.remaining) == [3_999, 7])
    #expect(windows.map(\.limit) == [5_000, 5_000])
    #expect(counts.rateLimits(at: 3_000).isEmpty)
  }
}
