import Configuration
import Forges
import HTTP
import Logging
import Synchronization
import Text
import Time

/// Fuzzes the numbers and dates in headers, addresses and settings.
enum NumberInputs {
  private static let headers = [
    "Retry-After", "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset",
    "RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset", "Content-Length", "Age", "Date",
    "Cache-Control", "X-Total-Count", "Link",
  ]

  /// Sends requests to a server whose headers have the lines of the input as values.
  ///
  /// The first byte selects the status.
  static func send(headers bytes: [UInt8]) {
    let status = [200, 304, 403, 429, 503][Int(bytes.first ?? 0) % 5]
    let lines = bytes.dropFirst().split(separator: 10, omittingEmptySubsequences: false)
    var fields = Headers()
    for (name, value) in zip(headers, lines) {
      fields[name] = String(decoding: value, as: UTF8.self)
    }
    let answer = fields
    let client = HTTP.Client { request in
      Response(status: status, headers: answer, body: Array("[]".utf8), url: request.url)
    }
    let time = PassingTime()
    let clock = WallClock(
      now: { time.now },
      sleep: { duration throws(CancellationError) in
        precondition(duration >= .zero && duration <= .days(2))
        time.pass(duration)
      })
    Inputs.wait {
      let layered = client.layered(
        Layers(
          store: .inMemory(limit: 1 << 16), usesFreshness: true,
          retries: RetryPolicy(attempts: 2, longestWait: .days(2)), counts: RequestCounts(),
          clock: clock, random: { 1 }))
      for _ in 0..<2 { _ = try? await layered.send(Request(.get, "https://a.dev/x")) }
      await ServiceInputs.askAll(by: client)
    }
  }

  /// Parses the input as each kind of number, date and address.
  static func read(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    _ = text.number(in: 0...65_535)
    _ = text.number(limitedTo: -1_000...1_000)
    if let time = Timestamp(httpDate: text) { _ = time + .days(.max) - Timestamp.now() }
    if let time = Timestamp(rfc3339: text) { _ = (time - .days(.max)).rfc3339 }
    for url in [text, "https://a:\(text)/", "http://[\(text)]/"] {
      if let url = try? AbsoluteURL(url) { _ = try? url.resolving(text) }
    }
    _ = ListenAddress(text)?.isLoopback
    _ = text.printable.printableLine
  }
}

/// A time that passes only in waits, and at once, so that pauses end.
private final class PassingTime: Sendable {
  private let current = Mutex(Timestamp(seconds: 1_700_000_000))

  var now: Timestamp { current.withLock { $0 } }

  func pass(_ duration: Duration) { current.withLock { $0 = $0 + duration } }
}
