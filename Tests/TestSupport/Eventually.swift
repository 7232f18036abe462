package import Testing

/// Checks a condition repeatedly until it is true.
///
/// The time limit only prevents a test from hanging. On a busy machine, a condition can take a
/// hundred times as long as usual.
///
/// - Parameters:
///   - pause: the time between two checks.
///   - sourceLocation: the location of the expectation, for the message.
///   - condition: the condition; it can throw.
/// - Throws: `TimedOut` after ten minutes, and any error of the condition.
package func eventually(
  every pause: Duration = .milliseconds(50),
  sourceLocation: SourceLocation = #_sourceLocation,
  _ condition: () async throws -> Bool
) async throws {
  let end = ContinuousClock.now + .seconds(600)
  while try await !condition() {
    guard ContinuousClock.now < end else {
      Issue.record("the condition did not become true", sourceLocation: sourceLocation)
      throw TimedOut()
    }
    try await Task.sleep(for: pause)
  }
}

/// Ends a test after the time limit.
private struct TimedOut: Error {}
