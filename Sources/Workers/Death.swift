/// Why a visit ended without an answer.
package enum Death: Error, Hashable, Sendable {
  /// The worker held more memory than its limit, in bytes.
  case memory(limit: Int)
  /// The visit used more CPU time than its limit, in milliseconds.
  case cpu(limit: Int64)
  /// The visit took longer than its deadline, in milliseconds.
  case deadline(Int64)
  /// The visit was to be broken off and did not end; nothing is wrong with its repository.
  case cancelled
  /// The worker sent something that is not a message.
  case nonsense(String)
  /// A signal ended the worker; the most memory that it held, in bytes.
  case signal(Int32, peak: Int)
  /// The worker ended by itself.
  case exited(Int32)
  /// No worker could be started; nothing is wrong with the repository.
  case unstarted(String)

  /// Whether the visit is to blame, and with it what it read.
  package var isByVisit: Bool {
    switch self {
    case .cancelled, .unstarted: false
    default: true
    }
  }

  /// A few fixed words for metrics.
  package var word: String {
    switch self {
    case .memory: "memory"
    case .cpu: "cpu"
    case .deadline: "deadline"
    case .cancelled: "cancelled"
    case .nonsense: "protocol"
    case .signal: "signal"
    case .exited: "exit"
    case .unstarted: "unstarted"
    }
  }
}

extension Death: CustomStringConvertible {
  /// The rest of a sentence about the visit: `used more than 512 MiB of memory`.
  package var description: String {
    switch self {
    case .memory(let limit): "used more than \(limit >> 20) MiB of memory (limits.memory)"
    case .cpu(let limit): "used more than \(limit / 1_000) s of CPU time (limits.cpu)"
    case .deadline(let limit): "took longer than \(limit / 1_000) s (service.visit)"
    case .cancelled: "was broken off"
    case .nonsense(let why): "its worker broke the protocol: \(why)"
    case .signal(let number, let peak):
      "its worker was ended by signal \(number), with \(peak >> 20) MiB of memory at most"
    case .exited(let code): "its worker ended with code \(code)"
    case .unstarted(let why): "no worker could be started: \(why)"
    }
  }
}
