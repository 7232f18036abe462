import Configuration
import Ecosystem
import Forges
import Logging
import Store
import Synchronization
import Time
import Updates

/// One visit: a job of the queue that makes a pass over a repository and plans the next one.
struct JobRun: Sendable {
  let job: Job
  let forge: ServedForge
  let store: StateStore
  let clock: WallClock
  let timing: Timing
  let log: Logger

  /// Runs the visit; a failure of the state is a failure of the visit.
  func callAsFunction() async -> JobRecord {
    let startedAt = clock.now()
    var report = RepositoryReport(repository: job.repository)
    var next = startedAt + timing.sweep
    do {
      guard forge.settings.repositories.include("\(job.repository.name)") else {
        return record(report, .finish(next: nil), since: startedAt)
      }
      let before = Agenda(try await store.agenda(of: job.repository))
      let extent = before.extent(of: job, now: startedAt)
      try await invalidateVerdicts()
      let choice = Mutex<Chosen?>(nil)
      report = await pass(extent) { head, file in
        let schedules = file.updates.map { EntrySchedule.all(of: $0, in: file) }
        let agenda = before.bounded(
          by: schedules.flatMap(\.self), now: startedAt, key: key, zone: zone)
        let chosen = Chosen(schedules, at: head, by: agenda, because: job.cause, now: startedAt)
        choice.withLock { $0 = chosen }
        return chosen.byEntry
      }
      if let chosen = choice.withLock({ $0 }) {
        let after = extent == .everything ? plan(chosen) : chosen.agenda
        next = min(
          after.next(after: try await lastPass(extent), sweep: timing.sweep, key: key),
          max(report.lookAgainAt ?? .distantFuture, clock.now() + .seconds(1)))
        try await save(after, before, chosen, extent, report)
      }
    } catch {
      report.problems.append(
        Problem(
          .failed, "the state cannot be used: \(error)", subject: "\(job.repository.name)"))
    }
    let settlement = Settlement(
      report, of: job, isCancelled: Task.isCancelled, next: next, now: clock.now())
    return record(report, settlement, since: startedAt)
  }

  /// The entries that the pass found, with the purpose of the visit for each.
  private struct Chosen {
    /// The schedules of each entry: its own, and those of its rules.
    var entries: [[EntrySchedule]]
    var visited: [DueUpdates]
    var head: String
    /// The plan before the visit.
    var agenda: Agenda

    init(
      _ entries: [[EntrySchedule]], at head: String, by agenda: Agenda, because cause: Job.Cause,
      now: Timestamp
    ) {
      self.entries = entries
      self.agenda = agenda
      visited = agenda.due(entries.flatMap(\.self), because: cause, now: now)
      self.head = head
    }

    var schedules: [EntrySchedule] { entries.flatMap(\.self) }

    var byEntry: [[DueUpdates]] {
      var rest = visited[...]
      return entries.map { schedules in
        defer { rest = rest.dropFirst(schedules.count) }
        return Array(rest.prefix(schedules.count))
      }
    }
  }

  /// Makes the pass read all pull requests again, because any of them may have changed.
  ///
  /// An event about checks was counted for its own pull request when it arrived.
  private func invalidateVerdicts() async throws {
    switch job.cause {
    case .schedule, .advisory, .check: return
    case .push, .person:
      try await store.invalidateVerdicts(of: job.repository)
    }
  }

  /// Saves the plan, and requests another visit for a merge, for a push without a webhook, and for
  /// an entry that became due while only checks were read.
  private func save(
    _ after: Agenda, _ before: Agenda, _ chosen: Chosen, _ extent: JobExtent,
    _ report: RepositoryReport
  ) async throws {
    let isWhole = !Task.isCancelled && report.repositoryFailure == nil && !report.isBroken
    if isWhole, after != before {
      try await store.plan(after.items, for: job.repository)
    }
    let isUnvisited = extent == .changedChecks && chosen.visited.contains(.everything)
    let isBehind = isWhole && (after.isBehind(chosen.head) || isUnvisited)
    if isBehind || report.needsPass, !Task.isCancelled { try await requestAnotherVisit() }
  }

  /// The time of the last whole pass, which the next sweep is counted from.
  private func lastPass(_ extent: JobExtent) async throws -> Timestamp {
    guard extent == .changedChecks else { return clock.now() }
    let known = try await store.record(of: job.repository)
    return min(known?.visitedAt ?? clock.now(), clock.now())
  }

  /// Adds another visit to the queue, after a merge or an unreported push moved the base.
  ///
  /// A visit with the cause `push` waits a minute, so that visits don't follow each other endlessly.
  private func requestAnotherVisit() async throws {
    let delay = job.cause < .push ? Duration.zero : .seconds(60)
    try await store.enqueue(
      Job(
        repository: job.repository, cause: .push, dueAt: clock.now() + delay,
        enqueuedAt: clock.now()))
  }

  private var key: String { "\(job.repository)" }

  private func plan(_ chosen: Chosen) -> Agenda {
    chosen.agenda.after(
      chosen.schedules, visited: chosen.visited, head: chosen.head, now: clock.now(), key: key,
      zone: zone)
  }

  private func zone(_ name: String) -> ZoneRules {
    do throws(ZoneError) {
      return try ZoneDatabase.system.rules(of: name)
    } catch {
      log.warning(
        "the time zone is unknown on this machine; UTC is used",
        ["repository": "\(job.repository.name)", "timezone": name])
      return .utc
    }
  }

  /// Runs the pass, and cancels it after the timeout, which counts as a failure.
  private func pass(
    _ extent: JobExtent, _ choose: @escaping ServedForge.Choice
  ) async -> RepositoryReport {
    await withTaskGroup(of: RepositoryReport?.self) { group in
      group.addTask { await forge.pass(job.repository.name, job.cause, extent, choose) }
      group.addTask {
        try? await clock.sleep(timing.jobLimit)
        return nil
      }
      let first = await group.next() ?? nil
      group.cancelAll()
      if let first { return first }
      var late =
        await group.next().flatMap(\.self)
        ?? RepositoryReport(repository: job.repository)
      guard !Task.isCancelled else { return late }
      late.problems.append(
        Problem(.failed, "took longer than \(timing.jobLimit)", subject: "\(job.repository.name)"))
      return late
    }
  }

  private func record(
    _ report: RepositoryReport, _ settlement: Settlement, since startedAt: Timestamp
  ) -> JobRecord {
    JobRecord(report, of: job, settlement, from: startedAt, to: clock.now())
  }
}

extension RepositoryReport {
  /// Whether a failure may be temporary.
  var isBroken: Bool { allProblems.contains { $0.kind == .failed } }
}

extension RepositoryReport {
  /// Whether a pull request was opened, moved or closed.
  var hasNews: Bool {
    dependencies.contains { report in
      switch report.state {
      case .opened, .updated, .closed: true
      default: false
      }
    }
  }
}
