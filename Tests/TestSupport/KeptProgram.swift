import Glibc

/// A program whose standard input stays open as long as this process lives, and closes with it.
///
/// It shall end then: `read x` in a shell script waits for that.
package struct KeptProgram: Sendable {
  /// The system's number of the reason why it does not start.
  package struct Failure: Error {
    /// An `errno`, such as 2 for a program that is not there.
    package var code: Int32
  }

  /// Its standard input; closing it ends the program before this process does.
  private let input: Int32

  /// Starts a program by its path.
  package init(_ arguments: [String]) throws {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw Failure(code: errno) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
    closeInherited(&actions)
    _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
    // Threads of the pool block most signals, and what they start would inherit that.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var pointers = arguments.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    var pid = pid_t()
    let result = posix_spawn(
      &pid, arguments[0], &actions, &attributes, &pointers, environ)
    close(ends[0])
    guard result == 0 else { throw Failure(code: result) }
    _ = Reaper(of: pid)
    input = ends[1]
  }

  /// Lets the program end.
  package func end() {
    close(input)
  }
}

/// Keeps what this process has open from a child: a pipe that a server holds never ends.
///
/// An exit test of swift-testing reads such a pipe to its end.
func closeInherited(_ actions: inout posix_spawn_file_actions_t) {
  for descriptor in Int32(3)..<512 {
    posix_spawn_file_actions_addclose(&actions, descriptor)
  }
}
