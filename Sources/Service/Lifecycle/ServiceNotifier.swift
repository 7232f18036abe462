import Libc

/// Reports the service's status to systemd over the datagram socket of `NOTIFY_SOCKET`.
///
/// See sd_notify(3). Without the variable nothing is sent.
package struct ServiceNotifier: Sendable {
  private let path: String?
  /// Half of the watchdog's timeout; nil without a watchdog.
  package let watchdogInterval: Duration?

  /// Reads `NOTIFY_SOCKET`, `WATCHDOG_USEC` and `WATCHDOG_PID`.
  package init(environment: (String) -> String?) {
    path = environment("NOTIFY_SOCKET").flatMap { $0.isEmpty ? nil : $0 }
    let isMeant = environment("WATCHDOG_PID").map { Int32($0) == getpid() } ?? true
    let microseconds = environment("WATCHDOG_USEC").flatMap { Int64($0) } ?? 0
    watchdogInterval =
      isMeant && microseconds > 0 && path != nil ? .microseconds(microseconds / 2) : nil
  }

  /// Reports that the service has started or reloaded.
  package func ready(_ status: String) { send("READY=1\nSTATUS=\(oneLine(status))") }

  /// Reports that the configuration is being reloaded; `ready` follows.
  package func reloading() {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    let microseconds = Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    send("RELOADING=1\nMONOTONIC_USEC=\(microseconds)")
  }

  /// Reports that the service is shutting down.
  package func stopping() { send("STOPPING=1\nSTATUS=finishing the running visits") }

  /// Resets the watchdog.
  package func alive() { send("WATCHDOG=1") }

  private func oneLine(_ text: String) -> String {
    String(decoding: text.utf8.map { $0 < 0x20 ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
  }

  /// Sends one datagram without blocking.
  private func send(_ message: String) {
    guard let path else { return }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    var name = Array(path.utf8)
    guard name.count < MemoryLayout.size(ofValue: address.sun_path) else { return }
    // A leading `@` represents the null byte of Linux's abstract socket names.
    if name.first == UInt8(ascii: "@") { name[0] = 0 }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
    let descriptor = socket(AF_UNIX, Socket.datagram | Socket.closeOnExec, 0)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    let length = MemoryLayout.offset(of: \sockaddr_un.sun_path).map { $0 + name.count } ?? 0
    let bytes = Array(message.utf8)
    _ = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        sendto(
          descriptor, bytes, bytes.count, Int32(MSG_DONTWAIT) | Socket.noSignal,
          address, socklen_t(length))
      }
    }
  }
}
