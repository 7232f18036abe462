internal import Dispatch
internal import Glibc

/// A program that runs beside the test and ends with it at the latest.
///
///     let status = try await ChildProcess(["/usr/bin/git", "init", "-q", folder]).end()
///
/// The tests share a pool of as many threads as there are cores. A test that blocked one of them
/// while it waits would keep others from going on, so all waiting here is done on other threads.
package final class ChildProcess: Sendable {
  private let reaper: Reaper

  /// Starts a program by its path; it reads nothing.
  ///
  /// - Parameters:
  ///   - arguments: the path and the words behind it.
  ///   - folder: where it runs; nil: where this process does.
  ///   - environment: all its variables; nil: those of this process.
  ///   - output: the file that its standard output goes to.
  ///   - error: the file that its standard error goes to.
  /// - Throws: `Failure` where it cannot be started.
  package init(
    _ arguments: [String], in folder: String? = nil, environment: [String: String]? = nil,
    output: String = "/dev/null", error: String = "/dev/null"
  ) throws {
    // Glibc's way to change the folder of a child is hidden from Swift.
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
    // One that was stopped hears nothing before it goes on.
    reaper.signal(SIGCONT)
  }

  /// Waits for its end: the exit status, or 128 and the signal that ended it.
  @discardableResult
  package func end() async -> Int32 {
    await withCheckedContinuation { continuation in
      reaper.whenEnded { continuation.resume(returning: $0) }
    }
  }

  /// As `end()` for those who have a thread of their own, such as scripts of a loopback server.
  @available(*, noasync, message: "a thread of the pool must not wait: use end()")
  @discardableResult
  package func endOnThisThread() -> Int32 {
    let ended = DispatchSemaphore(value: 0)
    reaper.whenEnded { _ in ended.signal() }
    ended.wait()
    return reaper.status ?? -1
  }

  /// Whether it has ended; its end can be waited for in any case.
  package var hasEnded: Bool { reaper.status != nil }

  /// Lets it go on after it was stopped, once it is.
  package func resume() async {
    await withCheckedContinuation { continuation in
      startThread { [reaper] in
        reaper.waitUntilStopped()
        continuation.resume()
      }
    }
    signal(SIGCONT)
  }

  /// Sends a signal, such as `SIGHUP`; nothing happens once it has ended.
  package func signal(_ number: Int32) { reaper.signal(number) }

  /// Asks it to end, and waits until it has.
  @discardableResult
  package func terminate() async -> Int32 {
    signal(SIGTERM)
    return await end()
  }

  /// Asks it to end, and removes its folder once it has; returns at once, for what deinitialises.
  func end(removing folder: String) {
    signal(SIGTERM)
    reaper.whenEnded { _ in _ = try? ChildProcess(["/bin/rm", "-rf", folder]).endOnThisThread() }
  }

  /// The system's number of the reason why a program does not start.
  package struct Failure: Error {
    /// An `errno`, such as 2 for a program that is not there.
    package var code: Int32
  }
}
