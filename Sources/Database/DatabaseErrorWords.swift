extension DatabaseError: CustomStringConvertible {
  /// A sentence for people: what is the matter, then the database's own words where they add to it.
  package var description: String {
    let own = message.isEmpty || !isToldByDatabase ? "" : ": \(message)"
    return code.description + own + (code == .misuse ? sql.map { " in \($0)" } ?? "" : "")
  }

  /// Whether the database's words tell more than the code does.
  private var isToldByDatabase: Bool {
    switch code {
    case .full, .busy: sqlState != nil
    case .newerSchema: false
    default: true
    }
  }
}

extension DatabaseError.Code: CustomStringConvertible {
  /// What is the matter, without the place.
  package var description: String {
    switch self {
    case .busy: "another process holds the database for too long"
    case .constraint: "the database refuses a row"
    case .full: "the disk is full; nothing of the transaction was written"
    case .inputOutput: "the disk fails"
    case .readOnly: "the database is read-only"
    case .cannotOpen: "the database cannot be opened"
    case .corrupt: "the database is damaged"
    case .newerSchema(let found, let known):
      "a later martlet has written the database (step \(found) of its schema, this one knows "
        + "\(known)); it was left as it was"
    case .noSuchColumn(let name): "no column \(name)"
    case .wrongType(let column): "column \(column) holds something else"
    case .misuse: "a mistake of martlet"
    case .interrupted: "interrupted"
    case .unreachable: "the database server cannot be reached"
    case .outcomeUnknown: "the database server was lost while it committed"
    case .timedOut: "the database takes too long"
    case .conflict: "transactions stand against each other"
    case .other: "the database fails"
    }
  }
}
