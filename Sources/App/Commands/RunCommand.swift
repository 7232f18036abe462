import Arguments
import Configuration
import Ecosystem
import Forges
import FoundationEssentials
import Languages
import Logging
import Service
import Store
import Updates
import Workers

extension Martlet {
  /// `martlet run --config FILE`: one run over the configured repositories.
  ///
  /// With `isImport` it only proposes the configurations of other bots as martlet's.
  func run(
    overRepositories invocation: Invocation, isImport: Bool = false
  ) async throws(Problem) -> ExitCode {
    try OperatorFile.require(for: invocation)
    Confinement.protectMemory()
    let isDry = invocation.has("dry-run")
    try refuseOptions(ofDryRun: isDry, invocation)
    var traces = Traces.off
    let live = try await Live(
      invocation, terminal: terminal, state: isDry ? .inMemory : .configured
    ) { settings, log throws(Problem) in
      let redaction = Redaction(settings.secrets)
      traces = try Traces(settings, log: log, redaction: { redaction })
      return traces.tracer
    }
    if isDry { try await live.rememberIgnores() }
    let progress = CommandProgress(
      "repositories", on: terminal, format: invocation.value("log-format"))
    let ledger = RunLedger()
    let output = RunOutput(invocation, terminal, live.settings.commandLanguage)
    let options = RunOptions(invocation, isDry: isDry, isImport: isImport)
    let end = EndRequest(terminal) { [options] in
      var report = RunReport(id: options.id, isDry: isDry, repositories: ledger.reports)
      report.interruption = ledger.interruption(by: "a signal")
      output.write(report)
    }
    let redaction = Redaction(live.settings.secrets)
    let workers = try live.visitors(for: invocation, options) { terminal.error(redaction($0)) }
    let metrics = live.runMetrics(traces)
    var run = try await FleetRun(live, invocation, progress, options, end, ledger, by: workers)
    run.observe = { [store = live.world.store, log = live.world.log] record in
      metrics.count(record)
      if !isDry { await store.saveLog(of: record, redacting: redaction, log) }
    }
    let wait = try ChecksWait(invocation, end)
    var report = try await run()
    progress.end()
    let isGreen = try await wait?(for: &report, by: run, live.world, terminal) ?? true
    await workers.visitors.shutDown()
    if !isDry { await live.sendNotifications() }
    await traces.stop()
    if let path = invocation.value("metrics") {
      try await live.write(metrics, of: report, to: path)
    }
    await live.world.store.close()
    guard end.claimReport() else { await end.waitForExit() }
    report.interruption = end.signalName.map { ledger.interruption(by: $0) }
    output.write(report)
    return report.exitCode(isStrict: invocation.has("strict"), isGreen: isGreen)
  }
}

/// Refuses options whose effects a dry run doesn't have.
private func refuseOptions(ofDryRun isDry: Bool, _ invocation: Invocation) throws(Problem) {
  guard isDry else { return }
  if invocation.value("metrics") != nil {
    throw Problem(.usage, "--metrics and --dry-run exclude each other")
  }
  if invocation.has("due") {
    throw Problem(.usage, "--due and --dry-run exclude each other")
  }
}

extension RunOptions {
  /// The options of a new run.
  fileprivate init(_ invocation: Invocation, isDry: Bool, isImport: Bool) {
    self.init(
      id: String(UInt64.random(in: .min ... .max), radix: 36), isDry: isDry,
      isDocument: invocation.has("json"))
    self.isImport = isImport
  }
}

/// Prints the report of a run.
private struct RunOutput: Sendable {
  let isDocument: Bool
  let isVerbose: Bool
  let terminal: Terminal
  let language: Language

  init(_ invocation: Invocation, _ terminal: Terminal, _ language: Language) {
    isDocument = invocation.has("json")
    isVerbose = invocation.has("verbose")
    self.terminal = terminal
    self.language = language
  }

  func write(_ report: RunReport) {
    terminal.result(
      report.text(isVerbose: isVerbose, in: language), isDocument ? report.json : nil)
  }
}

extension Problem {
  /// The problem with the exit code of `--strict`: what a repository does wrong isn't a failure.
  fileprivate var counted: Problem {
    guard kind == .failed, isOfRepository else { return self }
    var problem = self
    problem.kind = .refused
    return problem
  }
}

extension RunReport {
  /// Mistakes, refusals and conflicts of single repositories are in the report.
  ///
  /// They only count with `--strict`, because otherwise the mistake of one repository would make the
  /// run of all fail.
  fileprivate func exitCode(isStrict: Bool, isGreen: Bool) -> ExitCode {
    let counted = repositories.flatMap(\.allProblems).filter { isStrict || !$0.isOfRepository }
      .map(\.counted)
    let isMistaken = isStrict && repositories.contains { $0.findings.haveErrors }
    let isRefused = isStrict && repositories.contains { $0.findings.haveRefusals }
    let all =
      counted + failures.map(\.problem) + rests.map(\.problem)
      + [interruption?.problem].compactMap(\.self)
    let code = ExitCode(worstOf: all)
    guard [.done, .unsolvable, .refused].contains(code) else { return code }
    if isMistaken { return .usage }
    if !isGreen { return .failed }
    return isRefused && code != .unsolvable ? .refused : code
  }
}
