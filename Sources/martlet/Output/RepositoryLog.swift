import Ecosystem
import Logging
import Updates

extension RepositoryReport {
  /// One line for every dependency that did not simply stay as it is.
  ///
  /// - Parameters:
  ///   - log: takes the lines.
  ///   - quiet: the level of what is as it was after the pass before: a service comes often.
  func log(to log: Logger, quiet: Level = .info) {
    for problem in problems { log.error(problem.words, ["repository": repository]) }
    for notice in notices { log.log(quiet, notice, ["repository": repository]) }
    for report in dependencies where report.state != .upToDate {
      log.log(
        report.state.level(quiet: quiet), "\(report.state)",
        ["repository": repository, "dependency": report.dependency.name])
    }
  }
}

extension UpdateState {
  fileprivate func level(quiet: Level) -> Level {
    switch self {
    case .problem: .warning
    case .leftOut: .debug
    case .opened, .updated, .closed: .info
    default: quiet
    }
  }
}

extension World {
  /// The same world with another logger.
  func logging(to log: Logger) -> World {
    var world = self
    world.log = log
    return world
  }
}
