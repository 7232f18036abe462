import HTTP
import TestSupport
import Testing

@Suite struct CountingTests {
  @Test func `Requests are counted by host and by what came of them`() async {
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
}
