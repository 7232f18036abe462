/// A connection of the pool.
///
/// It connects on demand and reconnects after a failure.
///
/// Transactions block the connection's own thread and none of the cooperative pool.
actor PostgresConnection {
  private let executor = QueueExecutor(label: "martlet.postgres")
  private let address: PostgresAddress
  private var link: PostgresLink?

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  init(_ address: PostgresAddress) {
    self.address = address
  }

  /// Runs `body` in a transaction of `kind`, and rolls back if it throws.
  func run<Result: Sendable>(
    _ kind: PostgresTransaction, _ body: @Sendable (borrowing Transaction) throws -> Result
  ) throws -> Result {
    let link = try connected()
    do {
      _ = try link.command(kind.rawValue)
      let result = try body(Transaction(on: link))
      try link.commit()
      return result
    } catch {
      rollBack(link)
      // A standby, or a server that became one: another connection can lead to the new primary.
      if (error as? DatabaseError)?.code == .readOnly { self.link = nil }
      throw error
    }
  }

  func migrate(_ schema: [Migration]) throws {
    try connected().migrate(schema)
  }

  func close() {
    link = nil
  }

  private func connected() throws(DatabaseError) -> PostgresLink {
    if let link { return link }
    let link = try PostgresLink(address)
    self.link = link
    return link
  }

  /// Rolls back.
  ///
  /// If that fails, drops the connection, so that the server rolls back.
  private func rollBack(_ failed: PostgresLink) {
    if !failed.isIdle { _ = try? failed.command("ROLLBACK") }
    if !failed.isIdle { link = nil }
  }
}

/// The statement that begins a transaction.
enum PostgresTransaction: String {
  /// A consistent snapshot that blocks no other transaction.
  case reading = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
  case serial = "BEGIN ISOLATION LEVEL SERIALIZABLE"
  case byStatement = "BEGIN ISOLATION LEVEL READ COMMITTED"

  init(_ isolation: Isolation) {
    self =
      switch isolation {
      case .serial: .serial
      case .byStatement: .byStatement
      }
  }
}

extension PostgresLink {
  /// Commits.
  ///
  /// Throws `outcomeUnknown` if the connection fails before the result is known.
  fileprivate func commit() throws(DatabaseError) {
    let answer: String
    do {
      answer = try command("COMMIT")
    } catch {
      guard error.code == .unreachable || error.code == .timedOut else { throw error }
      var error = error
      error.code = .outcomeUnknown
      throw error
    }
    // If a statement failed, COMMIT rolls back without an error.
    guard answer == "COMMIT" else {
      throw DatabaseError(.misuse, message: "a failed statement was followed by COMMIT")
    }
  }
}
