internal import Dispatch
internal import Libc

/// A child process that is terminated at the latest when its last reference is released.
///
///     let status = try await ChildProcess(["/usr/bin/git", "init", "-q", folder]).end()
///
/// The tests share a pool with one thread per core. A test that blocks one of them delays others,
/// so all waiting is done on other threads.
package final class ChildProcess: Sendable {
  private let reaper: Reaper

  /// Starts a program with empty standard input.
  ///
  /// - Parameters:
  ///   - arguments: the path and the arguments.
  ///   - folder: the working folder; nil for that of this process.
  ///   - environment: all variables; nil for those of this process.
  ///   - output: the file for the standard output.
  ///   - error: the file for the standard error.
  /// - Throws: `Failure` if the program cannot be started.
  package init(
    _ arguments: [String], in folder: String? = nil, environment: [String: String]? = nil,
    output: String = "/dev/null", error: String = "/dev/null"
  ) throws {
    // Glibc's function to set the folder of a child is not available in Swift.
    let shell = ["/bin/sh", "-c", #"cd "$0" && exec "$@""#]
    let words = folder.map { shell + [$0] + arguments } ?? arguments
    let child = try spawn(words, environment: environment, failure: Failure.init) { actions in
      let flags = O_WRONLY | O_CREAT | O_TRUNC
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
      posix_spawn_file_actions_addopen(&actions, 1, output, flags, 0o600)
      posix_spawn_file_actions_addopen(&actions, 2, error, flags, 0o600)
    }
    reaper = Reaper(of: child)
  }

  deinit {
    reaper.signal(SIGTERM)
    // A stopped process handles no signal before it continues.
    reaper.signal(SIGCONT)
  }

  /// Waits for the end and returns the exit status, or 128 plus the signal that ended the process.
  @discardableResult
  package func end() async -> Int32 {
    await withCheckedContinuation { continuation in
      reaper.whenEnded { continuation.resume(returning: $0) }
    }
  }

  /// Like `end()`, for code that runs on a separate thread, such as scripts of a loopback server.
  @available(*, noasync, message: "a thread of the pool must not wait: use end()")
  @discardableResult
  package func endOnThisThread() -> Int32 {
    let ended = DispatchSemaphore(value: 0)
    reaper.whenEnded { _ in ended.signal() }
    ended.wait()
    return reaper.status ?? -1
  }

  /// The process identifier.
  package var id: Int32 { reaper.child }

  /// Whether the process has ended.
  package var hasEnded: Bool { reaper.status != nil }

  /// Waits until the process has stopped, then continues it.
  package func resume() async {
    await withCheckedContinuation { continuation in
      requireThread { [reaper] in
        reaper.waitUntilStopped()
        continuation.resume()
      }
    }
    signal(SIGCONT)
  }

  /// Sends a signal, such as `SIGHUP`.
  ///
  /// Has no effect after the end of the process.
  package func signal(_ number: Int32) { reaper.signal(number) }

  /// Terminates the process and waits for its end.
  @discardableResult
  package func terminate() async -> Int32 {
    signal(SIGTERM)
    return await end()
  }

  /// Terminates the process and removes a folder after its end.
  ///
  /// Returns immediately, for use in `deinit`.
  func end(removing folder: String) {
    signal(SIGTERM)
    reaper.whenEnded { _ in _ = try? ChildProcess(["/bin/rm", "-rf", folder]).endOnThisThread() }
  }

  /// A failure to start a program.
  package struct Failure: Error {
    /// The `errno`, such as 2 if the program does not exist.
    package var code: Int32
  }
}
