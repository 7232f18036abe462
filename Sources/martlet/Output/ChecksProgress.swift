import Logging
import Store
import Synchronization

/// Shows how far the checks are: a bar on a terminal, a line when something changed elsewhere.
final class ChecksProgress: Sendable {
  private let terminal: Terminal
  private let log: Logger
  private let isBar: Bool
  private let shown = Mutex("")

  /// - Parameters:
  ///   - terminal: its standard error is written to.
  ///   - log: where lines go.
  ///   - isPlain: whether lines are wanted even on a terminal.
  init(terminal: Terminal, log: Logger, isPlain: Bool) {
    self.terminal = terminal
    self.log = log
    isBar = terminal.isErrorTerminal && !isPlain
  }

  /// Shows how things stand.
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

  /// Takes the bar away, and says how it ended.
  func end(_ report: RunReport) {
    if isBar { terminal.status("") }
    for verdict in report.verdicts { log.info(verdict.line) }
  }
}
