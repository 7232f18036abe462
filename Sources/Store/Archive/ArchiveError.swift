/// Why an archive of the state cannot be made or taken over; nothing was written then.
package enum ArchiveError: Error, Hashable, Sendable {
  /// The system's words for a file that cannot be opened, read or written.
  case file(path: String, reason: String)
  /// It is neither an export nor a SQLite file of martlet.
  case noArchive(path: String)
  /// A service has the SQLite file open: what it wrote last is not in it.
  case inUse(path: String)
  /// A line that no export of this martlet has; lines count from 1.
  case wrongLine(path: String, line: Int)
  /// It ends before its last line, as after a full disk.
  case incomplete(path: String)
  /// The server was lost in the middle of an export, which has to begin anew.
  case interrupted
  /// A later martlet has written it.
  case newer(path: String, found: Int, known: Int)
  /// The state holds something, and was not to be replaced.
  case notEmpty
}
