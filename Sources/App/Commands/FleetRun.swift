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

/// One run: a visit to each repository of each configured forge.
struct FleetRun: Sendable {
  private let live: Live
  private let id: String
  private let isDry: Bool
  /// Whether entries wait for their schedules.
  private let isDue: Bool
  private let only: [RepositoryName]
  private let progress: CommandProgress
  private let workers: RunWorkers
  private let queue: RunQueue
  /// Whether further visits may begin.
  private let end: EndRequest
  private let ledger: RunLedger
  private let log: Logger
  /// Nil for a run that writes nothing, or that names repositories.
  private let survey: RunSurvey?
  /// Called after each visit.
  var observe: @Sendable (JobRecord) async -> Void = { _ in }

  /// Parses the `--repository` options, and creates an empty queue.
  init(
    _ live: Live, _ invocation: Invocation, _ progress: CommandProgress, _ options: RunOptions,
    _ end: EndRequest, _ ledger: RunLedger, by workers: RunWorkers
  ) async throws(Problem) {
    guard !live.settings.forges.isEmpty else {
      throw Problem(.usage, "the configuration has no forge")
    }
    self.live = live
    self.workers = workers
    self.progress = progress
    self.end = end
    self.ledger = ledger
    id = options.id
    isDry = options.isDry
    isDue = invocation.has("due")
    log = live.world.log.with("run", id)
    only = try Self.selection(invocation, live.settings)
    survey =
      options.isDry || !only.isEmpty
      ? nil
      : RunSurvey(live.world.store, isPlanned: isDue, live.world.log, now: live.world.now)
    queue = try await workers.queue(live, progress)
  }

  private static func selection(
    _ invocation: Invocation, _ settings: OperatorFile
  ) throws(Problem) -> [RepositoryName] {
    var only: [RepositoryName] = []
    for word in invocation.values("repository") {
      guard let name = RepositoryName(word) else {
        throw Problem(.usage, "is not OWNER/NAME", subject: word)
      }
      guard settings.forges.contains(where: { $0.repositories.include(word) }) else {
        throw Problem(
          .usage, "no forge in the configuration selects this repository", subject: word,
          advice: "check its 'repositories'")
      }
      only.append(name)
    }
    return only
  }

  /// Lists the repositories of all forges and visits them.
  ///
  /// - Throws: a `Problem` if the queue can't be used.
  func callAsFunction() async throws(Problem) -> RunReport {
    let start = live.world.now()
    var report = RunReport(id: id, isDry: isDry)
    var lists: [ForgeRepositories] = []
    for settings in live.settings.forges where !end.isAsked && isConcerned(settings) {
      do throws(Problem) {
        lists.append(try await repositories(of: settings))
      } catch {
        log.error(error, ["forge": settings.name])
        report.failures.append(ForgeFailure(forge: settings.name, problem: error))
      }
    }
    let visited = try await visit(lists.flatMap(\.due))
    for var list in lists {
      list.add(visited.closings)
      let reports = visited.reports.of(list)
      report.repositories += reports.filter { !$0.isReadOnly && (!$0.isSetAside || !$0.isEmpty) }
      if !list.archived.isEmpty {
        report.archived.append(
          Unvisited(
            forge: list.forge, reason: .archived, repositories: list.archived.map(\.description)))
      }
      if !list.forks.isEmpty {
        report.forks.append(
          Unvisited(
            forge: list.forge, reason: .fork, repositories: list.forks.map(\.description)))
      }
      let readOnly = list.readOnly + reports.filter(\.isReadOnly).map(\.repository.name)
      if !readOnly.isEmpty {
        report.readOnly.append(
          Unvisited(
            forge: list.forge, reason: .readOnly,
            repositories: readOnly.sorted().map(\.description)))
      }
      if !list.paused.isEmpty {
        report.paused.append(
          Unvisited(
            forge: list.forge, reason: .paused, repositories: list.paused.map(\.description)))
      }
      if !list.unchanged.isEmpty {
        report.unchanged.append(
          Unvisited(
            forge: list.forge, reason: .unchanged,
            repositories: list.unchanged.map(\.description)))
      }
      if let rest = list.rest(after: reports) {
        log.error(rest.problem, ["forge": list.forge])
        report.rests.append(rest)
      }
    }
    await remember(report, since: start)
    return report
  }

