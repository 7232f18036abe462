import Configuration
import Ecosystem
import Forges
import Logging
import Store
import Synchronization
import Time
import Updates

/// One visit: a job that makes a pass over a repository, and the plan of the next one.
///
/// It writes nothing to the queue: the dispatcher saves what the record says.
struct JobRun: Sendable {
  let task: JobTask
  let forge: ServedForge
  /// The options of a `run`; nil in the service.
  let options: RunOptions?
  let clock: WallClock
  let timing: Timing
  let log: Logger

  private var job: Job { task.job }

  /// Runs the visit.
  func callAsFunction() async -> JobRecord {
    let startedAt = clock.now()
    guard forge.settings.repositories.include("\(job.repository.name)") else {
      return JobRecord(
        RepositoryReport(repository: job.repository), of: job, .finish(next: nil),
        from: startedAt, to: clock.now())
    }
    let before = Agenda(task.agenda)
    let extent = before.extent(of: job, now: startedAt)
    let choice = Mutex<Chosen?>(nil)
    let report = await pass(extent) { head, file in
      let schedules = file.updates.map { EntrySchedule.all(of: $0, in: file) }
      let agenda = before.bounded(
        by: schedules.flatMap(\.self), now: startedAt, key: key, zone: zone)
      let chosen = Chosen(schedules, at: head, by: agenda, because: job.cause, now: startedAt)
      choice.withLock { $0 = chosen }
      return chosen.byEntry
    }
    return record(report, choice.withLock(\.self), extent, before, since: startedAt)
  }

  private func record(
    _ report: RepositoryReport, _ chosen: Chosen?, _ extent: JobExtent, _ before: Agenda,
    since startedAt: Timestamp
  ) -> JobRecord {
    let now = clock.now()
    let after = chosen.map { chosen in
      extent == .everything ? plan(chosen).bounded(by: report.dueAgainAt) : chosen.agenda
    }
    let next = after.map { agenda in
      min(
        agenda.next(after: lastPass(extent), sweep: timing.sweep, key: key),
        max(report.lookAgainAt ?? .distantFuture, now + .seconds(1)))
    }
    let settlement = Settlement(
      report, of: job, isCancelled: Task.isCancelled, next: next ?? startedAt + timing.sweep,
      now: now)
    var record = JobRecord(report, of: job, settlement, from: startedAt, to: now)
    if options != nil { record.report = report }
    guard !Task.isCancelled else { return record }
    let isWhole = report.repositoryFailure == nil && !report.isBroken
    if isWhole, let after, after != before { record.plan = after.items }
    if isWhole, extent == .everything, !report.needsPass, !report.hasPendingChecks {
      record.settledUntil = report.lookAgainAt ?? .distantFuture
    }
    record.isRequestedAgain =
      report.needsPass || chosen.map { isWhole && isBehind($0, after, extent) } ?? false
    return record
  }

  /// Whether a commit was pushed without a webhook, or an entry became due while only checks were
  /// read.
  private func isBehind(_ chosen: Chosen, _ after: Agenda?, _ extent: JobExtent) -> Bool {
    after?.isBehind(chosen.head) ?? false
      || (extent == .changedChecks && chosen.visited.contains(.everything))
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

  /// The time of the last whole pass, which the next sweep is counted from.
  private func lastPass(_ extent: JobExtent) -> Timestamp {
    guard extent == .changedChecks else { return clock.now() }
    return min(task.visitedAt ?? clock.now(), clock.now())
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
        ["timezone": name])
      return .utc
    }
  }

  /// Runs the pass, and cancels it after the timeout, which counts as a failure.
  private func pass(
    _ extent: JobExtent, _ choose: @escaping ServedForge.Choice
  ) async -> RepositoryReport {
    await withTaskGroup(of: RepositoryReport?.self) { group in
      group.addTask { await forge.pass(job, options, extent, choose) }
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
}

extension RepositoryReport {
  /// Whether a failure may be temporary.
  var isBroken: Bool { allProblems.contains { $0.kind == .failed } }
}

extension RepositoryReport {
  /// Whether checks of a pull request haven't finished: what they wait for needs no trace on the forge.
  var hasPendingChecks: Bool { verdicts.contains { $0.verdict == .pending } }

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
