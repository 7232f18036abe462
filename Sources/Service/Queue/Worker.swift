import Text
import Libc

/// The name under which a process holds leases: host, process number and a random word.
///
///     build-7/4242/k3v9
package struct Worker: Hashable, Sendable, CustomStringConvertible {
  var host: String
  var process: Int32
  var word: String

  /// The name of this process.
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

  /// Parses a name; nil if it is invalid.
  init?(_ text: String) {
    let parts = text.slashParts(omittingEmptySubsequences: false)
    guard parts.count == 3, let process = Int32(parts[1]), process > 0 else { return nil }
    self.init(host: String(parts[0]), process: process, word: String(parts[2]))
  }

  /// The name as stored with a lease: `build-7/4242/k3v9`.
  package var description: String { "\(host)/\(process)/\(word)" }

  /// Returns the names of ended processes of this host.
  ///
  /// A restarted container has the host name and often the process number of its predecessor.
  ///
  /// - Parameters:
  ///   - names: the names in the state.
  ///   - isAlive: whether this host has a process with that number.
  /// - Returns: the names whose leases can be ended.
  package func predecessors(
    among names: [String], isAlive: (Int32) -> Bool = Self.isAlive
  ) -> [String] {
    names.filter { name in
      guard let other = Worker(name), other != self, other.host == host else { return false }
      return other.process == process || !isAlive(other.process)
    }
  }

  /// Whether this host has a process with that number, of any user.
  package static func isAlive(_ process: Int32) -> Bool {
    kill(process, 0) == 0 || errno == EPERM
  }
}
