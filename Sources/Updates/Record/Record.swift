import Ecosystem
import Forges
import Logging
import Store
import Time

extension RepositoryPass {
  /// Saves name, default branch and time of the pass.
  func recordRepository(_ base: Base) async throws {
    guard !isDry else { return }
    let name = base.repository.description
    let known = try await world.store.repository(name, forge: forge.name)
    // A confirmation that was requested during the pass is left to the next one.
    let needsCheck = known?.confirmedAt == .epoch && !base.neededConfirmation
    try await world.store.save(
      RepositoryRecord(
        forge: forge.name, name: name, identifier: base.identifier,
        defaultBranch: base.defaultBranch, confirmedAt: needsCheck ? .epoch : base.confirmedAt,
        branchMark: base.branchMark, visitedAt: world.now()))
  }

  /// Saves the dependencies of a branch and the changes to its pull requests, for the status pages.
  func recordObservations(
    _ reports: [DependencyReport], _ states: [ProjectState],
    _ configuredProjects: [ConfiguredProject],
    _ checkout: Checkout
  ) async throws {
    guard !isDry else { return }
    let now = world.now()
    let repository = checkout.base.repository.description
    let known = ObservationIndex(
      try await world.store.observations(of: repository, forge: forge.name))
    let sign = forge.kind.text.pullRequestSign
    let index = ProjectStateIndex(states)
    let observations = reports.map { report in
      Observation(
        report, index[report], on: checkout.branch, known: known, sign: sign, now: now)
    }
    try await world.store.observe(
      observations, manifests: Set(configuredProjects.map(\.project.manifest)), on: checkout.branch,
      of: repository, forge: forge.name)
    let events = reports.compactMap { Event($0, sign: sign, now: now) }
    try await world.store.save(events, of: repository, forge: forge.name)
  }

  /// Saves the result of the pass.
  ///
  /// A full or locked database does not fail the pass.
  func recordPass(_ report: RepositoryReport, since start: Timestamp) async {
    guard !isDry else { return }
    let now = world.now()
    do {
      try await world.store.finishPass(
        over: report.repository, forge: report.forge, lasting: now - start,
        problems: report.problems.map(\.line), now: now)
    } catch {
      warn(of: error, in: report)
    }
    await recordVerdicts(of: report)
  }

  /// Saves the verdicts and merges of a report as events, for the status pages.
  ///
  /// A full or locked database does not fail the pass.
  func recordVerdicts(of report: RepositoryReport) async {
    guard !isDry else { return }
    do {
      let now = world.now()
      try await world.store.save(
        report.verdicts.flatMap { Event.all(of: $0, now: now) }, of: report.repository,
        forge: report.forge)
    } catch {
      warn(of: error, in: report)
    }
  }

  private func warn(of error: any Error, in report: RepositoryReport) {
    world.log.warning(
      "the result of the pass could not be saved",
      ["repository": report.repository, "error": "\(error)"])
  }
}

extension Event {
  /// The change that a pass made to a pull request; nil if it made none.
  fileprivate init?(_ report: DependencyReport, sign: String, now: Timestamp) {
    switch report.state {
    case .opened(let number, _), .updated(let number, _), .closed(let number, _):
      self.init(
        number: number, at: now, kind: report.state.word, words: report.state.message(sign: sign))
    default: return nil
    }
  }

  /// The verdict and the merge status of a pull request.
  fileprivate static func all(of record: VerdictRecord, now: Timestamp) -> [Event] {
    let red = record.checks.filter { $0.state != "success" }.map { "\($0.name) (\($0.state))" }
    let list = red.isEmpty ? "" : ": " + red.joined(separator: ", ")
    let verdict = Event(
      number: record.number, at: now, kind: "verdict",
      words: "\(record.verdict.rawValue) at \(record.head.prefix(8))\(list)")
    guard record.merging != .unwanted else { return [verdict] }
    let reason = record.mergingNote.isEmpty ? "" : ": " + record.mergingNote
    return [
      verdict,
      Event(
        number: record.number, at: now, kind: "merge", words: record.merging.rawValue + reason),
    ]
  }
}

extension Problem {
  /// Location, subject and message in one line.
  fileprivate var line: String {
    let prefix = location.map { "\($0): " } ?? ""
    let subject = subject.map { "\($0): " } ?? ""
    return (prefix + subject + message).replacing("\n", with: " ")
  }
}
