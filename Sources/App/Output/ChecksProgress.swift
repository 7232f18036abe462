import Logging
import Store
import Synchronization
import Updates

/// Shows the progress of checks: a bar on a terminal, or a log line after each change.
final class ChecksProgress: Sendable {
  private let terminal: Terminal
  private let log: Logger
  private let isBar: Bool
  private let shown = Mutex("")

  /// - Parameters:
  ///   - terminal: its standard error shows the bar.
  ///   - log: receives the lines.
  ///   - isPlain: logs lines even on a terminal.
  init(terminal: Terminal, log: Logger, isPlain: Bool) {
    self.terminal = terminal
    self.log = log
    isBar = terminal.isErrorTerminal && !isPlain
  }

  /// Shows the current state.
  func show(_ report: RunReport, elapsed: Int64) {
    let all = report.verdicts
    let done = all.count(where: \.isSettled)
    let awaited = Set(all.filter { !$0.isSettled }.flatMap { $0.checks.map(\.name) }).sorted()
    if isBar {
      let bar = ProgressBar(
        done: done, all: all.count, noun: "settled by CI", seconds: elapsed, names: awaited)
      return terminal.status(bar.line)
    }
    let names = awaited.joined(separator: ", ")
    let line = "\(done) \(names)"
    let isNew = shown.withLock { shown in
      defer { shown = line }
      return shown != line
    }
    guard isNew else { return }
    log.info(
      "waiting for CI", ["settled": "\(done)", "of": "\(all.count)", "awaited": names])
  }

  /// Removes the bar and logs the result.
  func end(_ report: RunReport) {
    if isBar { terminal.status("") }
    for repository in report.repositories {
      for verdict in repository.verdicts { log.info(verdict.line(repository.sign)) }
    }
  }
}
