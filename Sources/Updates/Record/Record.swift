import Ecosystem
import Forges
import Logging
import Store
import Time

extension RepositoryPass {
  /// Saves name, default branch, owners and time of the pass; nil keeps what is known.
  func recordRepository(
    _ base: Base, _ report: RepositoryReport, submitted: String?
  ) async throws {
    guard !isDry else { return }
    let repository = forge.id(of: base.repository)
    let known = try await world.store.record(of: repository)
    // A confirmation that was requested during the pass is left to the next one.
    let needsCheck = known?.confirmedAt == .epoch && !base.neededConfirmation
    var record = RepositoryRecord(
      repository: repository, identifier: base.identifier,
      defaultBranch: base.defaultBranch, confirmedAt: needsCheck ? .epoch : base.confirmedAt,
      branchMark: base.branchMark, visitedAt: world.now())
    record.channels = report.channels ?? known?.channels ?? ""
    record.owners = report.owners ?? known?.owners ?? []
    record.submitted = submitted ?? known?.submitted ?? ""
    try await world.store.save(record)
  }

  /// Saves the dependencies of a branch and the changes to its pull requests, for the status pages.
  func recordObservations(
    _ reports: [DependencyReport], _ states: [ProjectState],
    _ configuredProjects: [ConfiguredProject],
    _ checkout: Checkout
  ) async throws {
    guard !isDry else { return }
    let now = world.now()
    let repository = forge.id(of: checkout.base.repository)
    let before = try await world.store.observations(of: repository)
    let known = ObservationIndex(before)
    let sign = forge.kind.text.pullRequestSign
    let index = ProjectStateIndex(states)
    let observations = reports.joiningSteps.map { reports in
      var all = reports.map { report in
        Observation(
          report, index[report], on: checkout.branch, known: known, sign: sign, now: now)
      }
      let first = all.removeFirst()
      return all.reduce(into: first) { $0.add($1) }
    }
    try await world.store.observe(
      observations, manifests: Set(configuredProjects.map(\.project.manifest)), on: checkout.branch,
      of: repository, over: before,
      noting: Fact.newAdvisories(in: observations, since: before, now: now))
    let events = reports.compactMap { Event($0, sign: sign, now: now) }
    try await world.store.save(events, of: repository)
  }

  /// Returns the seconds between the releases that the pass opened pull requests for and now; releases
  /// whose registry doesn't report a time are left out.
  func releaseLags(of reports: [DependencyReport], _ states: [ProjectState]) -> [Int] {
    let now = world.now()
    let index = ProjectStateIndex(states)
    return reports.compactMap { report in
      guard case .opened(_, let version) = report.state,
        let release = index[report]?.candidateSet?.candidates.first(where: {
          $0.version == version
        }), let published = release.published
      else { return nil }
      return Int(max(0, (now - published).components.seconds))
    }
  }

  /// Saves the result of the pass, or of its watch stage alone.
  ///
  /// Problems of subjects that it didn't read stay saved. A full or locked database does not fail
  /// the pass.
  ///
  /// - Parameters:
  ///   - report: the report.
  ///   - start: the start of a whole pass; nil for the watch stage alone.
  func recordPass(_ report: RepositoryReport, since start: Timestamp?) async {
    guard !isDry else { return }
    let now = world.now()
    do {
      if try await isKnown(report) {
        try await world.store.save(
          PassResult(
            read: report.read, existing: report.isComplete ? report.subjects : nil,
            condition: report.condition, lasting: start.map { now - $0 }),
          of: report.repository, now: now)
      }
    } catch {
      warn(of: error, in: report)
    }
    await recordVerdicts(of: report)
  }

  /// Whether the forge has the repository, or had it: a mistyped name is not saved.
  private func isKnown(_ report: RepositoryReport) async throws -> Bool {
    guard case .notFound? = report.repositoryFailure?.code else { return true }
    return try await world.store.record(of: report.repository) != nil
  }

  /// Saves the verdicts and merges of a report as events, for the status pages.
  ///
  /// A full or locked database does not fail the pass.
  func recordVerdicts(of report: RepositoryReport) async {
    guard !isDry else { return }
    do {
      let now = world.now()
      try await world.store.save(
        report.verdicts.flatMap { Event.all(of: $0, now: now) }, of: report.repository)
    } catch {
      warn(of: error, in: report)
    }
  }

  private func warn(of error: any Error, in report: RepositoryReport) {
    world.log.warning(
      "the result of the pass could not be saved",
      ["repository": "\(report.repository.name)", "error": "\(error)"])
  }
}

extension [DependencyReport] {
  /// The reports by dependency, where `separate` gives one several pull requests, or another package
  /// replaces one that also has updates.
  fileprivate var joiningSteps: [[DependencyReport]] {
    let own = filter { $0.key?.step == nil && $0.key?.replacement == nil }.map { [$0] }
    let separate = filter { $0.key?.step != nil || $0.key?.replacement != nil }
    return separate.reduce(into: own) { joined, report in
      let index = joined.firstIndex { others in
        others[0].project == report.project && others[0].dependency.id == report.dependency.id
          && (others[0].proposal != nil || report.key?.replacement != nil)
      }
      if let index { joined[index].append(report) } else { joined.append([report]) }
    }
  }
}

extension Observation {
  /// Adds a larger step that `separate` gave a pull request of its own, and why it has none yet.
  fileprivate mutating func add(_ other: Observation) {
    reason += "; \(other.reason)"
    number = number ?? other.number
    latest = other.latest ?? latest
    guard other.state.isHeldBack, let version = other.latest else { return }
    held = other.state
    heldVersion = version
    heldUntil = nil
  }
}

extension Event {
  /// The change that a pass made to a pull request; nil if it made none.
  fileprivate init?(_ report: DependencyReport, sign: String, now: Timestamp) {
    switch report.state {
    case .opened(let number, _), .updated(let number, _), .closed(let number, _):
      self.init(
        number: number, at: now, kind: report.state.word,
        details: report.state.message(sign: sign))
    default: return nil
    }
  }

  /// The verdict and the merge status of a pull request.
  fileprivate static func all(of record: VerdictRecord, now: Timestamp) -> [Event] {
    let red = record.checks.filter { $0.state != "success" }.map { "\($0.name) (\($0.state))" }
    let list = red.isEmpty ? "" : ": " + red.joined(separator: ", ")
    let verdict = Event(
      number: record.number, at: now, kind: "verdict",
      details: "\(record.verdict.rawValue) at \(record.head.prefix(8))\(list)")
    guard record.merging != .unwanted else { return [verdict] }
    let reason = record.mergingNote.isEmpty ? "" : ": " + record.mergingNote
    return [
      verdict,
      Event(
        number: record.number, at: now, kind: "merge", details: record.merging.rawValue + reason),
    ]
  }
}
