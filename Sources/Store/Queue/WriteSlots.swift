import Database
package import Forges

extension Table {
  /// When the next write to a forge may begin, by the database's clock in milliseconds.
  static let writeSlots = Table(
    name: "write_slots",
    columns: """
      forge TEXT PRIMARY KEY NOT NULL,
      next_at INTEGER NOT NULL
      """)

  /// When pull requests and comments were created in the last minute, for limits on content.
  static let contentSlots = Table(
    name: "content_slots",
    columns: """
      forge TEXT NOT NULL,
      at INTEGER NOT NULL
      """, indexes: ["content_slots_by_time ON content_slots (forge, at)"])
}

extension StateStore {
  /// Reserves the slot of a write to a forge among those of all processes.
  ///
  /// Slots are given in the order of the calls, at least `pace` apart, so that processes together
  /// write as often as one may. The slot of a process that ends before it uses it is lost.
  ///
  /// - Parameters:
  ///   - write: the write.
  ///   - forge: the name of the forge in the configuration.
  /// - Returns: the time until the slot, or until the call should be repeated.
  /// - Throws: `DatabaseError`.
  package func reserveSlot(
    of write: SharedPace.Write, at forge: String
  ) async throws -> SharedPace.Slot {
    try await connection.write(.byStatement) { transaction in
      let (now, next) = try transaction.nextWrite(to: forge)
      // A write is never planned as far ahead: the database's clock was set back.
      let start = next > now + Self.longestRest ? now : max(now, next)
      let wait = Duration.milliseconds(start - now)
      guard wait <= write.longestWait else { return .wait(wait) }
      if let limit = write.contentPerMinute {
        let open = try transaction.contentStart(at: forge, limit, now: now)
        guard open <= start else { return .wait(.milliseconds(open - now)) }
        try transaction.execute(
          "INSERT INTO content_slots (forge, at) VALUES (?, ?)", forge, start)
      }
      try transaction.execute(
        "UPDATE write_slots SET next_at = ? WHERE forge = ?",
        start + write.pace.wholeMilliseconds, forge)
      return .send(after: wait)
    }
  }

  /// Lets no process write to a forge for a time; a longer rest stays.
  ///
  /// - Throws: `DatabaseError`.
  package func closeSlots(at forge: String, for rest: Duration) async throws {
    try await connection.write(.byStatement) { transaction in
      let (now, next) = try transaction.nextWrite(to: forge)
      let end = now + min(rest.wholeMilliseconds, Self.longestRest)
      guard end > next else { return }
      _ = try transaction.execute(
        "UPDATE write_slots SET next_at = ? WHERE forge = ?", end, forge)
    }
  }

  /// The longest time without writes, in milliseconds: a day.
  private static let longestRest: Int64 = 86_400_000
}

extension Transaction {
  /// Locks the row of a forge, and returns the database's time with the next slot.
  fileprivate borrowing func nextWrite(
    to forge: String
  ) throws(DatabaseError) -> (now: Int64, next: Int64) {
    try execute(
      "INSERT INTO write_slots (forge, next_at) VALUES (?, 0) ON CONFLICT (forge) DO NOTHING",
      forge)
    let row = try execute(
      "SELECT next_at, \(dialect.milliseconds) AS now FROM write_slots WHERE forge = ? "
        + dialect.locking, forge
    ).first
    guard let row else { throw DatabaseError(.conflict, message: "the row was removed meanwhile") }
    return (try row["now"], try row["next_at"])
  }

  /// Returns when a minute has room for another pull request or comment.
  fileprivate borrowing func contentStart(
    at forge: String, _ limit: Int, now: Int64
  ) throws(DatabaseError) -> Int64 {
    try execute(
      "DELETE FROM content_slots WHERE forge = ? AND at <= ?", forge, now - Self.minute)
    let row = try execute(
      "SELECT at FROM content_slots WHERE forge = ? ORDER BY at DESC LIMIT 1 OFFSET ?", forge,
      max(limit, 1) - 1
    ).first
    guard let row else { return now }
    let at: Int64 = try row["at"]
    return at + Self.minute
  }

  /// A minute in milliseconds.
  private static let minute: Int64 = 60_000
}

extension Duration {
  /// The whole milliseconds, rounded up, so that no slot comes early.
  fileprivate var wholeMilliseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1_000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
  }
}
