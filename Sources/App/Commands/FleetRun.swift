import Arguments
import Configuration
import Ecosystem
import Forges
import FoundationEssentials
import Logging
import Service
import Store
import Synchronization
import Time
import Updates

/// One run: a pass over each repository of each configured forge.
struct FleetRun: Sendable {
  let live: Live
  let id: String
  let isDry: Bool
  /// Whether the report is printed as JSON, which contains all dependencies.
  let isDocument: Bool
  let only: [RepositoryName]
  let progress: CommandProgress
  /// Makes the passes over the repositories.
  let workers: RunWorkers
  /// Whether to start passes over further repositories.
  let end: EndRequest
  let ledger: RunLedger

  /// Parses the `--repository` options.
  init(
    _ live: Live, _ invocation: Invocation, _ progress: CommandProgress, id: String,
    _ end: EndRequest, _ ledger: RunLedger, by workers: RunWorkers
  ) throws(Problem) {
    guard !live.settings.forges.isEmpty else {
      throw Problem(.usage, "the configuration has no forge")
    }
    self.live = live
    self.workers = workers
    self.progress = progress
    self.id = id
    self.end = end
    self.ledger = ledger
    isDry = invocation.has("dry-run")
    isDocument = invocation.has("json")
    var only: [RepositoryName] = []
    for word in invocation.values("repository") {
      guard let name = RepositoryName(word) else {
        throw Problem(.usage, "is not OWNER/NAME", subject: word)
      }
      guard live.settings.forges.contains(where: { $0.repositories.include(word) }) else {
        throw Problem(
          .usage, "no forge in the configuration selects this repository", subject: word,
          advice: "check its 'repositories'")
      }
      only.append(name)
    }
    self.only = only
  }

  /// Runs over the forges one by one, with several passes at a time over the repositories of each.
  ///
  /// - Returns: the report, and by tenant the means to make further passes.
  func callAsFunction() async -> (report: RunReport, passes: [Tenant: RemotePass]) {
    let start = live.world.now()
    var report = RunReport(id: id, isDry: isDry)
    var passes: [Tenant: RemotePass] = [:]
    let log = live.world.log.with("run", id)
    for settings in live.settings.forges where !end.isAsked {
      do throws(Problem) {
        let result = try await run(on: settings, log)
        passes.merge(result.passes) { first, _ in first }
        report.repositories += result.reports
        if !result.archived.isEmpty {
          report.archived.append(
            Archived(forge: settings.name, repositories: result.archived.map(\.description)))
        }
        if let rest = result.rest(of: settings.name) {
          log.error(rest.problem.fullMessage, ["forge": settings.name])
          report.rests.append(rest)
        }
      } catch {
        log.error(error.fullMessage, ["forge": settings.name])
        report.failures.append(ForgeFailure(forge: settings.name, problem: error))
      }
    }
    await remember(report, since: start)
    return (report, passes)
  }

  private func run(
    on settings: ForgeSettings, _ log: Logger
  ) async throws(Problem) -> ForgeRunResult {
    let connected = try workers.forge(settings.name)
    do {
      let selected = try await repositories(
        of: settings, on: connected.known.forge, storing: connected.known.listed)
      let names = selected.names
      _ = try await connected.known.account()
      var passes: [Tenant: RemotePass] = [:]
      let forge = connected.known.forge
      for tenant in Set(names.map({ live.settings.tenant(forge.id(of: $0)) })) {
        passes[tenant] = RemotePass(
          visitors: workers.visitors, known: connected.known, id: id,
          isDry: isDry, isDocument: isDocument)
      }
      progress.expect(names.count)
      ledger.expect(names.map { forge.id(of: $0) })
      let visits = try await live.world.store.visits(forge: settings.name)
      var result = ForgeRunResult(passes: passes, repositories: names, reports: [])
      result.unlisted = selected.unlisted
      result.archived = selected.archived
      let closing = Closing(selected.resting)
      result.reports = await self.passes(over: names.byVisit(visits), until: closing, log) { name in
        passes[live.settings.tenant(forge.id(of: name))]
      }
      result.closings = closing.dates
      result.reports = result.reports.inOrder(of: names)
      return result
    } catch {
      throw Problem(repositoryError: error, subject: settings.name)
    }
  }

  /// Makes passes over several repositories at a time, until the forge refuses further requests.
  ///
  /// - Parameters:
  ///   - names: in the order in which their passes start.
  ///   - closing: records when the forge accepts requests again, and for whom.
  ///   - log: receives a line for each change.
  ///   - pass: makes the pass over a repository.
  /// - Returns: the reports of the repositories with changes or findings.
  private func passes(
    over names: [RepositoryName], until closing: Closing, _ log: Logger,
    by pass: (RepositoryName) -> RemotePass?
  ) async -> [RepositoryReport] {
    let tasks = names.compactMap { name in pass(name).map { (name, $0) } }
    let lanes = Lanes(slice: Timing().slice)
    let visits = JobLanes<(RepositoryName, RemotePass), RepositoryReport?>(
      slotLimit: min(8, live.settings.limits.concurrency), lanes: lanes, clock: .system
    ) { [progress, end] task, begun in
      let (name, pass) = task
      guard !closing.covers(name), !end.isAsked else { return nil }
      return await progress.during("\(name)") { await pass.repeatedly(name, begun: begun) }
    } stopped: { [progress] task, stop in
      progress.expect(1)
      log.info(stop.message, stop.fields(of: "\(task.0)", lanes))
    } join: { earlier, later in
      guard var report = earlier else { return later }
      guard let later else {
        // The run ended before the repetition, which the next run makes first.
        return report.repositoryFailure?.code == .cancelled ? nil : report
      }
      report.follow(with: later)
      return report
    }
    let reports = Mutex<[RepositoryReport]>([])
    await visits(tasks) { [ledger] _, finished in
      guard var report = finished else { return }
      if let (until, owner) = report.setAside() { closing.record(until, for: owner) }
      report.log(to: log)
      if report.isSetAside, report.isEmpty { return }
      ledger.add(report)
      reports.withLock { $0.append(report) }
    }
    return reports.withLock(\.self)
  }

  /// The repositories that the patterns of the configuration select, limited by `--repository`.
  private func repositories(
    of settings: ForgeSettings, on forge: any Forge, storing listed: ListedRepositories
  ) async throws -> SelectedRepositories {
    guard only.isEmpty else {
      return SelectedRepositories(
        names: only.filter { settings.repositories.include($0.description) })
    }
    return try await forge.repositories(
      selectedBy: settings.repositories, storing: listed, in: live.world)
  }

  /// Saves the record of the run; a full or locked state database does not fail the run.
  private func remember(_ report: RunReport, since start: Timestamp) async {
    guard !isDry else { return }
    let world = live.world
    do {
      try await world.store.startRun(id, now: start)
      try await world.store.finishRun(
        id, repositories: report.repositories.count, problems: report.problems.count,
        now: world.now())
      // Contents that were not used for three months are deleted.
      try await world.store.dropContents(keptBefore: world.now() - .days(90))
      try await world.store.dropResponses(validatedBefore: world.now() - .days(90))
    } catch {
      world.log.warning("the run cannot be recorded in the state", ["error": "\(error)"])
    }
  }
}
