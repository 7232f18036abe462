import Database
import Libc

extension StateStore {
  /// Restores a backup: a SQLite file or an export.
  ///
  /// A SQLite file is first converted to an export, in `folder`. The state is only changed after
  /// that, in one transaction.
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
    if let version = try Self.exportedVersion(of: path) {
      guard version > 0 else { throw ArchiveError.beforeRelease(path: path) }
      guard version <= schema.count else {
        throw ArchiveError.newer(path: path, found: version, known: schema.count)
      }
      return try await importExport(path, replacing: replacing)
    }
    guard access(path + "-wal", F_OK) != 0 else { throw ArchiveError.inUse(path: path) }
    let stem = "\(folder)/.martlet-restore-\(getpid())-\(UInt32.random(in: .min ... .max))"
    let (staging, lines) = (stem + ".db", stem + ".jsonl")
    defer { for name in [staging, staging + "-wal", staging + "-shm", lines] { unlink(name) } }
    try copy(path, to: staging)
    let staged = try await StateStore.open(staging)
    try await staged.connection.verify()
    try await staged.export(to: lines)
    await staged.close()
    return try await importExport(lines, replacing: replacing)
  }

  /// Returns the version in an export's first line; nil for a SQLite file.
  private static func exportedVersion(of path: String) throws(ArchiveError) -> Int? {
    var file = try LineFile(path)
    guard let first = try file.next() else { throw .noArchive(path: path) }
    if first.starts(with: Array("SQLite format 3\0".utf8)) { return nil }
    guard case .head(let version) = ArchiveLine(first) else { throw .noArchive(path: path) }
    return version
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
