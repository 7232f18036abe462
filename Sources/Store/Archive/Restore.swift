import Database
import Glibc

extension StateStore {
  /// Restores a backup: a SQLite file or an export of this or an older martlet.
  ///
  /// First the archive is converted to an export of the current schema, in `folder`. The state is
  /// only changed after that, in one transaction.
  ///
  /// - Parameters:
  ///   - path: the archive, which is not changed.
  ///   - folder: the folder for temporary files, which are as large as the archive.
  ///   - replacing: replaces existing data; otherwise the state must be empty.
  /// - Returns: the number of rows.
  /// - Throws: `ArchiveError`, `DatabaseError`.
  package func restore(
    _ path: String, folder: String, replacing: Bool
  ) async throws -> Int {
    let stem = "\(folder)/.martlet-restore-\(getpid())-\(UInt32.random(in: .min ... .max))"
    let (staging, lines) = (stem + ".db", stem + ".jsonl")
    defer { for name in [staging, staging + "-wal", staging + "-shm", lines] { unlink(name) } }
    guard let found = try Self.exportedSchema(of: path) else {
      guard access(path + "-wal", F_OK) != 0 else { throw ArchiveError.inUse(path: path) }
      try copy(path, to: staging)
      return try await importStaged(staging, through: lines, replacing: replacing)
    }
    if found == schema.count {
      return try await importExport(path, at: schema, replacing: replacing)
    }
    guard found < schema.count else {
      throw ArchiveError.newer(path: path, found: found, known: schema.count)
    }
    try await Self.fill(staging, with: path, at: Array(schema.prefix(found)))
    return try await importStaged(staging, through: lines, replacing: replacing)
  }

  /// Migrates a SQLite file to the current schema and imports its rows.
  private func importStaged(_ staging: String, through lines: String, replacing: Bool) async throws
    -> Int
  {
    let staged = try await StateStore.open(staging)
    try await staged.connection.verify()
    try await staged.export(to: lines)
    await staged.close()
    return try await importExport(lines, at: schema, replacing: replacing)
  }

  private static func fill(
    _ staging: String, with path: String, at schema: [Migration]
  ) async throws {
    let old = StateStore(connection: try await Connection.open(staging, schema: schema))
    _ = try await old.importExport(path, at: schema, replacing: false)
    await old.close()
  }

  /// Returns the schema number in an export's first line; nil for a SQLite file.
  private static func exportedSchema(of path: String) throws(ArchiveError) -> Int? {
    var file = try LineFile(path)
    guard let first = try file.next() else { throw .noArchive(path: path) }
    if first.starts(with: Array("SQLite format 3\0".utf8)) { return nil }
    guard case .head(let schema) = ArchiveLine(first) else { throw .noArchive(path: path) }
    return schema
  }
}

extension StateStore {
  /// Writes an export, which replaces an existing file when it is complete.
  ///
  /// - Returns: the number of rows.
  /// - Throws: `ArchiveError`, `DatabaseError`.
  @discardableResult
  package func export(to path: String) async throws -> Int {
    let file = try ArchiveFile(path)
    let rows = try await export { line in try file.write(line) }
    try file.keep()
    return rows
  }
}
