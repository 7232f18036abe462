import Ecosystem
import Forges
import Logging
import Updates

extension RepositoryReport {
  /// Logs one line for each dependency that is not up to date.
  ///
  /// - Parameters:
  ///   - log: receives the lines; it has the fields of the visit.
  ///   - quiet: the level of unchanged states, because a service visits repositories often.
  func log(to log: Logger, quiet: Level = .info) {
    for problem in problems { log.error(problem) }
    for notice in notices { log.log(quiet, notice) }
    for report in dependencies where report.state != .upToDate && !report.state.isUnshown {
      log.log(
        report.state.level(quiet: quiet), report.state.message(sign: sign),
        ["dependency": report.dependency.id])
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
  /// Returns the same world with another logger.
  func logging(to log: Logger) -> World {
    var world = self
    world.log = log
    return world
  }
}
