import HTTP
import TestSupport
import Testing
import Time
import Tracing

/// Sends requests with these outcomes: a status, or an error.
private func health(_ outcomes: String..., at times: [Timestamp]? = nil) async -> HostHealth.Host? {
  let health = HostHealth()
  for (index, outcome) in outcomes.enumerated() {
    let wire = ScriptedClient { request throws(HTTPError) in
      if let status = Int(outcome) { return Response(status: status, url: request.url) }
      throw HTTPError(outcome == "cancelled" ? .cancelled : .timedOut, url: request.url)
    }
    let time = times?[index] ?? Timestamp(seconds: Int64(index))
    let client = wire.client.watched(by: health, now: { time })
    _ = try? await client.send(Request(.get, "https://registry.dev/secret?key=1"))
  }
  return health.hosts.first
}

@Suite struct `The health of a host` {
  @Test(arguments: [
    (["200"], false), (["503", "503", "503"], true), (["503", "503"], false),
    (["late", "503", "late", "404"], false), (["404", "401", "403"], false),
    (["cancelled", "cancelled", "cancelled"], false), (["200", "late", "late", "late"], true),
  ])
  func `is bad after three failures in a row`(outcomes: [String], isDown: Bool) async {
    let health = HostHealth()
    for outcome in outcomes {
      let wire = ScriptedClient { request throws(HTTPError) in
        if let status = Int(outcome) { return Response(status: status, url: request.url) }
        throw HTTPError(outcome == "cancelled" ? .cancelled : .timedOut, url: request.url)
      }
      let client = wire.client.watched(by: health, now: { 5 })
      _ = try? await client.send(Request(.get, "https://registry.dev/"))
    }
    #expect((health.hosts.first?.isDown(at: 6) ?? false) == isDown)
  }

  @Test func `has counts, times and the last reason, and no address`() async throws {
    let host = try #require(await health("200", "503", "late"))
    #expect(host.name == "registry.dev")
    #expect((host.answered, host.failed, host.failures) == (1, 2, 2))
    #expect(host.answeredAt == 0 && host.failedAt == 2 && host.failingSince == 1)
    #expect(host.reason == "it did not respond in time")
  }

  @Test func `is forgotten after some hours without a request`() async throws {
    let host = try #require(await health("503", "503", "503"))
    #expect(host.isDown(at: 60) && !host.isDown(at: 30_000))
  }
}
