import Libc

/// A program whose standard input is closed when this process ends.
///
/// The program is expected to end then, for example a shell script with `read x`.
package struct KeptProgram: Sendable {
  /// A failure to start the program.
  package struct Failure: Error {
    /// The `errno`, such as 2 if the program does not exist.
    package var code: Int32
  }

  /// The write end of the program's standard input; closing it ends the program early.
  private let input: Int32

  /// Starts a program by its path.
  package init(_ arguments: [String]) throws {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw Failure(code: errno) }
    // Child processes of others must not inherit it.
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

  /// Closes the standard input, so that the program ends.
  package func end() {
    close(input)
  }
}
