internal import Glibc
internal import Synchronization

/// A program that runs beside the test and ends with it at the latest.
///
///     let status = try ChildProcess(["/usr/bin/git", "init", "-q", folder]).wait()
package final class ChildProcess: Sendable {
  private let identifier: pid_t
  private let status = Mutex<Int32?>(nil)

  /// Starts a program by its path; it reads nothing, and its output goes nowhere.
  package init(_ arguments: [String]) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
    pointers.append(nil)
    defer { for pointer in pointers { free(pointer) } }
    var child = pid_t()
    let result = posix_spawn(&child, arguments.first ?? "", &actions, nil, pointers, environ)
    guard result == 0 else { throw Failure(code: result) }
    identifier = child
  }

  deinit {
    terminate()
  }

  /// Waits for its end: the exit status, or 128 and the signal that ended it.
  @discardableResult
  package func wait() -> Int32 {
    status.withLock { status in
      if let status { return status }
      var raw: Int32 = 0
      while waitpid(identifier, &raw, 0) < 0, errno == EINTR {}
      let signal = raw & 0x7f
      let ended = signal == 0 ? raw >> 8 & 0xff : 128 + signal
      status = ended
      return ended
    }
  }

  /// Asks it to end, and waits until it has.
  package func terminate() {
    if status.withLock({ $0 }) == nil { kill(identifier, SIGTERM) }
    wait()
  }

  /// The system's number of the reason why a program does not start.
  package struct Failure: Error {
    package var code: Int32
  }
}
