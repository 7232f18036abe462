import Ecosystem
import Forges
import FoundationEssentials
import Logging
import Synchronization
import Time
import Updates

/// The result of a run on one forge.
struct ForgeRunResult: Sendable {
  /// The passes by tenant; one serves all repositories of an owner.
  var passes: [Tenant: RemotePass]
  /// All repositories that the run selected.
  var repositories: [RepositoryName]
  /// The reports of repositories with changes or problems.
  var reports: [RepositoryReport]
  /// The times when the forge accepts requests again, by owner of an installation, nil for all;
  /// empty if it accepted all requests.
  var closings: [String?: Timestamp] = [:]
  /// Owners whose repositories could not be listed.
  var unlisted: [String] = []
  /// Selected repositories that are read-only.
  var archived: [RepositoryName] = []

  /// Returns the repositories whose visits did not finish; nil if all did.
  func rest(of forge: String) -> Rest? {
    guard let until = closings.values.max() else { return nil }
    let done = Set(reports.filter { !$0.isSetAside }.map(\.repository.name))
    let left = repositories.filter { !done.contains($0) }.map(\.description).sorted()
    let owners = closings[String?.none] == nil ? closings.keys.compactMap(\.self).sorted() : []
    return left.isEmpty && unlisted.isEmpty
      ? nil
      : Rest(
        forge: forge, owners: owners, repositories: left, unlisted: unlisted.sorted(),
        visited: done.count, until: until)
  }
}

/// The repositories of a forge that rejected further requests; the next run starts with them.
struct Rest: Sendable {
  var forge: String
  /// The owners whose installations rejected further requests; empty for the whole forge.
  var owners: [String]
  /// Sorted by name.
  var repositories: [String]
  /// Owners whose further repositories are unknown, because they could not be listed.
  var unlisted: [String]
  /// The number of finished visits.
  var visited: Int
  /// The time when the forge accepts requests again.
  var until: Timestamp

  /// The time in the format of logs and documents.
  var time: String { until.wholeSecond.rfc3339 }

  private var whose: String { owners.isEmpty ? "" : "for \(owners.joined(separator: ", ")) " }

  /// Returns one problem for all of the repositories.
  var problem: Problem { problem(now: .now()) }

  private func problem(now: Timestamp) -> Problem {
    let (left, all) = (repositories.count, repositories.count + visited)
    let refusal =
      until > now
      ? "the forge accepts no requests \(whose)until \(time): "
      : "the forge rejected too many requests \(whose)as too many at once: "
    return Problem(
      .failed,
      refusal
        + "\(visited) of \(all) repositories were visited, \(left) remain"
        + (unlisted.isEmpty
          ? "" : "; those of \(unlisted.joined(separator: ", ")) could not be listed"),
      subject: forge, advice: "The next run starts with the remaining ones.")
  }
}

/// The times when a forge accepts requests again, as reported by visits.
final class Closing: Sendable {
  private let known = Mutex<[String?: Timestamp]>([:])

  /// Creates times from known errors.
  init(_ errors: [ForgeError] = []) {
    for error in errors {
      if case .rateLimited(let until) = error.code { record(until, for: error.owner) }
    }
  }

  /// The times by owner, nil for the whole forge.
  var dates: [String?: Timestamp] { known.withLock(\.self) }

  /// Returns whether the forge still rejects requests about a repository.
  func covers(_ name: RepositoryName, now: Timestamp = .now()) -> Bool {
    known.withLock { known in
      [nil, name.owner.lowercased()].contains { known[$0].map { $0 > now } ?? false }
    }
  }

  /// Stores a time; the latest one counts.
  func record(_ date: Timestamp, for owner: String?) {
    known.withLock { $0[owner] = max($0[owner] ?? date, date) }
  }
}

extension [RepositoryName] {
  /// Sorts names by the last visit: never visited ones first, then least recently visited ones.
  func byVisit(_ visits: [RepositoryName: Timestamp]) -> [RepositoryName] {
    let dated = enumerated().map { (visits[$1] ?? .epoch, $0, $1) }
    return dated.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
  }
}

extension [RepositoryReport] {
  /// Sorts reports by a list of names.
  func inOrder(of names: [RepositoryName]) -> [RepositoryReport] {
    let positions = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
    let sortable = enumerated().map { (positions[$1.repository.name] ?? .max, $0, $1) }
    return sortable.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
  }
}

extension RepositoryReport {
  /// Whether the visit ended because the forge rejected further requests.
  var isSetAside: Bool {
    if case .rateLimited? = repositoryFailure?.code { true } else { false }
  }

  /// Whether there is nothing to report.
  var isEmpty: Bool {
    dependencies.isEmpty && problems.isEmpty && verdicts.isEmpty && findings.isEmpty
  }

  /// Removes the error that the forge accepts no requests, which is reported once for all
  /// repositories.
  ///
  /// - Returns: the time when it accepts requests again; nil if the visit ended for another reason.
  mutating func setAside() -> (until: Timestamp, owner: String?)? {
    guard let repositoryFailure, case .rateLimited(let until) = repositoryFailure.code else {
      return nil
    }
    let summary = repositoryFailure.summary
    problems.removeAll { $0.message == summary }
    dependencies.removeAll { report in
      guard case .problem(let problem) = report.state else { return false }
      return problem.message == summary
    }
    return (until, repositoryFailure.owner)
  }
}
