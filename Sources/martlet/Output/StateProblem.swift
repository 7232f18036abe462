import Configuration
import Database
import Ecosystem
import Store

extension Problem {
  /// Says why the state cannot be used, and what to do about it.
  init(state error: any Error, at place: String) {
    if let problem = error as? Problem {
      self = problem
    } else if let error = error as? ArchiveError {
      self.init(archive: error)
    } else {
      let advice = (error as? DatabaseError).flatMap { $0.code.advice }
      self.init(.failed, "the state: \(error)", subject: place, advice: advice)
    }
  }

  private init(archive error: ArchiveError) {
    switch error {
    case .file(let path, let reason):
      self.init(.failed, reason, subject: path)
    case .noArchive(let path):
      self.init(
        .usage, "is no backup: neither a SQLite file nor an export of martlet", subject: path)
    case .inUse(let path):
      self.init(
        .usage, "is open in a running martlet: what it wrote last is not in the file",
        subject: path, advice: "copy it by: martlet state backup FILE")
    case .wrongLine(let path, let line):
      self.init(
        .usage, "line \(line) is none that this martlet writes; the state is as it was",
        subject: path)
    case .incomplete(let path):
      self.init(
        .usage,
        "ends too early: its last line would tell the number of rows; the state is as it was",
        subject: path)
    case .interrupted:
      self.init(.failed, "the database server was lost in the middle", advice: "run it again")
    case .newer(let path, let found, let known):
      self.init(
        .usage, "a later martlet has written it (step \(found), this one knows \(known))",
        subject: path)
    case .notEmpty:
      self.init(
        .usage, "the state is not empty", advice: "--replace throws away what it holds")
    }
  }
}

extension DatabaseError.Code {
  /// What a person can do about it.
  fileprivate var advice: String? {
    switch self {
    case .busy: "is another martlet stuck, or a backup of the disk at work? Then run it again."
    case .full: "make room; the next pass does what this one could not."
    case .readOnly, .cannotOpen:
      "look at owner, permissions and mount of the folder, or at user and password of the server."
    case .corrupt:
      "restore a backup (martlet state restore FILE --replace), or move the file away: what it held "
        + "is rebuilt from the forge."
    case .newerSchema: "run that martlet, or restore a backup of this one."
    case .unreachable: "is the server up, and is the address in `state` right?"
    default: nil
    }
  }
}

extension StateLocation {
  /// The database without what may be secret.
  var place: String {
    switch self {
    case .sqlite(let path): path
    case .postgres: "the PostgreSQL database"
    }
  }
}
