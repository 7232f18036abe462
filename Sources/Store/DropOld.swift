import Database
package import Time

/// How long entries of the state are kept that nothing uses any more.
private enum Retention {
  /// Unused responses and files.
  static let contents = Duration.days(90)
  /// Events of pull requests, trends, facts, and `martlet run`s, which the pages show.
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
    try await dropRuns(before: now - Retention.history)
    try await dropDeliveries(receivedBefore: now - Retention.deliveries)
  }

  /// The rows that a transaction deletes, so that others never wait for long.
  static let dropPage = 1_000

  /// Deletes rows, a page in each transaction.
  ///
  /// After months without a pass millions of rows can be too old. In one statement they would exceed
  /// the time limit of PostgreSQL, and keep SQLite from other writes meanwhile.
  ///
  /// - Parameters:
  ///   - table: the table.
  ///   - condition: selects the rows by an index.
  ///   - values: for the placeholders of the condition.
  /// - Throws: `DatabaseError`; the pages before stay deleted.
  func dropRows(
    of table: String, where condition: String, _ values: any Storable...
  ) async throws {
    let values = values.map(\.databaseValue) + [Self.dropPage.databaseValue]
    while true {
      let count = try await connection.write(.byStatement) { transaction in
        try transaction.execute(
          transaction.dialect.deletingPage(of: table, where: condition), values: values)
        return transaction.changes
      }
      guard count == Self.dropPage else { return }
      try Task.checkCancellation()
    }
  }
}
