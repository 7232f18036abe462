package import Ecosystem
import Forges
package import Time

/// The state of a dependency after a pass, with the data that explains it.
///
/// The description is the line of the log, and answers "why is there no pull request for X?".
package enum UpdateState: Hashable, Codable, Sendable {
  /// There is no newer version.
  case upToDate
  /// A rule of the configuration file, or a comment, ignores the version.
  case ignored(version: String, rule: String)
  /// A rule of the configuration file excludes the dependency, whatever its version. `version` is
  /// nil if its releases were not requested.
  case leftOut(version: String?, rule: String)
  /// The entry's limit of open pull requests is 0.
  case switchedOff(version: String)
  /// The project's toolchain cannot use the version. The reason continues "it …".
  case heldBack(version: String, reason: String)
  /// The version was published too recently.
  case coolingDown(version: String, until: Timestamp)
  /// The entry demands that a person ticks a box of the dashboard first.
  case awaitingApproval(version: String)
  /// The entry's schedule has not come.
  case scheduled(version: String)
  /// The entry's limit of open pull requests is reached.
  case limited(version: String, limit: Int)
  /// It waits for something else than time, in words that follow "waits: ".
  case waiting(version: String, reason: String)
  /// Its pull request ended after the pass had read what people did.
  case endedMeanwhile(version: String)
  /// Reading, look-up, resolution or publishing failed.
  case problem(Problem)
  /// It cannot be updated together with the rest of its group.
  case apart(version: String, group: String, Problem)
  /// Advisories affect it and no pull request can fix that. `version` is the lowest fixed version.
  case unfixed(version: String?, advisories: [String], obstacle: FixObstacle)
  /// A person closed the pull request for this version or a newer one.
  case declined(version: String, number: Int)
  /// The branch has commits by others.
  case foreignCommits(number: Int?, branch: String)
  /// The pull request already proposes the version.
  case current(number: Int, version: String)
  /// A real pass would open a pull request.
  case toOpen(version: String)
  /// A real pass would update the pull request.
  case toUpdate(number: Int, version: String)
  /// This pass opened a pull request.
  case opened(number: Int, version: String)
  /// This pass updated the branch, the text or both.
  case updated(number: Int, version: String)
  /// This pass merged its branch into the base, without a pull request.
  case merged(version: String, base: String)
  /// A real pass would close the pull request.
  case toClose(number: Int, reason: ClosingReason)
  /// This pass closed the pull request.
  case closed(number: Int, reason: ClosingReason)
}

extension UpdateState: CustomStringConvertible {
  /// Text that follows the dependency's name: `2.0.0 is cooling down until 2026-11-24`.
  package var description: String { message() }

  /// The same with references to pull requests in the forge's format.
  package func message(sign: String = ForgeText().pullRequestSign) -> String {
    switch self {
    case .upToDate: "up to date"
    case .ignored(let version, let rule): "\(version) is ignored by \(rule)"
    case .leftOut(let version, let rule):
      "\(version.map { "\($0) is " } ?? "")excluded by \(rule)"
    case .switchedOff(let version):
      "\(version) is not proposed: version updates are off (open-pull-requests-limit: 0)"
    case .heldBack(let version, let reason): "\(version) is held back: it \(reason)"
    case .coolingDown(let version, let until):
      "\(version) is cooling down until \(until.date)"
    case .awaitingApproval(let version): "\(version) waits for an approval in the dashboard"
    case .scheduled(let version): "\(version) waits for its schedule"
    case .limited(let version, let limit):
      "\(version) waits: the limit of \(limit.counting("open pull request")) is reached"
    case .waiting(let version, let reason): "\(version) waits: \(reason)"
    case .endedMeanwhile(let version):
      "\(version) waits: its pull request was closed or merged during this pass, and the next one "
        + "decides"
    case .problem(let problem): problem.message
    case .apart(let version, let group, let problem):
      "\(version) cannot be updated together with the rest of the group \(group): "
        + problem.clause
    case .unfixed(let version, let advisories, let obstacle):
      Self.unfixedText(advisories, version, obstacle)
    case .declined(let version, let number):
      "\(version) was declined when \(sign)\(number) was closed"
    case .foreignCommits(let number, let branch):
      "\(number.map { "\(sign)\($0)" } ?? branch) has commits by others and is left unchanged"
    case .current(let number, let version): "\(sign)\(number) proposes \(version)"
    case .toOpen(let version): "a pull request for \(version) would be opened"
    case .toUpdate(let number, let version): "\(sign)\(number) would be updated to \(version)"
    case .opened(let number, let version): "opened \(sign)\(number) for \(version)"
    case .updated(let number, let version): "updated \(sign)\(number) to \(version)"
    case .merged(let version, let base): "merged \(version) into \(base) without a pull request"
    case .toClose(let number, let reason):
      "\(sign)\(number) would be closed: \(reason.message(sign: sign))"
    case .closed(let number, let reason): "closed \(sign)\(number): \(reason.message(sign: sign))"
    }
  }
}
