import Ecosystem
import Forges
import FoundationEssentials
import Service
import Store
import Time
import Updates

/// The repositories of a forge that a run visits.
struct ForgeRepositories: Sendable {
  /// The name of the forge.
  let forge: String
  /// All repositories that the run selected, in the order of the configuration or by name.
  let names: [RepositoryName]
  /// Selected repositories that are read-only.
  let archived: [RepositoryName]
  /// The selected repositories that are skipped forks.
  let forks: [RepositoryName]
  /// The selected repositories that the credential may only read.
  let readOnly: [RepositoryName]
  /// The selected repositories whose updates an operator has paused.
  let paused: [RepositoryName]
  /// The selected repositories that haven't changed since their last visit, and have no entry due.
  let unchanged: [RepositoryName]
  /// Owners whose repositories could not be listed.
  private let unlisted: [String]
  private let visits: [RepositoryName: Timestamp]
  /// When the forge accepts requests again, by owner of an installation, nil for all.
  private var closings: [String?: Timestamp] = [:]

  /// Creates the list.
  init(
    forge: String, _ selected: SelectedRepositories, paused: [RepositoryName] = [],
    unchanged: [RepositoryName] = [], visits: [RepositoryName: Timestamp]
  ) {
    self.forge = forge
    self.visits = visits
    names = selected.names
    archived = selected.archived
    forks = selected.forks
    readOnly = selected.readOnly
    self.paused = paused
    self.unchanged = unchanged
    unlisted = selected.unlisted
    for error in selected.resting {
      if case .rateLimited(let until) = error.code { add(until, of: error.owner) }
    }
  }

  /// The repositories to visit: never visited ones first, then least recently visited ones.
  var due: [RepositoryID] {
    let dated = names.enumerated().map { (visits[$1] ?? .epoch, $0, $1) }
    let sorted = dated.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
    return sorted.filter { closings[$0.owner.lowercased()] == nil }
      .map { RepositoryID(forge: forge, name: $0) }
  }

  /// Adds the times that visits to this forge reported.
  mutating func add(_ reported: [RunVisits.Closing: Timestamp]) {
    for (closing, until) in reported where closing.forge == forge { add(until, of: closing.owner) }
  }

  private mutating func add(_ until: Timestamp, of owner: String?) {
    closings[owner] = max(closings[owner] ?? until, until)
  }

  /// Returns the repositories whose visits did not finish because the forge rejected further
  /// requests; nil if it accepted all.
  func rest(after reports: [RepositoryReport]) -> Rest? {
    guard let until = closings.values.max() else { return nil }
    let done = Set(reports.filter { !$0.isSetAside }.map(\.repository.name))
    let left = names.filter { !done.contains($0) }.map(\.description).sorted()
    let owners = closings[String?.none] == nil ? closings.keys.compactMap(\.self).sorted() : []
    return left.isEmpty && unlisted.isEmpty
      ? nil
      : Rest(
        forge: forge, owners: owners, repositories: left, unlisted: unlisted.sorted(),
        visited: done.count, until: until)
  }
}

/// The results of visits.
struct RunVisits: Sendable {
  /// What accepts no requests for a while: an installation, or the whole forge if `owner` is nil.
  struct Closing: Hashable {
    var forge: String
    var owner: String?
  }

  /// The reports of finished visits, and of those that forges did not let finish.
  private(set) var reports: [RepositoryID: RepositoryReport] = [:]
  /// When forges accept requests again.
  private(set) var closings: [Closing: Timestamp] = [:]

  /// Adds the record of a visit.
  ///
  /// - Returns: the report of a finished visit; nil if it gave its slot to others, or ended before its
  ///   pass.
  mutating func add(_ record: JobRecord) -> RepositoryReport? {
    guard let report = record.report else { return nil }
    let repository = record.job.repository
    var whole = reports[repository] ?? report
    if reports[repository] != nil { whole.follow(with: report) }
    if let failure = whole.repositoryFailure, case .rateLimited(let until) = failure.code {
      let closing = Closing(forge: repository.forge, owner: failure.owner)
      closings[closing] = max(closings[closing] ?? until, until)
    }
    guard record.settlement == .release else {
      reports[repository] = whole
      return whole
    }
    // Until its repetition, only a visit with a result of its own counts.
    if report.repositoryFailure?.code != .cancelled { reports[repository] = whole }
    return nil
  }
}

extension [RepositoryID: RepositoryReport] {
  /// Returns the reports of a forge in the order of its list, without errors of rate limits, which
  /// are reported once for all repositories.
  func of(_ list: ForgeRepositories) -> [RepositoryReport] {
    list.names.compactMap { self[RepositoryID(forge: list.forge, name: $0)]?.settingAside() }
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

extension RepositoryReport {
  /// Whether the visit ended because the forge rejected further requests.
  var isSetAside: Bool {
    if case .rateLimited? = repositoryFailure?.code { true } else { false }
  }

  /// Whether the visit ended at once, because the credential may only read the repository.
  var isReadOnly: Bool { condition == .noRights && isEmpty }

  /// Whether there is nothing to report.
  var isEmpty: Bool {
    dependencies.isEmpty && problems.isEmpty && verdicts.isEmpty && findings.isEmpty
  }

  /// Returns the report without the error that the forge accepts no requests, which is reported once
  /// for all repositories.
  func settingAside() -> RepositoryReport {
    guard isSetAside, let summary = repositoryFailure?.summary else { return self }
    var report = self
    report.problems.removeAll { $0.message == summary }
    report.dependencies.removeAll { dependency in
      guard case .problem(let problem) = dependency.state else { return false }
      return problem.message == summary
    }
    return report
  }
}
