/// Reports the statements that a task runs, for tests of query plans.
package enum QueryTrace {
  /// Receives each statement of the current task, with its values, before it runs; nil by default.
  @TaskLocal package static var observer: (@Sendable (String, [Value]) -> Void)?
}
