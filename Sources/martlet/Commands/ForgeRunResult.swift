import Ecosystem
import Forges
import FoundationEssentials
import Logging
import Synchronization
import Time
import Updates

/// The result of a run on one forge.
struct ForgeRunResult: Sendable {
  /// By tenant; one serves all repositories of an owner.
  var passes: [Tenant: RemotePass]
  /// All repositories that the run selected.
  var repositories: [RepositoryName]
  /// Of the repositories with changes or findings.
  var reports: [RepositoryReport]
  /// When the forge takes requests again, by the owners whose installation it is about, nil for all;
  /// empty: it took all.
  var closings: [String?: Date] = [:]
  /// Owners whose repositories could not even be listed.
  var unlisted: [String] = []

  /// The repositories that were not visited to their end; nil where there are none.
  func rest(of forge: String) -> Rest? {
    guard let until = closings.values.max() else { return nil }
    let done = Set(reports.filter { !$0.isSetAside }.map(\.repository))
    let left = repositories.map(\.description).filter { !done.contains($0) }.sorted()
    let owners = closings[String?.none] == nil ? closings.keys.compactMap(\.self).sorted() : []
    return left.isEmpty && unlisted.isEmpty
      ? nil
      : Rest(
        forge: forge, owners: owners, repositories: left, unlisted: unlisted.sorted(),
        visited: done.count, until: until)
  }
}

/// Repositories of a forge that took no more requests; the next run begins with them.
struct Rest: Sendable {
  var forge: String
  /// Those whose installations alone took no more; empty: it is all of the forge.
  var owners: [String]
  /// Sorted by name.
  var repositories: [String]
  /// Owners who have more, of which nobody knows: the list of theirs could not be had.
  var unlisted: [String]
  /// How many others were visited to their end.
  var visited: Int
  /// When the forge takes requests again.
  var until: Date

  /// When that is, as logs and documents write it.
  var time: String { RFC3339.text(milliseconds: Int64(until.timeIntervalSince1970) * 1_000) }

  private var whose: String { owners.isEmpty ? "" : "for \(owners.joined(separator: ", ")) " }

  /// Says it once for all of them.
  var problem: Problem { problem(now: Date()) }

  private func problem(now: Date) -> Problem {
    let (left, all) = (repositories.count, repositories.count + visited)
    let refusal =
      until > now
      ? "the forge takes no more requests \(whose)until \(time): "
      : "the forge refused too many requests \(whose)as too many at once: "
    return Problem(
      .failed,
      refusal
        + "\(visited) of \(all) repositories were visited, \(left) are left"
        + (unlisted.isEmpty
          ? "" : "; those of \(unlisted.joined(separator: ", ")) could not be listed"),
      subject: forge, advice: "The next run begins with those that are left.")
  }
}

/// When a forge takes requests again, once a visit has been told.
final class Closing: Sendable {
  private let known = Mutex<[String?: Date]>([:])

  /// Begins with what is known already.
  init(_ errors: [ForgeError] = []) {
    for error in errors {
      if case .rateLimited(let until) = error.code { note(until, for: error.owner) }
    }
  }

  /// By owners, nil for all of the forge.
  var dates: [String?: Date] { known.withLock(\.self) }

  /// Whether the forge still refuses requests about a repository.
  func covers(_ name: RepositoryName, now: Date = Date()) -> Bool {
    known.withLock { known in
      [nil, name.owner.lowercased()].contains { known[$0].map { $0 > now } ?? false }
    }
  }

  /// Takes note of a time; the latest counts.
  func note(_ date: Date, for owner: String?) {
    known.withLock { $0[owner] = max($0[owner] ?? date, date) }
  }
}

extension [RepositoryName] {
  /// Those that were visited longest ago first, and before them those that never were; else in the
  /// order in which they are.
  func byVisit(_ visits: [String: Int64]) -> [RepositoryName] {
    let dated = enumerated().map { (visits["\($1)"] ?? .min, $0, $1) }
    return dated.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
  }
}

extension [RepositoryReport] {
  /// The reports in the order of a list of names.
  func inOrder(of names: [RepositoryName]) -> [RepositoryReport] {
    let places = Dictionary(names.enumerated().map { ("\($1)", $0) }) { first, _ in first }
    let placed = enumerated().map { (places[$1.repository] ?? .max, $0, $1) }
    return placed.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
  }
}

extension RepositoryReport {
  /// Whether the visit ended since the forge takes no more requests.
  var isSetAside: Bool {
    if case .rateLimited? = repositoryFailure?.code { true } else { false }
  }

  /// Whether there is nothing to tell of it.
  var isEmpty: Bool {
    dependencies.isEmpty && problems.isEmpty && verdicts.isEmpty && findings.isEmpty
  }

  /// Takes out that the forge takes no more requests, which is said once for all repositories.
  ///
  /// - Returns: when it takes them again; nil where that was not what ended the visit.
  mutating func setAside() -> (until: Date, owner: String?)? {
    guard let repositoryFailure, case .rateLimited(let until) = repositoryFailure.code else {
      return nil
    }
    let words = repositoryFailure.summary
    problems.removeAll { $0.message == words }
    dependencies.removeAll { report in
      guard case .problem(let problem) = report.state else { return false }
      return problem.message == words
    }
    return (until, repositoryFailure.owner)
  }
}
