/// One connection of the pool, made when it is needed and made anew when it broke.
///
/// Its transactions block a thread of their own, none of the cooperative pool.
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

  /// Runs `body` between the words of `kind` and COMMIT, or takes back what it did.
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

  /// Leaves a connection that can be used again, or none: the server then rolls back by itself.
  private func rollBack(_ failed: PostgresLink) {
    if !failed.isIdle { _ = try? failed.command("ROLLBACK") }
    if !failed.isIdle { link = nil }
  }
}

/// How a transaction begins.
enum PostgresTransaction: String {
  /// A steady view that hinders nobody.
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
  /// Ends a transaction, and says so where nobody can tell how it ended.
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
    // A transaction in which a statement failed is rolled back by COMMIT, without an error.
    guard answer == "COMMIT" else {
      throw DatabaseError(.misuse, message: "a failed statement was followed by COMMIT")
    }
  }
}
