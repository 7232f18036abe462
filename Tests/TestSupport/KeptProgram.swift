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
    // Others' children must not keep it open.
    _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
    defer { close(ends[0]) }
    let child: pid_t
    do {
      child = try spawn(arguments, failure: Failure.init) { actions in
        posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
      }
    } catch {
      close(ends[1])
      throw error
    }
    _ = Reaper(of: child)
    input = ends[1]
  }

  /// Lets the program end.
  package func end() {
    close(input)
  }
}
