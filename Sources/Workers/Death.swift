/// The reason why a visit ended without an answer.
package enum Death: Error, Hashable, Sendable {
  /// The worker used more memory than its limit in bytes.
  case memory(limit: Int)
  /// The visit used more CPU time than its limit in milliseconds.
  case cpu(limit: Int64)
  /// The visit took longer than its limit in milliseconds.
  case deadline(Int64)
  /// The visit was cancelled and did not end in time; its repository is not at fault.
  case cancelled
  /// The worker sent an invalid message.
  case invalidMessage(String)
  /// A signal ended the worker; `peak` is the most memory it used, in bytes.
  case signal(Int32, peak: Int)
  /// The worker exited without an answer.
  case exited(Int32)
  /// No worker could be started; the repository is not at fault.
  case unstarted(String)

  /// Whether the visit, and so the content that it read, caused the failure.
  package var isByVisit: Bool {
    switch self {
    case .cancelled, .unstarted: false
    default: true
    }
  }

  /// The value of the label `reason` in metrics.
  package var label: String {
    switch self {
    case .memory: "memory"
    case .cpu: "cpu"
    case .deadline: "deadline"
    case .cancelled: "cancelled"
    case .invalidMessage: "protocol"
    case .signal: "signal"
    case .exited: "exit"
    case .unstarted: "unstarted"
    }
  }
}

extension Death: CustomStringConvertible {
  /// The predicate of a sentence about the visit: `used more than 512 MiB of memory`.
  package var description: String {
    switch self {
    case .memory(let limit): "used more than \(limit >> 20) MiB of memory (limits.memory)"
    case .cpu(let limit): "used more than \(limit / 1_000) s of CPU time (limits.cpu)"
    case .deadline(let limit): "took longer than \(limit / 1_000) s (service.visit)"
    case .cancelled: "was cancelled"
    case .invalidMessage(let why): "its worker broke the protocol: \(why)"
    case .signal(let number, let peak):
      "its worker was ended by signal \(number), with \(peak >> 20) MiB of memory at most"
    case .exited(let code): "its worker ended with code \(code)"
    case .unstarted(let why): "no worker could be started: \(why)"
    }
  }
}
