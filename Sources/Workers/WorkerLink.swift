private import CIsolation
import Glibc
import Synchronization

/// A worker's end of the two pipes to its parent.
package final class WorkerLink: Sendable {
  private let input: Int32
  private let output: Int32
  /// Serializes the frames of several tasks.
  private let writing = Mutex(())

  /// Takes over the standard streams; later output to them is discarded.
  package init() {
    input = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
    output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
    let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
    dup2(nothing, STDIN_FILENO)
    dup2(nothing, STDOUT_FILENO)
    close(nothing)
  }

  /// Calls `body` with each frame, on a separate thread; exits at the end of the input.
  package func listen(_ body: @escaping @Sendable (Frame) -> Void) {
    startThread { [input] in
      var reader = FrameReader(limit: Self.frameLimit)
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = read(input, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0, let frames = try? reader.read(buffer[..<count]) else { _exit(0) }
        for frame in frames { body(frame) }
      }
    }
  }

  /// The parent is trusted, and its settings and lists can be long.
  private static let frameLimit = 256 << 20

  /// Sends a message to the parent; exits if the parent has ended.
  package func send(_ frame: Frame) {
    writing.withLock { _ in
      var rest = frame.bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(output, $0.baseAddress, $0.count) }
        if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { _exit(0) }
      }
    }
  }
}

/// Restrictions of a worker process; the members are those that are missing.
package struct Confinement: OptionSet, Sendable {
  /// A sum of `MARTLET_NO_…`.
  package let rawValue: Int32

  /// Creates a set from a sum of `MARTLET_NO_…`.
  package init(rawValue: Int32) { self.rawValue = rawValue }

  /// New privileges are not excluded (PR_SET_NO_NEW_PRIVS).
  package static let privileges = Confinement(rawValue: Int32(MARTLET_NO_PRIVILEGE_LOCK))
  /// System calls are not filtered (seccomp).
  package static let calls = Confinement(rawValue: Int32(MARTLET_NO_FILTER))
  /// The worker can outlive its parent (PR_SET_PDEATHSIG).
  package static let death = Confinement(rawValue: Int32(MARTLET_NO_DEATH_SIGNAL))
  /// Core dumps are not disabled.
  package static let dumps = Confinement(rawValue: Int32(MARTLET_NO_DUMP_LOCK))

  /// Restricts this process irrevocably, and returns the restrictions that failed.
  package static func enter() -> Confinement {
    // The parent ends its workers; systemd and terminals send these signals to all processes.
    for number in [SIGTERM, SIGINT, SIGHUP, SIGPIPE, SIGUSR1, SIGUSR2] { signal(number, SIG_IGN) }
    return Confinement(rawValue: martlet_confine())
  }

  /// Limits the private writable memory of this process, in bytes (RLIMIT_DATA).
  ///
  /// The parent measures the resident memory; this limit stops a process that grows faster than it
  /// is measured.
  package static func limitMemory(to bytes: Int) {
    _ = martlet_limit_memory(UInt64(max(0, bytes)))
  }

  /// Limits the CPU time of this process from now on, in seconds (RLIMIT_CPU).
  ///
  /// The limit holds even while the parent is stopped.
  package static func limitCPU(to seconds: Int64) {
    _ = martlet_limit_cpu(UInt64(max(1, seconds)))
  }

  /// The names of the missing restrictions.
  package var words: [String] {
    [
      (Self.privileges, "no-new-privileges"), (.calls, "seccomp filter"),
      (.death, "end with the parent"), (.dumps, "no core dumps"),
    ].filter { contains($0.0) }.map(\.1)
  }
}
