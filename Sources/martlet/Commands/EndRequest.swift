import Ecosystem
import Glibc
import Synchronization
import Updates

/// Ends a run in good order on SIGTERM or SIGINT.
///
/// No repository is begun any more. Those under way have some seconds to finish; a second signal
/// cuts that short. The watch is a thread of its own: a visit that keeps every other thread busy
/// can't hold it up.
final class EndRequest: Sendable {
  /// How long visits may go on after the first signal, in seconds; the process is gone within ten.
  private static let grace: Int32 = 7

  private struct State {
    var signal: Int32?
    var isReported = false
  }

  private let state = Mutex(State())
  private let terminal: Terminal
  /// Prints what was done so far.
  private let report: @Sendable () -> Void

  /// Starts to listen.
  ///
  /// - Parameters:
  ///   - terminal: hears that the run is about to end.
  ///   - report: prints what was done so far, if visits don't end in time.
  init(_ terminal: Terminal, report: @escaping @Sendable () -> Void) {
    self.terminal = terminal
    self.report = report
    guard signalPipe.read >= 0 else { return }
    var thread = pthread_t()
    let watch = Unmanaged.passRetained(self)
    let code = pthread_create(
      &thread, nil,
      { raw in
        if let raw { Unmanaged<EndRequest>.fromOpaque(raw).takeRetainedValue().watch() }
        return nil
      }, watch.toOpaque())
    guard code == 0 else {
      watch.release()
      return
    }
    pthread_detach(thread)
    for number in [SIGTERM, SIGINT] { _ = signal(number, noteSignal) }
  }

  /// The name of the signal that came; nil: the run goes on.
  var signalName: String? {
    state.withLock { $0.signal.map { $0 == SIGINT ? "SIGINT" : "SIGTERM" } }
  }

  /// Whether a signal came, so that no further repository is visited.
  var isAsked: Bool { signalName != nil }

  /// Takes the right to print the report: it is printed once, by the run or by the watch.
  func claimReport() -> Bool {
    state.withLock { state in
      defer { state.isReported = true }
      return !state.isReported
    }
  }

  /// Sleeps until the time is over or a signal comes.
  ///
  /// - Returns: whether the run goes on.
  func sleep(seconds: Int64) async -> Bool {
    let end = milliseconds() + seconds * 1_000
    while !isAsked, milliseconds() < end {
      let rest = min(500, max(end - milliseconds(), 1))
      guard (try? await Task.sleep(for: .milliseconds(rest))) != nil else { return false }
    }
    return !isAsked
  }

  private func watch() {
    var number: UInt8 = 0
    guard read(signalPipe.read, &number, 1) == 1 else { return }
    state.withLock { $0.signal = Int32(number) }
    terminal.status("")
    terminal.error(
      "martlet: \(signalName ?? "a signal"): the visits under way have \(Self.grace) seconds to "
        + "finish, and no other is begun\n")
    var next = pollfd(fd: signalPipe.read, events: Int16(POLLIN), revents: 0)
    _ = poll(&next, 1, Self.grace * 1_000)
    guard claimReport() else { return }
    report()
    fflush(nil)
    _exit(ExitCode.failed.rawValue)
  }
}

/// Both ends of a pipe that signal handlers write to: little else is allowed in them.
private let signalPipe: (read: Int32, write: Int32) = {
  var ends: [Int32] = [-1, -1]
  guard pipe(&ends) == 0 else { return (-1, -1) }
  for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  return (ends[0], ends[1])
}()

private func noteSignal(_ number: Int32) {
  var byte = UInt8(truncatingIfNeeded: number)
  _ = write(signalPipe.write, &byte, 1)
}

/// What a run has done so far, for a report at any time.
final class RunLedger: Sendable {
  private struct State {
    var expected: [String] = []
    var reports: [RepositoryReport] = []
  }

  private let state = Mutex(State())

  /// Notes repositories that the run is to visit.
  func expect(_ names: [String]) { state.withLock { $0.expected += names } }

  /// Notes a visit that came to its end.
  func add(_ report: RepositoryReport) { state.withLock { $0.reports.append(report) } }

  /// The reports so far, in the order in which visits ended.
  var reports: [RepositoryReport] { state.withLock(\.reports) }

  /// Says how far the run came when a signal ended it.
  func interruption(by signal: String) -> Interruption {
    state.withLock { state in
      let done = Set(state.reports.map(\.repository))
      return Interruption(
        signal: signal, visited: done.count,
        left: state.expected.filter { !done.contains($0) }.sorted())
    }
  }
}

/// A run that a signal ended before all repositories were visited.
struct Interruption: Sendable {
  var signal: String
  /// How many repositories were visited to the end.
  var visited: Int
  /// The others, sorted.
  var left: [String]

  var problem: Problem {
    let names = left.prefix(20).joined(separator: ", ")
    let more = left.count > 20 ? " and \(left.count - 20) more" : ""
    return Problem(
      .failed,
      "the run was ended by \(signal): \(visited) of \(visited + left.count) repositories were "
        + "visited" + (left.isEmpty ? "" : ", left are \(names)\(more)"),
      advice: "The next run begins with those that are left.")
  }
}
