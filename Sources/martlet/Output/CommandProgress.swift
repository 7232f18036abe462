import Synchronization

/// Shows how far a pass is: a bar on a terminal, and nothing elsewhere, where the log's lines tell.
final class CommandProgress: Sendable {
  private struct State {
    var done = 0
    var all = 0
    var underWay: [String] = []
  }

  private let terminal: Terminal
  private let isBar: Bool
  private let noun: String
  private let begin = milliseconds()
  private let state = Mutex(State())

  /// Begins with nothing to do.
  ///
  /// - Parameters:
  ///   - noun: what is counted, `repositories`.
  ///   - terminal: its standard error is drawn on.
  ///   - format: of the log; lines of JSON go without a bar.
  init(_ noun: String, on terminal: Terminal, format: String?) {
    self.noun = noun
    self.terminal = terminal
    isBar = terminal.isErrorTerminal && format != "json"
  }

  /// Adds to what is to be done.
  func expect(_ more: Int) { change { $0.all += more } }

  /// Does one thing, and counts it.
  func during<Result>(_ name: String, _ body: () async -> Result) async -> Result {
    change { $0.underWay.append(name) }
    let result = await body()
    change { state in
      state.done += 1
      if let place = state.underWay.firstIndex(of: name) { state.underWay.remove(at: place) }
    }
    return result
  }

  /// Takes the bar away.
  func end() {
    if isBar { terminal.status("") }
  }

  private func change(_ body: (inout State) -> Void) {
    let now = state.withLock { state in
      body(&state)
      return state
    }
    guard isBar else { return }
    let bar = ProgressBar(
      done: now.done, all: now.all, noun: noun, seconds: (milliseconds() - begin) / 1_000,
      names: now.underWay)
    terminal.status(bar.line)
  }
}
