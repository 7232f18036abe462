import HTTPServer
import Synchronization

/// Counts requests and response bytes.
final class Tally: Sendable {
  private struct Counts {
    var paths: [String] = []
    var bytes = 0
  }

  private let counts = Mutex(Counts())

  func count(_ path: String, _ answer: ServerResponse) {
    counts.withLock { counts in
      counts.paths.append(path)
      counts.bytes += answer.body.count
    }
  }

  func reset() { counts.withLock { $0 = Counts() } }

  /// Both numbers as text: `109 requests, 5123 kB`.
  var text: String {
    counts.withLock { "\($0.paths.count) requests, \($0.bytes / 1000) kB\n" }
  }

  /// The paths of the requests in order, one a line.
  var paths: String { counts.withLock { $0.paths.joined(separator: "\n") + "\n" } }
}
