import Glibc

/// The name under which a process holds leases: machine, process, and a word of its own.
///
///     build-7/4242/k3v9
package struct Worker: Hashable, Sendable, CustomStringConvertible {
  var host: String
  var process: Int32
  var word: String

  /// Names this process.
  package static var current: Worker {
    var name = [CChar](repeating: 0, count: 256)
    gethostname(&name, name.count - 1)
    let host = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return Worker(
      host: String(decoding: host, as: UTF8.self), process: getpid(),
      word: String(UInt32.random(in: .min ... .max), radix: 36))
  }

  init(host: String, process: Int32, word: String) {
    self.host = host
    self.process = process
    self.word = word
  }

  /// Reads a name; nil for one that no process of this program has.
  init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, let process = Int32(parts[1]), process > 0 else { return nil }
    self.init(host: String(parts[0]), process: process, word: String(parts[2]))
  }

  /// `build-7/4242/k3v9`, as the state keeps it beside a lease.
  package var description: String { "\(host)/\(process)/\(word)" }

  /// Which of other workers' leases nobody holds any more: those of this machine's ended processes.
  ///
  /// A container that starts again has the name and often the number of the one before.
  ///
  /// - Parameters:
  ///   - names: as they stand in the state.
  ///   - isAlive: whether this machine has a process of that number.
  /// - Returns: those of them whose leases can be ended.
  func predecessors(among names: [String], isAlive: (Int32) -> Bool) -> [String] {
    names.filter { name in
      guard let other = Worker(name), other != self, other.host == host else { return false }
      return other.process == process || !isAlive(other.process)
    }
  }

  /// Whether this machine has a process of that number, also one of another user's.
  static func isAlive(_ process: Int32) -> Bool {
    kill(process, 0) == 0 || errno == EPERM
  }
}
