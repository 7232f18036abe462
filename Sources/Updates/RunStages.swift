import Configuration
import Ecosystem
package import Forges
import Languages
import Store
import Time

extension RepositoryPass {
  /// Makes the pass.
  ///
  /// Failures are part of the report.
  package func callAsFunction(_ name: RepositoryName) async -> RepositoryReport {
    let start = world.now()
    var report = await report(on: name, from: runStages)
    await finish(&report, since: start)
    return report
  }

  /// Saves the report and notifies people.
  private func finish(_ report: inout RepositoryReport, since start: Timestamp?) async {
    await world.measuring(.record) { await recordPass(report, since: start) }
    await world.measuring(.issues) { await speaking(report.language).tellPeople(&report) }
  }

  private func runStages(for name: RepositoryName, _ report: inout RepositoryReport) async throws {
    let (base, tree) = try await world.measuring(.discover) { try await openRepository(name) }
    // Read first: it has the language of all answers. A mistake in it doesn't prevent them.
    let checkouts: Result<[Checkout], any Error>
    do {
      checkouts = .success(
        try await world.measuring(.discover) {
          try await checkOutBranches(of: base, tree.get(), &report)
        })
    } catch {
      checkouts = .failure(error)
    }
    try await speaking(report.language).runStages(on: base, checkouts, &report)
  }

  private func runStages(
    on base: Base, _ found: Result<[Checkout], any Error>, _ report: inout RepositoryReport
  ) async throws {
    let commented = try await world.measuring(.comments) {
      try await endInterrupted(of: base)
      return try await processComments(on: base)
    }
    let checkouts = try found.get()
    await world.measuring(.onboard) { await onboard(base, &report) }
    let requested = try await world.measuring(.issues) {
      try await readDashboard(of: base, commented, &report)
    }
    var projects: [ConfiguredProject] = []
    let branches = Set(checkouts.map(\.branch))
    try await repairBranches(of: base) { !branches.contains($0.base) }
    try await retirePullRequests(outside: checkouts, of: base, &report)
    try await endSplits(outside: checkouts, of: base)
    for checkout in checkouts {
      projects += try await runStages(in: checkout, of: base, requested, &report)
    }
    try await world.measuring(.publish) { try await retryDetails(of: base, &report) }
    try await world.measuring(.watch) {
      try await watchPullRequests(of: checkouts, reading: .due, &report)
      try await judgeTrials(of: checkouts, &report)
    }
    report.owners = isDry ? nil : await codeOwners(of: projects, in: checkouts)
    let submitted = try await submitDependencies(of: checkouts, &report)
    try await recordRepository(base, report, submitted: submitted)
    finish(&report, checkouts, projects)
  }

  /// Runs the stages from `discover` to `record` for a base branch.
  ///
  /// - Returns: the projects of the branch.
  private func runStages(
    in checkout: Checkout, of base: Base, _ requested: RequestedActions,
    _ report: inout RepositoryReport
  ) async throws -> [ConfiguredProject] {
    let projects = await world.measuring(.discover) {
      await discoverProjects(in: checkout, requested, &report)
    }
    let read = await world.measuring(.read) {
      await world.read(projects.filter(requested.isDue), in: checkout.tree.source)
    }
    try await saveReverts(read, on: checkout.branch, of: checkout.base.repository)
    let foreign = try await foreignProposals(in: checkout)
    report.notices = (report.notices + foreign.notices(sign: report.sign)).unique
    let states = try await world.measuring(.lookUp) {
      let found = await lookUp(read, on: checkout.branch, &report)
      return try await leavingOut(
        foreign, from: leavingOutDeclined(from: found, in: checkout), in: checkout)
    }
    let analysis = try await world.measuring(.plan) {
      var analysis = plan(states, of: projects, in: checkout, requested)
      try await separateCulprits(in: &analysis, of: base)
      return analysis
    }
    let published = try await world.measuring(.publish) {
      try await publish(analysis, checkout, foreign, &report)
    }
    try await closeForeign(foreign, after: published, states, in: checkout)
    let attempted = Set(published.compactMap(\.proposal?.branch))
    let kept = attempted.union(try await judgedBranches(of: base, in: analysis))
    try await repairBranches(of: base) { $0.base == checkout.branch && !kept.contains($0.branch) }
    let retired = try await world.measuring(.retire) {
      try await retirePullRequests(after: published, analysis, checkout, &report)
    }
    try await world.measuring(.describe) {
      try await makePreviews(in: checkout, requested, published)
    }
    try await world.measuring(.split) { try await continueSplits(analysis, checkout, &report) }
    try await world.measuring(.record) {
      try await recordObservations(published + retired, states, projects, checkout)
    }
    report.releaseLags += releaseLags(of: published, states)
    return projects
  }

