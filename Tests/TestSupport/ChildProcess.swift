internal import Glibc
internal import Synchronization

/// A program that runs beside the test and ends with it at the latest.
///
///     let status = try await ChildProcess(["/usr/bin/git", "init", "-q", folder]).end()
///
/// The tests share a pool of as many threads as there are cores. A test that blocked one of them
/// while it waits would keep others from going on, so all waiting here is done on other threads.
package final class ChildProcess: Sendable {
  private let identifier: pid_t
  private let status = Mutex<Int32?>(nil)

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
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let flags = O_WRONLY | O_CREAT | O_TRUNC
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, flags, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, error, flags, 0o600)
    closeInherited(&actions)
    // Glibc's way to change the folder of a child is hidden from Swift.
    let shell = ["/bin/sh", "-c", #"cd "$0" && exec "$@""#]
    let arguments = folder.map { shell + [$0] + arguments } ?? arguments
    let variables = environment?.map { "\($0.key)=\($0.value)" }
    var child = pid_t()
    let result = withPointers(to: arguments) { words in
      guard let variables else {
        return posix_spawn(&child, arguments.first ?? "", &actions, nil, words, environ)
      }
      return withPointers(to: variables) { variables in
        posix_spawn(&child, arguments.first ?? "", &actions, nil, words, variables)
      }
    }
    guard result == 0 else { throw Failure(code: result) }
    identifier = child
  }

  deinit {
    guard !isReaped else { return }
    kill(identifier, SIGTERM)
    startThread { [identifier] in
      while waitpid(identifier, nil, 0) < 0, errno == EINTR {}
    }
  }

  /// Waits for its end: the exit status, or 128 and the signal that ended it.
  @discardableResult
  package func end() async -> Int32 {
    await withCheckedContinuation { continuation in
      startThread { continuation.resume(returning: self.endOnThisThread()) }
    }
  }

  /// As `end()` for those who have a thread of their own, such as scripts of a loopback server.
  @available(*, noasync, message: "a thread of the pool must not wait: use end()")
  @discardableResult
  package func endOnThisThread() -> Int32 {
    // It is reaped under the lock and not before, so that nobody signals its number's next owner.
    watch(for: WEXITED)
    return status.withLock { status in
      if let status { return status }
      var raw: Int32 = 0
      while waitpid(identifier, &raw, 0) < 0, errno == EINTR {}
      let signal = raw & 0x7f
      let ended = signal == 0 ? raw >> 8 & 0xff : 128 + signal
      status = ended
      return ended
    }
  }

  /// Whether it has ended; its end can be waited for in any case.
  package var hasEnded: Bool {
    if isReaped { return true }
    var state = siginfo_t()
    let result = waitid(P_PID, id_t(identifier), &state, WEXITED | WNOHANG | WNOWAIT)
    return result == 0 && state.si_signo == SIGCHLD
  }

  /// Lets it go on after it was stopped, once it is.
  package func resume() async {
    await withCheckedContinuation { continuation in
      startThread {
        self.watch(for: WSTOPPED | WEXITED)
        continuation.resume()
      }
    }
    signal(SIGCONT)
  }

  /// Sends a signal, such as `SIGHUP`; nothing happens once its end was waited for.
  package func signal(_ number: Int32) {
    status.withLock { status in
      if status == nil { kill(identifier, number) }
    }
  }

  /// Asks it to end, and waits until it has.
  @discardableResult
  package func terminate() async -> Int32 {
    signal(SIGTERM)
    return await end()
  }

  /// Asks it to end, and removes its folder once it has; returns at once, for what deinitialises.
  func end(removing folder: String) {
    signal(SIGTERM)
    startThread {
      self.endOnThisThread()
      _ = try? ChildProcess(["/bin/rm", "-rf", folder]).endOnThisThread()
    }
  }

  private var isReaped: Bool { status.withLock { $0 != nil } }

  /// Returns once one of the changes has come over it, and leaves the news for others.
  private func watch(for changes: Int32) {
    guard !isReaped else { return }
    var state = siginfo_t()
    while waitid(P_PID, id_t(identifier), &state, changes | WNOWAIT) < 0, errno == EINTR {}
  }

  /// The system's number of the reason why a program does not start.
  package struct Failure: Error {
    /// An `errno`, such as 2 for a program that is not there.
    package var code: Int32
  }
}

/// Lends texts to C as a list that ends with a null pointer.
private func withPointers(
  to texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Int32
) -> Int32 {
  var pointers: [UnsafeMutablePointer<CChar>?] = texts.map { strdup($0) }
  pointers.append(nil)
  defer { for pointer in pointers { free(pointer) } }
  return body(pointers)
}
