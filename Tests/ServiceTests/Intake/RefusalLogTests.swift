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

@Suite struct `The log of refused webhooks` {
  private func log(_ lines: Lines) -> RefusalLog {
    RefusalLog(
      Logger(now: { 0 }) { entry in
        lines.add(
          ["client", "untold"].compactMap { name in
            entry.fields.first { $0.name == name }?.value
          }.joined(separator: " "))
      })
  }

  @Test func `a flood is one line per minute and peer, with a count of the others`() {
    let lines = Lines()
    let log = log(lines)
    for second in [100, 100, 101, 159, 160, 161, 230] {
      log.record(.forged, forge: "hub", client: "::1", now: Timestamp(seconds: Int64(second)))
    }
    log.record(.forged, forge: "hub", client: "::2", now: 161)
    #expect(lines.all == ["::1 0", "::1 3", "::1 1", "::2 0"])
  }

  @Test func `a flood from many peers is limited, too`() {
    let lines = Lines()
    let log = log(lines)
    for number in 1...3_000 {
      log.record(.forged, forge: "hub", client: "\(number)", now: 100)
    }
    #expect(lines.all.count == 1_001)
    #expect(lines.all.last == "others 0")
  }
}
