import Database
import Glibc

extension StateStore {
  /// Takes over a backup: a SQLite file or an export, of this martlet or an older one.
  ///
  /// The archive is first made into an export of this martlet's schema, in `folder`: the state is
  /// touched only once that has succeeded, and then in one transaction.
  ///
  /// - Parameters:
  ///   - path: the archive, which is left as it is.
  ///   - folder: for temporary files, as large as the archive.
  ///   - replacing: throws away what the state holds; else it has to be empty.
  /// - Returns: how many rows there are.
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
      return try await take(staging, through: lines, replacing: replacing)
    }
    if found == schema.count { return try await take(path, at: schema, replacing: replacing) }
    guard found < schema.count else {
      throw ArchiveError.newer(path: path, found: found, known: schema.count)
    }
    try await Self.fill(staging, with: path, at: Array(schema.prefix(found)))
    return try await take(staging, through: lines, replacing: replacing)
  }

  /// Brings a SQLite file's schema up to date and takes its rows over.
  private func take(_ staging: String, through lines: String, replacing: Bool) async throws -> Int {
    let staged = try await StateStore.open(staging)
    try await staged.connection.verify()
    try await staged.export(to: lines)
    await staged.close()
    return try await take(lines, at: schema, replacing: replacing)
  }

  private static func fill(
    _ staging: String, with path: String, at schema: [Migration]
  ) async throws {
    let old = StateStore(connection: try await Connection.open(staging, schema: schema))
    _ = try await old.take(path, at: schema, replacing: false)
    await old.close()
  }

  /// The schema that an export's first line names; nil for a SQLite file.
  private static func exportedSchema(of path: String) throws(ArchiveError) -> Int? {
    var file = try LineFile(path)
    guard let first = try file.next() else { throw .noArchive(path: path) }
    if first.starts(with: Array("SQLite format 3\0".utf8)) { return nil }
    guard case .head(let schema) = ArchiveLine(first) else { throw .noArchive(path: path) }
    return schema
  }
}

extension StateStore {
  /// Writes an export, which takes the place of the file that was there once it is complete.
  ///
  /// - Returns: how many rows there are.
  /// - Throws: `ArchiveError`, `DatabaseError`.
  @discardableResult
  package func export(to path: String) async throws -> Int {
    let file = try ArchiveFile(path)
    let rows = try await export { line in try file.write(line) }
    try file.keep()
    return rows
  }
}
