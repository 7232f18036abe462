package import Ecosystem
import Logging
import Time

/// What becomes of a dependency in this pass, and why: each case with its data.
///
/// The description is the line of the log and the answer to "why is there no pull request for X?".
package enum UpdateState: Hashable, Codable, Sendable {
  /// Nothing newer is to be had.
  case upToDate
  /// A rule of the repository's file, or of a person's comment, keeps a version away.
  case ignored(version: String, rule: String)
  /// A rule of the repository's file leaves the dependency out, whatever the version.
  case leftOut(version: String, rule: String)
  /// The entry's limit of open pull requests is 0.
  case switchedOff(version: String)
  /// The project's toolchain cannot use a newer version; the reason follows the version.
  case heldBack(version: String, reason: String)
  /// Newer versions exist and are too young.
  case coolingDown(version: String, until: Int64)
  /// This pass was for something else; the entry's schedule brings it.
  case scheduled(version: String)
  /// As many pull requests are open as the file allows.
  case limited(version: String, limit: Int)
  /// It could not be read, looked up, resolved or published.
  case problem(Problem)
  /// It cannot move together with the others of its group.
  case apart(version: String, group: String, Problem)
  /// Advisories hit it, and no pull request can fix that; the version is the lowest that would.
  case unfixed(version: String?, advisories: [String], obstacle: FixObstacle)
  /// A person closed the pull request for this version or a newer one.
  case declined(version: String, number: Int)
  /// Somebody else's commits are on the branch.
  case foreignCommits(number: Int?, branch: String)
  /// The pull request stands as it should.
  case current(number: Int, version: String)
  /// A dry pass would open a pull request.
  case toOpen(version: String)
  /// A dry pass would move the pull request to the version.
  case toUpdate(number: Int, version: String)
  /// By this pass.
  case opened(number: Int, version: String)
  /// By this pass: its branch, its words, or both.
  case updated(number: Int, version: String)
  /// A dry pass would close the pull request.
  case toClose(number: Int, reason: ClosingReason)
  /// By this pass.
  case closed(number: Int, reason: ClosingReason)
}

extension UpdateState: CustomStringConvertible {
  /// The rest of a sentence about the dependency: `2.0.0 is cooling down until 2026-11-24`.
  package var description: String {
    switch self {
    case .upToDate: "up to date"
    case .ignored(let version, let rule): "\(version) is ignored by \(rule)"
    case .leftOut(let version, let rule): "\(version) is left out by \(rule)"
    case .switchedOff(let version):
      "\(version) waits: version updates are off (open-pull-requests-limit: 0)"
    case .heldBack(let version, let reason): "\(version) is held back: it \(reason)"
    case .coolingDown(let version, let until):
      "\(version) is cooling down until \(day(until))"
    case .scheduled(let version): "\(version) waits for its schedule"
    case .limited(let version, let limit):
      "\(version) waits: \(limit) pull requests are open, which is the limit"
    case .problem(let problem): problem.message
    case .apart(let version, let group, let problem):
      "\(version) is left out of the group \(group), whose others move without it: "
        + problem.clause
    case .unfixed(let version, let advisories, let obstacle):
      Self.words(advisories, version, obstacle)
    case .declined(let version, let number):
      "\(version) was declined when #\(number) was closed"
    case .foreignCommits(let number, let branch):
      "\(number.map { "#\($0)" } ?? branch) holds other people's commits and is left alone"
    case .current(let number, let version): "#\(number) proposes \(version)"
    case .toOpen(let version): "a pull request for \(version) would be opened"
    case .toUpdate(let number, let version): "#\(number) would be moved to \(version)"
    case .opened(let number, let version): "opened #\(number) for \(version)"
    case .updated(let number, let version): "moved #\(number) to \(version)"
    case .toClose(let number, let reason): "#\(number) would be closed: \(reason)"
    case .closed(let number, let reason): "closed #\(number): \(reason)"
    }
  }
}

/// Writes seconds since 1970 as a date in UTC.
func day(_ seconds: Int64) -> String {
  String(RFC3339.text(milliseconds: seconds * 1000).prefix(10))
}
