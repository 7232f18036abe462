import Synchronization
import Time

/// Shows the progress of a command: a bar on a terminal, nothing elsewhere, because the log has lines.
final class CommandProgress: Sendable {
  private struct State {
    var done = 0
    var all = 0
    var running: [String] = []
    var isOver = false
  }

  private let terminal: Terminal
  private let isBar: Bool
  private let noun: String
  private let begin = Timestamp.now()
  private let state = Mutex(State())

  /// Creates a bar at zero.
  ///
  /// - Parameters:
  ///   - noun: the unit, such as `repositories`.
  ///   - terminal: its standard error shows the bar.
  ///   - format: the log format; with JSON there is no bar.
  init(_ noun: String, on terminal: Terminal, format: String?) {
    self.noun = noun
    self.terminal = terminal
    isBar = terminal.isErrorTerminal && format != "json"
  }

  /// Increases the total.
  func expect(_ more: Int) { change { $0.all += more } }

  /// Runs an operation and counts it.
  func during<Result>(_ name: String, _ body: () async -> Result) async -> Result {
    change { $0.running.append(name) }
    let result = await body()
    change { state in
      state.done += 1
      if let index = state.running.firstIndex(of: name) { state.running.remove(at: index) }
    }
    return result
  }

  /// Removes the bar, which later changes don't show again.
  func end() {
    state.withLock { $0.isOver = true }
    if isBar { terminal.status("") }
  }

  private func change(_ body: (inout State) -> Void) {
    let now = state.withLock { state in
      body(&state)
      return state
    }
    guard isBar, !now.isOver else { return }
    let bar = ProgressBar(
      done: now.done, all: now.all, noun: noun,
      seconds: (Timestamp.now() - begin).components.seconds,
      names: now.running)
    terminal.status(bar.line)
  }
}
