import Configuration
import Database
import Ecosystem
import Store

extension Problem {
  /// Creates the problem of a state that cannot be used, with advice.
  init(state error: any Error, at name: String) {
    if let problem = error as? Problem {
      self = problem
    } else if let error = error as? ArchiveError {
      self.init(archive: error)
    } else if let error = error as? DatabaseError, error.code == .unreachable {
      let reason = error.message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      self.init(
        .failed, "cannot be reached" + (reason.isEmpty ? "" : ": \(reason)"), subject: name,
        advice: error.code.advice)
    } else {
      let advice = (error as? DatabaseError).flatMap { $0.code.advice }
      self.init(.failed, "the state: \(error)", subject: name, advice: advice)
    }
  }

  private init(archive error: ArchiveError) {
    switch error {
    case .file(let path, let reason):
      self.init(.failed, reason, subject: path)
    case .noArchive(let path):
      self.init(
        .usage, "is not a backup: neither a SQLite file nor an export of martlet", subject: path)
    case .inUse(let path):
      self.init(
        .usage, "is in use by a running martlet, so its latest changes are not in the file",
        subject: path, advice: "copy it with: martlet state backup FILE")
    case .wrongLine(let path, let line):
      self.init(
        .usage, "line \(line) is invalid; the state is unchanged",
        subject: path)
    case .incomplete(let path):
      self.init(
        .usage,
        "is incomplete: the last line with the number of rows is missing; the state is unchanged",
        subject: path)
    case .interrupted:
      self.init(.failed, "the connection to the database server was lost", advice: "run it again")
    case .newer(let path, let found, let known):
      self.init(
        .usage, "a newer martlet wrote it (schema \(found); this martlet supports up to \(known))",
        subject: path)
    case .beforeRelease(let path):
      self.init(
        .usage, "a martlet before 1.0 wrote it, and this one cannot read it", subject: path,
        advice: "The next pass restores the state from the forge.")
    case .notEmpty:
      self.init(
        .usage, "the state is not empty", advice: "--replace replaces its contents")
    }
  }
}

extension DatabaseError.Code {
  /// Advice for people.
  fileprivate var advice: String? {
    switch self {
    case .busy: "Run it again when the other process has finished."
    case .full: "Free some disk space; the next pass continues."
    case .readOnly, .cannotOpen:
      "Check owner, permissions and mount of the folder, or user and password of the server."
    case .corrupt:
      "Restore a backup (martlet state restore FILE --replace), or move the file away: its contents "
        + "are rebuilt from the forge."
    case .newerSchema: "Run the newer martlet, or restore a backup of this one."
    case .otherSchema:
      "Move the file away, or create another PostgreSQL database or schema: the next pass restores "
        + "the state from the forge."
    case .unreachable: "Start the server, or correct its address in 'state' of the operator's file."
    default: nil
    }
  }
}

extension StateLocation {
  /// The database without secrets.
  var name: String {
    switch self {
    case .sqlite(let path): path
    case .postgres: "the PostgreSQL database"
    }
  }
}
