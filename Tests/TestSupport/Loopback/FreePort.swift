import Libc
import Synchronization

/// Ports on 127.0.0.1 for test servers that choose no port themselves.
///
/// They are below the system's ephemeral range, so that no connection and no `LoopbackServer` takes
/// one between its choice and the start of the server. No port is given twice, because a server may
/// need seconds before it listens.
enum FreePort {
  private static let given = Mutex<Set<UInt16>>([])

  /// Returns a free port.
  static func next() throws -> Int {
    for _ in 0..<100 {
      let port = UInt16.random(in: 20_000..<32_000)
      if given.withLock({ $0.insert(port).inserted }), isFree(port) { return Int(port) }
    }
    throw Exhausted()
  }

  /// No free port was found.
  struct Exhausted: Error {}
}
