extension DatabaseError: CustomStringConvertible {
  /// A message with the database's own message, if that adds details.
  package var description: String {
    let own = message.isEmpty || !hasDetails ? "" : ": \(message)"
    return code.description + own + (code == .misuse ? sql.map { " in \($0)" } ?? "" : "")
  }

  /// Whether the database's message has more details than the code.
  private var hasDetails: Bool {
    switch code {
    case .full, .busy: sqlState != nil
    case .newerSchema, .otherSchema: false
    default: true
    }
  }
}

extension DatabaseError.Code: CustomStringConvertible {
  /// The message without details.
  package var description: String {
    switch self {
    case .busy: "another process locks the database for too long"
    case .constraint: "a database constraint is violated"
    case .full: "the disk is full; the transaction was not written"
    case .inputOutput: "reading from or writing to the disk failed"
    case .readOnly: "the database is read-only"
    case .cannotOpen: "the database cannot be opened"
    case .corrupt: "the database is damaged"
    case .newerSchema(let found, let known):
      "a newer martlet wrote the database (schema \(found); this martlet supports up to \(known)); "
        + "it was not changed"
    case .otherSchema:
      "a martlet before 1.0, or another program, wrote the database; it was not changed"
    case .noSuchColumn(let name): "there is no column \(name)"
    case .wrongType(let column): "column \(column) has another type"
    case .misuse: "an error in martlet"
    case .interrupted: "interrupted"
    case .unreachable: "the database server cannot be reached"
    case .outcomeUnknown: "the connection to the database server was lost during a commit"
    case .timedOut: "the database did not respond in time"
    case .conflict: "concurrent transactions conflicted repeatedly"
    case .other: "the database failed"
    }
  }
}
