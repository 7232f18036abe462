import Arguments
import Configuration
import Ecosystem
import Forges
import Logging
import Store
import Updates

extension Martlet {
  /// `martlet run --config FILE`: one pass over the configured repositories.
  func run(overRepositories invocation: Invocation) async throws(Problem) -> ExitCode {
    guard invocation.has("config") || environment("MARTLET_CONFIG") != nil else {
      throw Problem(
        .usage, "--config FILE is missing", advice: "config/martlet.sample.yml shows one.")
    }
    let isDry = invocation.has("dry-run")
    let live = try await Live(
      invocation, terminal: terminal, state: isDry ? .inMemory : .configured)
    if isDry { try await live.rememberIgnores() }
    let progress = PassProgress(
      "repositories", on: terminal, format: invocation.value("log-format"))
    let pass = try Pass(live, invocation, progress)
    let wait = try ChecksWait(invocation)
    var (report, runs) = await pass()
    progress.end()
    let isGreen = await wait?(for: &report, by: runs, live.world, terminal) ?? true
    await live.world.store.close()
    terminal.out(invocation.has("json") ? document(report.json) : report.text)
    let code = ExitCode(worstOf: report.problems)
    guard code == .done else { return code }
    let isMistaken = report.repositories.contains { $0.findings.haveErrors }
    return isMistaken ? .usage : isGreen ? .done : .failed
  }
}

/// One pass over all repositories of all forges.
struct Pass: Sendable {
  let live: Live
  let id: String
  let isDry: Bool
  let only: [RepositoryName]
  let progress: PassProgress

  /// Reads which repositories the words mean.
  init(
    _ live: Live, _ invocation: Invocation, _ progress: PassProgress
  ) throws(Problem) {
    guard !live.settings.forges.isEmpty else {
      throw Problem(.usage, "the operator's file names no forge")
    }
    self.live = live
    self.progress = progress
    id = String(UInt64.random(in: .min ... .max), radix: 36)
    isDry = invocation.has("dry-run")
    var only: [RepositoryName] = []
    for word in invocation.values("repository") {
      guard let name = RepositoryName(word) else {
        throw Problem(.usage, "is no OWNER/NAME", subject: word)
      }
      guard live.settings.forges.contains(where: { $0.repositories.include(word) }) else {
        throw Problem(
          .usage, "no forge of the operator's file means this repository", subject: word,
          advice: "its 'repositories' say which are meant")
      }
      only.append(name)
    }
    self.only = only
  }

  /// Goes over the forges one by one, over the repositories of each several at a time.
  ///
  /// - Returns: what was done, and for whom what did it, to go on with.
  func callAsFunction() async -> (report: RunReport, runs: [Tenant: Run]) {
    let start = live.world.now()
    var report = RunReport(id: id, isDry: isDry, repositories: [])
    var runs: [Tenant: Run] = [:]
    let log = live.world.log.with("run", id)
    for settings in live.settings.forges {
      do throws(Problem) {
        let (more, reports) = try await pass(over: settings, log)
        runs.merge(more) { first, _ in first }
        report.repositories += reports
      } catch {
        log.error(error.words, ["forge": settings.name])
        report.repositories.append(
          RepositoryReport(repository: "*", forge: settings.name, problems: [error]))
      }
    }
    await remember(report, since: start)
    return (report, runs)
  }

  private func pass(
    over settings: ForgeSettings, _ log: Logger
  ) async throws(Problem) -> ([Tenant: Run], [RepositoryReport]) {
    let forge = try live.forge(settings)
    do {
      let names = try await repositories(of: settings, on: forge)
      let identity = try await forge.identity()
      let tenants = names.map { Tenant(forge: settings.name, repository: $0) }
      var runs: [Tenant: Run] = [:]
      for tenant in Set(tenants) { runs[tenant] = try run(for: tenant, on: forge, identity, log) }
      let known = runs
      progress.expect(tenants.count)
      let reports = await concurrently(tenants, limit: 8) { tenant -> RepositoryReport? in
        guard let run = known[tenant] else { return nil }
        let report = await progress.during("\(tenant.repository)") {
          await run.repeatedly(tenant.repository)
        }
        report.log(to: log)
        return report
      }
      return (runs, reports.compactMap(\.self))
    } catch {
      throw Problem(repositoryError: error, subject: settings.name)
    }
  }

  private func run(
    for tenant: Tenant, on forge: any Forge, _ identity: Account, _ log: Logger
  ) throws(Problem) -> Run {
    let live = try live.acting(for: tenant)
    return Run(
      world: live.world.logging(to: log), forge: forge, identity: identity, isDry: isDry,
      entries: { tree, _ in try await live.entries(of: tree) })
  }

  /// The repositories that the operator's patterns mean, or those of them that the words name.
  private func repositories(
    of settings: ForgeSettings, on forge: any Forge
  ) async throws(ForgeError) -> [RepositoryName] {
    guard only.isEmpty else {
      return only.filter { settings.repositories.include($0.description) }
    }
    return try await forge.repositories(meantBy: settings.repositories)
  }

  /// Writes down how the run ended; that the state is full or locked must not undo it.
  private func remember(_ report: RunReport, since start: Int64) async {
    guard !isDry else { return }
    let world = live.world
    do {
      try await world.store.startRun(id, now: start)
      try await world.store.finishRun(
        id, repositories: report.repositories.count, problems: report.problems.count,
        now: world.now())
      // What nobody asked for in three months is not asked for again.
      try await world.store.dropContents(keptBefore: world.now() - 90 * 86_400)
      try await world.store.dropResponses(storedBefore: world.now() - 90 * 86_400)
    } catch {
      world.log.warning("the state does not take the run's record", ["error": "\(error)"])
    }
  }
}