  /// Completes the report after all stages.
  private func finish(
    _ report: inout RepositoryReport, _ checkouts: [Checkout], _ projects: [ConfiguredProject]
  ) {
    report.condition = condition(checkouts, projects) ?? report.condition
    report.notices += [labels.notice(about: report.repository.name)].compactMap(\.self)
    // The report of `run` lists findings by themselves.
    let lines = report.findings.filter { [.error, .refused].contains($0.severity) }.map { "\($0)" }
    report.read.append(ReadSubject(Self.configuration, problems: lines.unique))
    // Only all stages together show that the repository has no problem as a whole.
    report.read.append(ReadSubject(ReadSubject.repository))
    report.subjects.formUnion([Self.configuration, ReadSubject.repository])
    report.isComplete = true
  }

  private static let configuration = "configuration"

  /// Returns nil without entries, which `checkOutBranches` has explained.
  private func condition(
    _ checkouts: [Checkout], _ projects: [ConfiguredProject]
  ) -> RepositoryCondition? {
    let entries = checkouts.flatMap(\.entries)
    guard !entries.isEmpty else { return nil }
    let refusals = entries.compactMap(\.refusal)
    if refusals.count == entries.count {
      return refusals.contains { $0.kind == .usage } ? .mistaken : .unsupported
    }
    return projects.isEmpty ? .nothingFound : .active
  }

  /// Runs the watch stage only: updates the results of checks and merges what may be merged.
  ///
  /// - Parameters:
  ///   - name: the repository.
  ///   - selection: the pull requests to request from the forge.
  /// - Returns: the report, without dependencies. The problems of the last pass stay saved.
  package func watch(
    _ name: RepositoryName, reading selection: WatchSelection = .due
  ) async -> RepositoryReport {
    var report = await report(on: name) { name, report in
      let base = try await findBase(of: name)
      let tree = try await world.tree(of: base, on: forge)
      let checkouts = try await checkOutBranches(of: base, tree, &report)
      let pass = speaking(report.language)
      try await world.measuring(.watch) {
        try await pass.watchPullRequests(of: checkouts, reading: selection, &report)
        try await pass.judgeTrials(of: checkouts, &report)
      }
    }
    await finish(&report, since: nil)
    return report
  }

  /// The pass in the language of a repository; nil: in that of the operator's file.
  private func speaking(_ language: Language?) -> RepositoryPass {
    guard let language else { return self }
    var pass = self
    pass.world.language = language
    return pass
  }

  /// Collects the report of stages.
  ///
  /// An error ends them and becomes a problem of the report.
  func report(
    on name: RepositoryName,
    from stages: (RepositoryName, inout RepositoryReport) async throws -> Void
  ) async -> RepositoryReport {
    var report = RepositoryReport(repository: forge.id(of: name))
    report.sign = forge.kind.text.pullRequestSign
    report.usualFile = forge.kind.usualFile
    do {
      try await stages(name, &report)
    } catch let skipped as SkippedRepository {
      report.notices.append(skipped.notice)
      report.condition = skipped.condition
      report.record([], of: ReadSubject.repository)
    } catch {
      report.repositoryFailure = error as? ForgeError
      report.condition = report.repositoryFailure?.condition ?? report.condition
      report.record(
        [Problem(repositoryError: error, subject: name.description)], of: ReadSubject.repository)
    }
    return report
  }
}

extension ForgeKind {
  /// Where a repository would have its configuration file.
  fileprivate var usualFile: String {
    let paths = ConfigurationPaths(folders: ForgeKind.settingsFolders(on: self))
    return paths.dependabot.first ?? paths.own.first ?? ".martlet.yml"
  }
}

extension ForgeError {
  /// Why a repository gets no updates, if the forge's error says so.
  fileprivate var condition: RepositoryCondition? {
    switch code {
    case .archived: .archived
    case .forbidden: .noRights
    default: nil
    }
  }
}
