import Ecosystem
import Forges
import Libc
import Synchronization
import Time
import Updates

/// Ends a run on SIGTERM or SIGINT.
///
/// No further visit starts. Running visits have some seconds to finish; a second signal ends them at
/// once. A separate thread waits for signals, so that busy visits don't delay it.
final class EndRequest: Sendable {
  /// How long visits can continue after the first signal, in seconds.
  private static let grace: Int32 = 7

  private struct State {
    var signal: Int32?
    var isReported = false
    var waiting: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())
  private let terminal: Terminal
  /// Prints the report of the finished visits.
  private let report: @Sendable () -> Void

  /// Installs the signal handlers.
  ///
  /// - Parameters:
  ///   - terminal: gets a message when a signal arrives.
  ///   - report: prints the report of the finished visits, if the others don't end in time.
  init(_ terminal: Terminal, report: @escaping @Sendable () -> Void) {
    self.terminal = terminal
    self.report = report
    guard signalPipe.read >= 0 else { return }
    guard startThread({ [self] in watch() }) else { return }
    for number in [SIGTERM, SIGINT] { _ = signal(number, recordSignal) }
  }

  /// The name of the signal that arrived; nil: none.
  var signalName: String? {
    state.withLock { $0.signal.map { $0 == SIGINT ? "SIGINT" : "SIGTERM" } }
  }

  /// Whether a signal arrived, so that no further visit starts.
  var isAsked: Bool { signalName != nil }

  /// Returns whether the caller prints the report: either the run or the signal thread does.
  func claimReport() -> Bool {
    state.withLock { state in
      defer { state.isReported = true }
      return !state.isReported
    }
  }

  /// Waits until the signal thread has printed the report and exits the process.
  func waitForExit() async -> Never {
    while true {
      // Never resumed: the process exits meanwhile.
      await withCheckedContinuation { continuation in
        state.withLock { $0.waiting = continuation }
      }
    }
  }

  /// Sleeps until the time has passed or a signal arrives.
  ///
  /// - Returns: whether the run continues.
  func sleep(seconds: Int64) async -> Bool {
    let end = Timestamp.now() + .seconds(seconds)
    while !isAsked, .now() < end {
      let rest = min(.milliseconds(500), max(end - .now(), .milliseconds(1)))
      guard (try? await Task.sleep(for: rest)) != nil else { return false }
    }
    return !isAsked
  }

  private func watch() {
    var number: UInt8 = 0
    guard read(signalPipe.read, &number, 1) == 1 else { return }
    state.withLock { $0.signal = Int32(number) }
    terminal.status("")
    terminal.error(
      "martlet: \(signalName ?? "a signal"): running visits have \(Self.grace) seconds to "
        + "finish, and no further one starts\n")
    var next = pollfd(fd: signalPipe.read, events: Int16(POLLIN), revents: 0)
    _ = poll(&next, 1, Self.grace * 1_000)
    guard claimReport() else { return }
    report()
    fflush(nil)
    _exit(ExitCode.failed.rawValue)
  }
}

/// A pipe that signal handlers write to (signal-safety(7) allows little else).
private let signalPipe: (read: Int32, write: Int32) = {
  var ends: [Int32] = [-1, -1]
  guard pipe(&ends) == 0 else { return (-1, -1) }
  for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  return (ends[0], ends[1])
}()

private func recordSignal(_ number: Int32) {
  var byte = UInt8(truncatingIfNeeded: number)
  _ = write(signalPipe.write, &byte, 1)
}

/// The finished visits of a run, for a report at any time.
final class RunLedger: Sendable {
  private struct State {
    var expected: [RepositoryID] = []
    var reports: [RepositoryReport] = []
  }

  private let state = Mutex(State())

  /// Adds repositories that the run will visit.
  func expect(_ repositories: [RepositoryID]) {
    state.withLock { $0.expected += repositories }
  }

  /// Adds the report of a finished visit.
  func add(_ report: RepositoryReport) { state.withLock { $0.reports.append(report) } }

  /// The reports of the finished visits, in the order in which they finished.
  var reports: [RepositoryReport] { state.withLock(\.reports) }

  /// Describes the progress of a run that a signal ended.
  func interruption(by signal: String) -> Interruption {
    state.withLock { state in
      let done = Set(state.reports.map(\.repository))
      return Interruption(
        signal: signal, visited: done.count,
        left: state.expected.filter { !done.contains($0) }.map { "\($0.name)" }.sorted())
    }
  }
}

/// A run that a signal ended before all repositories were visited.
struct Interruption: Sendable {
  var signal: String
  /// The number of repositories whose visit finished.
  var visited: Int
  /// The others, sorted.
  var left: [String]

  var problem: Problem {
    let names = left.prefix(20).joined(separator: ", ")
    let more = left.count > 20 ? " and \(left.count - 20) more" : ""
    return Problem(
      .failed,
      "\(signal) ended the run: \(visited) of \(visited + left.count) repositories were visited"
        + (left.isEmpty ? "" : ", not \(names)\(more)"),
      advice: "The next run starts with the others.")
  }
}
