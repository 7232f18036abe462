import Libc
import TestSupport
import Testing

@testable import Service

@Suite struct `The lifecycle of the service` {
  @Test func `it serves, drains, and ends at a second signal`() {
    var life = Lifecycle()
    #expect(life.isReady)
    #expect(life.handle(.askedToReload) == .reload)
    #expect(life.handle(.fileChanged) == .reload)
    #expect(life.handle(.askedToEnd) == .drain)
    #expect(!life.isReady)
    #expect(life.handle(.askedToReload) == nil)
    #expect(life.handle(.fileChanged) == nil)
    #expect(life.handle(.askedToEnd) == .cancelJobs)
    #expect(life.handle(.askedToEnd) == nil)
  }
}

/// A datagram socket as systemd has one.
private final class NotifySocket: Sendable {
  private let descriptor: Int32
  let name: String

  /// Binds a name of Linux's abstract kind.
  init() {
    name = "@martlet-test-\(uniqueName())"
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = [0] + Array(name.utf8.dropFirst())
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let length = socklen_t(2 + bytes.count)
    _ = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
    }
  }

  deinit { close(descriptor) }

  /// The next message; empty where none waits.
  func next() -> String {
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}

@Suite struct `Notifications to systemd` {
  @Test func `systemd is notified of start, reload, liveness and end`() {
    let socket = NotifySocket()
    let notifier = ServiceNotifier { $0 == "NOTIFY_SOCKET" ? socket.name : nil }
    notifier.ready("serves\nhub")
    #expect(socket.next() == "READY=1\nSTATUS=serves hub")
    notifier.reloading()
    #expect(socket.next().hasPrefix("RELOADING=1\nMONOTONIC_USEC="))
    notifier.alive()
    #expect(socket.next() == "WATCHDOG=1")
    notifier.stopping()
    #expect(socket.next().hasPrefix("STOPPING=1\n"))
    #expect(socket.next() == "")
  }

  @Test func `the watchdog is notified twice per interval, if it is for this process`() {
    func interval(_ variables: [String: String]) -> Duration? {
      ServiceNotifier { variables[$0] }.watchdogInterval
    }
    let socket = ["NOTIFY_SOCKET": "/run/x", "WATCHDOG_USEC": "30000000"]
    #expect(interval(socket) == .seconds(15))
    #expect(interval(socket.merging(["WATCHDOG_PID": "\(getpid())"]) { $1 }) == .seconds(15))
    #expect(interval(socket.merging(["WATCHDOG_PID": "1"]) { $1 }) == nil)
    #expect(interval(["WATCHDOG_USEC": "30000000"]) == nil)
  }

  @Test func `without a socket nothing happens`() {
    for name in [nil, String(repeating: "x", count: 300)] {
      let notifier = ServiceNotifier { _ in name }
      notifier.ready("x")
      #expect(notifier.watchdogInterval == nil)
    }
  }
}
