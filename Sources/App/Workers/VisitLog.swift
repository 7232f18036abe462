import Logging
import Store
import Synchronization

/// Adds the fields of the running visit to every line of a worker, and keeps the lines for the state.
///
/// A worker makes one visit at a time, so the lines of libraries and layers belong to it, too.
final class VisitLog: Sendable {
  private struct State {
    var fields: [Entry.Field] = []
    var lines: [String] = []
  }

  private let state = Mutex(State())

  /// Returns a logger for everything that the worker does.
  func attached(to log: Logger) -> Logger { log.changing { self.add($0) } }

  /// Begins a visit.
  func begin(_ fields: [Entry.Field]) { state.withLock { $0 = State(fields: fields) } }

  /// Ends the visit and returns its lines; those beyond the limit are counted only.
  func end() -> [String] {
    state.withLock { state in
      defer { state = State() }
      return state.lines
    }
  }

  private func add(_ entry: Entry) -> Entry {
    state.withLock { state in
      var entry = entry
      let own = Set(state.fields.map(\.name))
      let given = Set(entry.fields.map(\.name))
      entry.fields += state.fields.filter { !given.contains($0.name) }
      // The limit of `LoggedVisit` counts further lines.
      if !state.fields.isEmpty, state.lines.count <= 10 * LoggedVisit.mostLines {
        var line = entry
        line.fields = entry.fields.filter { !own.contains($0.name) }
        state.lines.append(Format.text.render(line))
      }
      return entry
    }
  }
}
