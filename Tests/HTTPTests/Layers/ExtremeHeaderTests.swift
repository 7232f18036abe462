import HTTP
import Synchronization
import TestSupport
import Testing
import Time

/// A day is the longest pause that any header can cause.
private let longest = Duration.days(1)

private let names = [
  "Retry-After", "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset",
  "RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset", "Content-Length", "Age", "Date",
  "Cache-Control", "X-Total-Count", "Expires", "Last-Modified",
]

/// Sends two requests through all layers to a server that answers with a status and headers.
private func answers(_ status: Int, _ headers: Headers) async -> [Duration] {
  let clock = ManualClock()
  let client = Client { request in Response(status: status, headers: headers, url: request.url) }
    .layered(
      Layers(
        store: .inMemory(limit: 1 << 20), usesFreshness: true,
        retries: RetryPolicy(attempts: 2, longestWait: .days(2)), counts: RequestCounts(),
        clock: clock.clock, random: { 1 }))
  for _ in 0..<2 { _ = try? await client.send(Request(.get, "https://a.dev/x")) }
  return clock.sleeps
}

@Suite struct `An extreme number in a header` {
  @Test(arguments: names, [200, 304, 403, 429, 503])
  func `a number in a header ends nothing, and delays for a day at most`(
    name: String, status: Int
  ) async {
    for value in extremeNumbers + extremeDates {
      let text = name == "Cache-Control" ? "max-age=\(value)" : value
      // Without remaining requests, the reset counts.
      let spent: Headers =
        name.hasSuffix("Reset") ? [name.replacing("Reset", with: "Remaining"): "0"] : [:]
      var headers = spent
      headers[name] = text
      for sleep in await answers(status, headers) {
        #expect(sleep >= .zero && sleep <= longest + .seconds(1), "\(name): \(text)")
      }
    }
  }

  @Test(arguments: extremeDates) func `a wrong clock of a server delays for a day at most`(
    date: String
  ) async {
    for retry in extremeDates {
      for sleep in await answers(429, ["Date": date, "Retry-After": retry]) {
        #expect(sleep >= .zero && sleep <= longest + .seconds(1), "\(date) \(retry)")
      }
    }
  }
}
