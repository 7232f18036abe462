/// The differences of SQL between the databases; all other SQL works in both.
package enum Dialect: Hashable, Sendable {
  case sqlite
  case postgres

  /// Appended to a SELECT to lock its rows and skip rows that others have locked.
  ///
  /// SQLite has one writer at a time, so it needs no such clause.
  package var claiming: String {
    switch self {
    case .sqlite: ""
    case .postgres: "FOR UPDATE SKIP LOCKED"
    }
  }

  /// SQL: the database's own time in milliseconds since 1970, the same for all its users.
  package var milliseconds: String {
    switch self {
    case .sqlite: "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"
    case .postgres: "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)"
    }
  }

  /// Appended to a SELECT to lock its rows; SQLite has one writer at a time.
  package var locking: String {
    switch self {
    case .sqlite: ""
    case .postgres: "FOR UPDATE"
    }
  }

  /// SQL: deletes rows that meet a condition, at most as many as the last placeholder says.
  package func deletingPage(of table: String, where condition: String) -> String {
    switch self {
    case .sqlite:
      """
      DELETE FROM \(table) WHERE rowid IN (
        SELECT rowid FROM \(table) WHERE \(condition) LIMIT ?)
      """
    case .postgres:
      // With IN, PostgreSQL would read the whole table.
      """
      DELETE FROM \(table) WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM \(table) WHERE \(condition) LIMIT ?))
      """
    }
  }

  /// Converts the types of a schema to this dialect.
  ///
  /// A schema uses SQLite's or PostgreSQL's names of the four types, and `STRICT`. A column
  /// `id BIGSERIAL PRIMARY KEY` gets a number if a row has none.
  func schema(_ sql: String) -> String {
    replacingWords(of: sql) { word in
      switch (self, word) {
      case (.sqlite, "BIGINT"), (.sqlite, "BIGSERIAL"): "INTEGER"
      case (.sqlite, "BYTEA"): "BLOB"
      case (.postgres, "INTEGER"): "BIGINT"
      case (.postgres, "BLOB"): "BYTEA"
      case (.postgres, "REAL"): "DOUBLE PRECISION"
      case (.postgres, "STRICT"): ""
      default: String(word)
      }
    }
  }

  /// Replaces each `?` outside of texts, names and comments by `$1`, `$2`, ….
  static func numbered(_ sql: String) -> String {
    var result = ""
    var count = 0
    for (piece, isCode) in pieces(of: sql) {
      guard isCode else {
        result += piece
        continue
      }
      for character in piece {
        if character == "?" { count += 1 }
        result += character == "?" ? "$\(count)" : String(character)
      }
    }
    return result
  }
}

private func replacingWords(of sql: String, _ replacement: (Substring) -> String) -> String {
  var result = ""
  for (piece, isCode) in pieces(of: sql) {
    var rest = isCode ? piece : ""
    if !isCode { result += piece }
    while let first = rest.first {
      let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      result += word.isEmpty ? String(first) : replacement(word)
      rest = rest.dropFirst(max(1, word.count))
    }
  }
  return result
}

/// Splits SQL into code and quoted parts or comments.
private func pieces(of sql: String) -> [(text: Substring, isCode: Bool)] {
  var pieces: [(Substring, Bool)] = []
  var rest = Substring(sql)
  while !rest.isEmpty {
    let code = rest[..<(rest.firstIndex { "'\"".contains($0) } ?? rest.endIndex)]
    let comment = code.firstRange(of: "--").map(\.lowerBound)
    let start = comment ?? code.endIndex
    pieces.append((rest[..<start], true))
    guard start < rest.endIndex else { break }
    // A doubled quote ends one part and begins the next one, with the same result.
    let closing: Character = comment == nil ? rest[start] : "\n"
    let body = rest[start...].dropFirst()
    let end = body.firstIndex(of: closing).map { rest.index(after: $0) } ?? rest.endIndex
    pieces.append((rest[start..<end], false))
    rest = rest[end...]
  }
  return pieces
}
