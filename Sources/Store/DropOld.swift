package import Time

/// How long entries of the state are kept that nothing uses any more.
private enum Retention {
  /// Unused responses and files.
  static let contents = Duration.days(90)
  /// Events of pull requests, trends and facts, which the pages show.
  static let history = Duration.days(400)
  /// The logs of visits.
  static let logs = Duration.days(7)
  /// Deliveries; GitHub redelivers for three days.
  static let deliveries = Duration.days(14)
}

extension StateStore {
  /// Deletes everything that is too old now.
  ///
  /// - Throws: `DatabaseError`.
  package func dropOld(now: Timestamp) async throws {
    try await dropContents(keptBefore: now - Retention.contents)
    try await dropResponses(validatedBefore: now - Retention.contents)
    try await dropEvents(before: now - Retention.history)
    try await dropTrends(before: now - Retention.history)
    try await dropLogs(before: now - Retention.logs)
    try await dropStepResults(before: now - Retention.history)
    try await dropFacts(before: now - Retention.history)
    try await dropDeliveries(receivedBefore: now - Retention.deliveries)
  }
}
