private import CIsolation
import Glibc
import Synchronization

/// A worker's end of the two pipes to its parent.
package final class WorkerLink: Sendable {
  private let input: Int32
  private let output: Int32
  /// Frames of several tasks must not mix.
  private let writing = Mutex(())

  /// Takes over the standard streams; anything printed afterwards is lost.
  package init() {
    input = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
    output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
    let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
    dup2(nothing, STDIN_FILENO)
    dup2(nothing, STDOUT_FILENO)
    close(nothing)
  }

  /// Hands each frame to `body`, on a thread of its own; ends the process at the end of the input.
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

  /// What the parent says is its own: settings and lists may be long.
  private static let frameLimit = 256 << 20

  /// Says something to the parent; one that is gone ends the process.
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

/// What a worker takes away from itself before it reads anything.
package struct Confinement: OptionSet, Sendable {
  /// Sums what could not be done.
  package let rawValue: Int32

  /// Takes the sum.
  package init(rawValue: Int32) { self.rawValue = rawValue }

  /// New privileges could not be ruled out (PR_SET_NO_NEW_PRIVS).
  package static let privileges = Confinement(rawValue: Int32(MARTLET_NO_PRIVILEGE_LOCK))
  /// Starting programs could not be ruled out (seccomp).
  package static let calls = Confinement(rawValue: Int32(MARTLET_NO_FILTER))
  /// The worker may outlive its parent (PR_SET_PDEATHSIG).
  package static let death = Confinement(rawValue: Int32(MARTLET_NO_DEATH_SIGNAL))
  /// Core dumps could not be ruled out.
  package static let dumps = Confinement(rawValue: Int32(MARTLET_NO_DUMP_LOCK))

  /// Confines this process for good, and returns what could not be done.
  package static func enter() -> Confinement {
    // The parent says when to end; systemd and a terminal send these to all processes.
    for number in [SIGTERM, SIGINT, SIGHUP, SIGPIPE, SIGUSR1, SIGUSR2] { signal(number, SIG_IGN) }
    return Confinement(rawValue: martlet_confine())
  }

  /// Ends a process that asks for more memory than it may have, in bytes.
  ///
  /// The parent watches what is really used; this is for one that grows too fast to be watched.
  package static func limitMemory(to bytes: Int) {
    _ = martlet_limit_memory(UInt64(max(0, bytes)))
  }

  /// Ends a process that uses more CPU time from now on, in seconds, even if its parent is stopped.
  package static func limitCPU(to seconds: Int64) {
    _ = martlet_limit_cpu(UInt64(max(1, seconds)))
  }

  /// What could not be done, in words; empty if everything was.
  package var words: [String] {
    [
      (Self.privileges, "no-new-privileges"), (.calls, "seccomp filter"),
      (.death, "end with the parent"), (.dumps, "no core dumps"),
    ].filter { contains($0.0) }.map(\.1)
  }
}