  /// Whether a forge can have one of the repositories to visit.
  private func isConcerned(_ settings: ForgeSettings) -> Bool {
    only.isEmpty || only.contains { settings.repositories.include($0.description) }
  }

  /// Lists the repositories of a forge, in the order of their visits.
  private func repositories(
    of settings: ForgeSettings
  ) async throws(Problem) -> ForgeRepositories {
    let connected = try workers.forge(settings.name)
    do {
      let forge = connected.known.forge
      var selected = try await repositories(
        of: settings, on: forge, storing: connected.known.listed)
      _ = try await connected.known.account()
      try Self.requireMatch(selected, of: settings)
      let paused = try await paused(selected.names, of: forge)
      selected.names.removeAll { paused.contains($0) }
      let unchanged = Set(await survey?.survey(selected.names, of: connected) ?? [])
      selected.names.removeAll { unchanged.contains($0) }
      progress.expect(selected.names.count)
      ledger.expect(selected.names.map { forge.id(of: $0) })
      return ForgeRepositories(
        forge: settings.name, selected, paused: paused, unchanged: unchanged.sorted(),
        visits: try await live.world.store.visits(forge: settings.name))
    } catch {
      throw Problem(repositoryError: error, subject: settings.name)
    }
  }

  /// Returns the repositories that an operator has paused, and writes a line into the log for each.
  private func paused(
    _ names: [RepositoryName], of forge: any Forge
  ) async throws -> [RepositoryName] {
    let pauses = try await live.world.store.pauses()
    return names.filter { name in
      let id = forge.id(of: name)
      guard let pause = pauses.first(where: { $0.repository == nil || $0.repository == id })
      else { return false }
      log.about(id).warning("paused: not visited", ["by": pause.author])
      return true
    }
  }

  /// - Throws: a usage error if the patterns of a forge match no repository.
  private static func requireMatch(
    _ selected: SelectedRepositories, of settings: ForgeSettings
  ) throws(Problem) {
    guard selected.names.isEmpty, selected.archived.isEmpty, selected.forks.isEmpty,
      selected.readOnly.isEmpty, selected.resting.isEmpty
    else { return }
    let patterns = settings.repositories.map { "'\($0)'" }.joined(separator: ", ")
    throw Problem(
      .usage, "no repository matches \(patterns)", subject: settings.name,
      advice: "check 'repositories', and what the credential may read")
  }

  /// Visits repositories once, as far as their forges accept requests.
  ///
  /// - Parameters:
  ///   - repositories: the repositories, in the order in which their visits begin.
  ///   - cause: the reason; visits because of checks only read and merge pull requests.
  /// - Returns: the results.
  /// - Throws: a `Problem` if the queue can't be used.
  func visit(
    _ repositories: [RepositoryID], because cause: Job.Cause = .schedule
  ) async throws(Problem) -> RunVisits {
    let visits = Mutex(RunVisits())
    do {
      try await queue.add(
        repositories, because: cause, plannedIn: isDue ? live.world.store : nil)
      try await queue.drain(while: { [end] in !end.isAsked }) {
        [log, ledger, progress, observe, survey] record in
        await observe(record)
        await remember(planOf: record)
        await survey?.save(record)
        if record.settlement == .release { progress.expect(1) }
        guard let whole = visits.withLock({ $0.add(record) }), cause == .schedule else { return }
        let report = whole.settingAside()
        report.log(to: log.about(record.job.repository, visit: record.id))
        if !report.isSetAside || !report.isEmpty { ledger.add(report) }
      }
    } catch {
      throw Problem(.failed, "the queue of the run cannot be used: \(error)")
    }
    return visits.withLock(\.self)
  }

  /// Stores when the entries of a repository are due again.
  private func remember(planOf record: JobRecord) async {
    guard isDue, let plan = record.plan else { return }
    do {
      try await live.world.store.plan(plan, for: record.job.repository)
    } catch {
      log.about(record.job.repository).warning(
        "the schedules could not be saved", ["error": "\(error)"])
    }
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
      try await world.store.dropOld(now: world.now())
    } catch {
      world.log.warning("the run cannot be recorded in the state", ["error": "\(error)"])
    }
  }
}
