import HTTPServer
import Synchronization

/// Counts requests and response bytes.
final class Tally: Sendable {
  private let counts = Mutex((requests: 0, bytes: 0))

  func count(_ answer: ServerResponse) {
    counts.withLock { counts in
      counts.requests += 1
      counts.bytes += answer.body.count
    }
  }

  func reset() { counts.withLock { $0 = (0, 0) } }

  /// Both numbers as text: `109 requests, 5123 kB`.
  var text: String {
    counts.withLock { "\($0.requests) requests, \($0.bytes / 1000) kB\n" }
  }
}
