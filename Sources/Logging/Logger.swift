/// Writes lines to wherever its sink leads; a value that carries its fields along.
///
///     let log = logger.with("run", runID)
///     log.info("opened a pull request", ["repository": "acme/app"])
package struct Logger: Sendable {
  /// The least level that is written; what is below reaches no sink.
  package var threshold: Level
  /// What every line begins with, outermost first: what `with` has added so far.
  package var fields: [Entry.Field]
  private let now: @Sendable () -> Int64
  private let sink: @Sendable (Entry) -> Void

  /// Makes a logger of a clock, in milliseconds since 1970, and a sink.
  package init(
    threshold: Level = .info, fields: [Entry.Field] = [],
    now: @escaping @Sendable () -> Int64, sink: @escaping @Sendable (Entry) -> Void
  ) {
    self.threshold = threshold
    self.fields = fields
    self.now = now
    self.sink = sink
  }

  /// A logger that says nothing.
  package static let silent = Logger(threshold: .error, now: { 0 }, sink: { _ in })

  /// Adds a field to every line from here on.
  package func with(_ name: String, _ value: String) -> Logger {
    var copy = self
    copy.fields.append(.init(name, value))
    return copy
  }

  /// Writes a line, if its level reaches the threshold.
  package func log(
    _ level: Level, _ message: @autoclosure () -> String,
    _ fields: KeyValuePairs<String, String> = [:]
  ) {
    guard level >= threshold else { return }
    let own = fields.map { Entry.Field($0.key, $0.value) }
    sink(Entry(time: now(), level: level, message: message(), fields: self.fields + own))
  }

  /// Writes what only a developer wants to know.
  package func debug(_ message: String, _ fields: KeyValuePairs<String, String> = [:]) {
    log(.debug, message, fields)
  }

  /// Writes what happened as it should.
  package func info(_ message: String, _ fields: KeyValuePairs<String, String> = [:]) {
    log(.info, message, fields)
  }

  /// Writes what went wrong for one dependency or repository while the others go on.
  package func warning(_ message: String, _ fields: KeyValuePairs<String, String> = [:]) {
    log(.warning, message, fields)
  }

  /// Writes what ended the work.
  package func error(_ message: String, _ fields: KeyValuePairs<String, String> = [:]) {
    log(.error, message, fields)
  }
}
