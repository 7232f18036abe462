import Arguments
import Configuration
import Ecosystem
import Forges
import FoundationEssentials
import Logging
import Service
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
    let ledger = RunLedger()
    let output = RunOutput(invocation, terminal)
    let id = String(UInt64.random(in: .min ... .max), radix: 36)
    let end = EndRequest(terminal) {
      var report = RunReport(id: id, isDry: isDry, repositories: ledger.reports)
      report.interruption = ledger.interruption(by: "a signal")
      output.write(report)
    }
    let crew = try live.visitors(for: invocation)
    let pass = try Pass(live, invocation, progress, id: id, end, ledger, by: crew)
    let wait = try ChecksWait(invocation, end)
    var (report, runs) = await pass()
    progress.end()
    let isGreen = await wait?(for: &report, by: runs, live.settings, live.world, terminal) ?? true
    await crew.visitors.shutDown()
    await live.world.store.close()
    // The watch that has begun to print ends the program.
    guard end.claimReport() else { while true { await Task.yield() } }
    report.interruption = end.signalName.map { ledger.interruption(by: $0) }
    output.write(report)
    return report.exitCode(isStrict: invocation.has("strict"), isGreen: isGreen)
  }
}

/// How a run prints its report.
private struct RunOutput: Sendable {
  let isDocument: Bool
  let isVerbose: Bool
  let terminal: Terminal

  init(_ invocation: Invocation, _ terminal: Terminal) {
    isDocument = invocation.has("json")
    isVerbose = invocation.has("verbose")
    self.terminal = terminal
  }

  func write(_ report: RunReport) {
    terminal.out(isDocument ? document(report.json) : report.text(isVerbose: isVerbose))
  }
}

extension RunReport {
  /// Refusals and conflicts of single repositories are in the report, and count if that is asked
  /// for: else one repository that can't be served would make every run fail.
  fileprivate func exitCode(isStrict: Bool, isGreen: Bool) -> ExitCode {
    let own = repositories.filter { $0.repository != "*" }.flatMap(\.allProblems)
    let others = repositories.filter { $0.repository == "*" }.flatMap(\.allProblems)
    let counted = own.filter { isStrict || ![.refused, .unsolvable].contains($0.kind) }
    let isMistaken = repositories.contains { $0.findings.haveErrors }
    let isRefused = isStrict && repositories.contains { $0.findings.haveRefusals }
    let all = counted + others + rests.map(\.problem) + [interruption?.problem].compactMap(\.self)
    let code = ExitCode(worstOf: all)
    guard [.done, .unsolvable, .refused].contains(code) else { return code }
    if isMistaken { return .usage }
    if !isGreen { return .failed }
    return isRefused && code != .unsolvable ? .refused : code
  }
}

/// One pass over all repositories of all forges.
struct Pass: Sendable {
  let live: Live
  let id: String
  let isDry: Bool
  let only: [RepositoryName]
  let progress: PassProgress
  /// Makes the passes over single repositories.
  let crew: RunCrew
  /// Says whether to begin further repositories.
  let end: EndRequest
  let ledger: RunLedger

  /// Reads which repositories the words mean.
  init(
    _ live: Live, _ invocation: Invocation, _ progress: PassProgress, id: String,
    _ end: EndRequest, _ ledger: RunLedger, by crew: RunCrew
  ) throws(Problem) {
    guard !live.settings.forges.isEmpty else {
      throw Problem(.usage, "the operator's file names no forge")
    }
    self.live = live
    self.crew = crew
    self.progress = progress
    self.id = id
    self.end = end
    self.ledger = ledger
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
  func callAsFunction() async -> (report: RunReport, runs: [Tenant: RemoteRun]) {
    let start = live.world.now()
    var report = RunReport(id: id, isDry: isDry)
    var runs: [Tenant: RemoteRun] = [:]
    let log = live.world.log.with("run", id)
    for settings in live.settings.forges where !end.isAsked {
      do throws(Problem) {
        let forgePass = try await pass(over: settings, log)
        runs.merge(forgePass.runs) { first, _ in first }
        report.repositories += forgePass.reports
        if let rest = forgePass.rest(of: settings.name) {
          log.error(rest.problem.words, ["forge": settings.name])
          report.rests.append(rest)
        }
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
  ) async throws(Problem) -> ForgePass {
    let acquainted = try crew.forge(settings.name)
    do {
      let meant = try await repositories(
        of: settings, on: acquainted.known.forge, noting: acquainted.known.listed)
      let names = meant.names
      _ = try await acquainted.known.account()
      var runs: [Tenant: RemoteRun] = [:]
      for tenant in Set(names.map({ live.settings.tenant(settings.name, $0) })) {
        runs[tenant] = RemoteRun(
          visitors: crew.visitors, known: acquainted.known, forge: settings.name, id: id,
          isDry: isDry)
      }
      progress.expect(names.count)
      ledger.expect(names.map(\.description))
      let visits = try await live.world.store.visits(forge: settings.name)
      var forgePass = ForgePass(runs: runs, repositories: names, reports: [])
      forgePass.unlisted = meant.unlisted
      let closing = Closing(meant.resting)
      forgePass.reports = await visit(names.byVisit(visits), until: closing, log) { name in
        runs[live.settings.tenant(settings.name, name)]
      }
      forgePass.closings = closing.dates
      forgePass.reports = forgePass.reports.inOrder(of: names)
      return forgePass
    } catch {
      throw Problem(repositoryError: error, subject: settings.name)
    }
  }

  /// Goes over repositories several at a time, until the forge takes no more requests.
  ///
  /// - Parameters:
  ///   - names: in the order in which they are begun.
  ///   - closing: learns when the forge takes requests again, and for whom.
  ///   - log: takes a line for what was done.
  ///   - run: what visits a repository.
  /// - Returns: what was done or found.
  private func visit(
    _ names: [RepositoryName], until closing: Closing, _ log: Logger,
    by run: (RepositoryName) -> RemoteRun?
  ) async -> [RepositoryReport] {
    let tasks = names.compactMap { name in run(name).map { (name, $0) } }
    let limit = min(8, live.settings.limits.concurrency)
    let reports = await concurrently(tasks, limit: limit) { name, run -> RepositoryReport? in
      guard !closing.covers(name), !end.isAsked else { return nil }
      var report = await progress.during("\(name)") { await run.repeatedly(name) }
      if let (until, owner) = report.setAside() { closing.note(until, for: owner) }
      report.log(to: log)
      if report.isSetAside, report.isEmpty { return nil }
      ledger.add(report)
      return report
    }
    return reports.compactMap(\.self)
  }

  /// The repositories that the operator's patterns mean, or those of them that the words name.
  private func repositories(
    of settings: ForgeSettings, on forge: any Forge, noting listed: ListedRepositories
  ) async throws -> MeantRepositories {
    guard only.isEmpty else {
      return MeantRepositories(
        names: only.filter { settings.repositories.include($0.description) })
    }
    return try await forge.repositories(
      meantBy: settings.repositories, noting: listed, in: live.world)
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
