import Logging
import Synchronization
import Testing

@testable import Service
import TestSupport
import Time

/// Takes lines as they are written.
private final class Lines: Sendable {
  private let held = Mutex<[String]>([])
  var all: [String] { held.withLock { $0 } }
  func add(_ line: String) { held.withLock { $0.append(line) } }
}

@Suite struct RefusalLogTests {
  @Test func `a flood is a line in ten seconds, which counts the rest`() {
    let lines = Lines()
    let log = RefusalLog(
      Logger(now: { 0 }) { entry in
        lines.add(entry.fields.first { $0.name == "untold" }?.value ?? "")
      })
    for second in [100, 100, 101, 109, 110, 111, 130] {
      log.record(.forged, forge: "hub", client: "::1", now: Timestamp(seconds: Int64(second)))
    }
    #expect(lines.all == ["0", "3", "1"])
  }
}
