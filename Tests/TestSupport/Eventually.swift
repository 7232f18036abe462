package import Testing

/// Asks again and again until something has come to pass.
///
/// The bound keeps a test from hanging, and is no measurement: where the machine is busy, a
/// condition may take a hundred times as long as it does alone.
///
/// - Parameters:
///   - pause: between two questions.
///   - sourceLocation: of the expectation, for the message.
///   - condition: what is asked; it may fail.
/// - Throws: `NeverCame` after ten minutes, and what the condition throws.
package func eventually(
  every pause: Duration = .milliseconds(50),
  sourceLocation: SourceLocation = #_sourceLocation,
  _ condition: () async throws -> Bool
) async throws {
  let end = ContinuousClock.now + .seconds(600)
  while try await !condition() {
    guard ContinuousClock.now < end else {
      Issue.record("it did not come to pass", sourceLocation: sourceLocation)
      throw NeverCame()
    }
    try await Task.sleep(for: pause)
  }
}

/// Ends a test that waited in vain.
private struct NeverCame: Error {}
