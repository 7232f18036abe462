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
      let names = awaited.prefix(3).joined(separator: ", ")
      let bar = Self.bar(done, of: all.count)
      return draw("\(bar) CI settled on \(done) of \(all.count), \(clock(elapsed)) \(names)")
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
    if isBar { terminal.error("\u{1B}[K") }
    for verdict in report.verdicts { log.info(verdict.line) }
  }

  /// The cursor stays at the line's start, so that whatever is written next covers the bar.
  private func draw(_ text: String) {
    let plain = text.unicodeScalars.filter { $0.value >= 0x20 }
    terminal.error("\u{1B}[K" + String(String.UnicodeScalarView(plain).prefix(100)) + "\r")
  }

  private static func bar(_ done: Int, of all: Int) -> String {
    let width = 20
    let filled = all == 0 ? width : width * done / all
    return "[" + String(repeating: "#", count: filled)
      + String(repeating: ".", count: width - filled) + "]"
  }
}

/// Minutes and seconds, as a watch shows them.
private func clock(_ seconds: Int64) -> String {
  "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"
}
