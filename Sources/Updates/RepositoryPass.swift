import Configuration
package import Ecosystem
package import Forges
import Store
import Time

/// A pass: all stages, once, for one repository.
///
/// `runStages` is the table of contents. Each stage has a folder next to this file.
package struct RepositoryPass: Sendable {
  let world: World
  let forge: any Forge
  let identity: Account
  let entries: @Sendable (SourceTree, _ head: String) async throws -> [Entry]
  let isDry: Bool
  let listed: @Sendable (RepositoryName) -> Repository?
  let labels = LabelCache()

  /// Prepares passes over repositories of one forge.
  ///
  /// - Parameters:
  ///   - world: clock, state, ecosystems.
  ///   - forge: the forge that hosts the repositories.
  ///   - identity: our account on that forge.
  ///   - isDry: whether to stop before anything is written.
  ///   - listed: returns a repository as the forge's list describes it, which saves a request for
  ///     each; nil if there is no list.
  ///   - entries: parses the repository's configuration file in the tree of a commit and decides
  ///     which entries are due.
  package init(
    world: World, forge: any Forge, identity: Account, isDry: Bool,
    listed: @escaping @Sendable (RepositoryName) -> Repository? = { _ in nil },
    entries: @escaping @Sendable (SourceTree, _ head: String) async throws -> [Entry]
  ) {
    self.world = world
    self.forge = forge
    self.identity = identity
    self.isDry = isDry
    self.listed = listed
    self.entries = entries
  }

  /// Makes the pass.
  ///
  /// Failures are part of the report.
  package func callAsFunction(_ name: RepositoryName) async -> RepositoryReport {
    let start = world.now()
    let report = await report(on: name, from: runStages)
    await recordPass(report, since: start)
    return report
  }

  private func runStages(for name: RepositoryName, _ report: inout RepositoryReport) async throws {
    let base = try await openRepository(name)
    let requested = try await processComments(on: base)
    let checkouts = try await checkOutBranches(of: base, &report)
    let branches = Set(checkouts.map(\.branch))
    try await repairBranches(of: base) { !branches.contains($0.base) }
    try await retirePullRequests(outside: checkouts, of: base, &report)
    for checkout in checkouts {
      let configuredProjects = discoverProjects(in: checkout, requested, &report)
      let inventories = await world.read(
        configuredProjects.filter(requested.isDue), in: checkout.tree.source)
      let surveys = await lookUp(inventories, &report)
      let analysis = plan(surveys, of: configuredProjects, in: checkout, requested)
      let published = try await publish(analysis, checkout, &report)
      let attempted = Set(published.compactMap(\.proposal?.branch))
      try await repairBranches(of: base) {
        $0.base == checkout.branch && !attempted.contains($0.branch)
      }
      let retired = try await retirePullRequests(after: published, analysis, checkout, &report)
      try await recordObservations(published + retired, surveys, configuredProjects, checkout)
    }
    try await retryDetails(of: base, &report)
    try await watchPullRequests(of: checkouts, reading: .due, &report)
    try await recordRepository(base)
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
    let report = await report(on: name) { name, report in
      let checkouts = try await checkOutBranches(of: findBase(of: name), &report)
      try await watchPullRequests(of: checkouts, reading: selection, &report)
    }
    await recordVerdicts(of: report)
    return report
  }

  /// Collects the report of stages.
  ///
  /// An error ends them and becomes a problem of the report.
  private func report(
    on name: RepositoryName,
    from stages: (RepositoryName, inout RepositoryReport) async throws -> Void
  ) async -> RepositoryReport {
    var report = RepositoryReport(repository: name.description, forge: forge.name)
    report.sign = forge.kind.text.pullRequestSign
    do {
      try await stages(name, &report)
    } catch {
      report.repositoryFailure = error as? ForgeError
      report.problems.append(Problem(repositoryError: error, subject: name.description))
    }
    return report
  }
}
