package import Time

/// Writes log entries to a sink and adds its own fields to each.
///
///     let log = logger.with("run", runID)
///     log.info("opened a pull request", ["repository": "acme/app"])
package struct Logger: Sendable {
  /// The lowest level that is written.
  package var threshold: Level
  /// The fields that `with` has added, outermost first.
  ///
  /// Every entry starts with them.
  package var fields: [Entry.Field]
  private let now: @Sendable () -> Timestamp
  private let sink: @Sendable (Entry) -> Void

  /// Creates a logger with a clock and a sink.
  package init(
    threshold: Level = .info, fields: [Entry.Field] = [],
    now: @escaping @Sendable () -> Timestamp, sink: @escaping @Sendable (Entry) -> Void
  ) {
    self.threshold = threshold
    self.fields = fields
    self.now = now
    self.sink = sink
  }

  /// A logger that discards everything.
  package static let silent = Logger(threshold: .error, now: { .epoch }, sink: { _ in })

  /// Returns a logger that adds a field to every entry.
  package func with(_ name: String, _ value: String) -> Logger {
    var copy = self
    copy.fields.append(.init(name, value))
    return copy
  }

  /// Returns a logger whose entries a function changes before they are written.
  package func changing(_ change: @escaping @Sendable (Entry) -> Entry) -> Logger {
    Logger(threshold: threshold, fields: fields, now: now) { [sink] in sink(change($0)) }
  }

  /// Writes an entry if its level reaches the threshold.
  package func log(
    _ level: Level, _ message: @autoclosure () -> String,
    _ fields: KeyValuePairs<String, String> = [:]
  ) {
    guard level >= threshold else { return }
    let own = fields.map { Entry.Field($0.key, $0.value) }
    sink(Entry(time: now(), level: level, message: message(), fields: self.fields + own))
  }

  /// Writes details for developers.
  package func debug(_ message: String, _ fields: KeyValuePairs<String, String> = [:]) {
    log(.debug, message, fields)
  }

  /// Writes a normal event.
  package func info(_ message: String, _ fields: KeyValuePairs<String, String> = [:]) {
    log(.info, message, fields)
  }

  /// Writes a failure of one dependency or repository.
  package func warning(_ message: String, _ fields: KeyValuePairs<String, String> = [:]) {
    log(.warning, message, fields)
  }

  /// Writes a failure that ended the work.
  package func error(_ message: String, _ fields: KeyValuePairs<String, String> = [:]) {
    log(.error, message, fields)
  }
}
