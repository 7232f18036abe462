/// The reason why an archive cannot be written or restored; nothing has been changed then.
package enum ArchiveError: Error, Hashable, Sendable {
  /// A file cannot be opened, read or written; contains the system's message.
  case file(path: String, reason: String)
  /// The file is neither an export nor a SQLite file of martlet.
  case noArchive(path: String)
  /// A service has the SQLite file open, so its latest changes would be missing.
  case inUse(path: String)
  /// A line is invalid; lines count from 1.
  case wrongLine(path: String, line: Int)
  /// The last line is missing, for example after a full disk.
  case incomplete(path: String)
  /// The connection to the server was lost during an export, which must be repeated.
  case interrupted
  /// A newer martlet wrote the file.
  case newer(path: String, found: Int, known: Int)
  /// A martlet before 1.0 wrote the file.
  case beforeRelease(path: String)
  /// The state is not empty, and replacing it was not requested.
  case notEmpty
}
