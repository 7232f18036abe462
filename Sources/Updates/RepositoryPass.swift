import Configuration
package import Ecosystem
package import Forges
import Store

/// One pass over one repository.
///
/// The stages are listed in the order in which data flows; each is a folder beside this file.
package struct RepositoryPass: Sendable {
  let world: World
  let forge: any Forge
  let identity: Account
  let entries: @Sendable (SourceTree, _ head: String) async throws -> [Entry]
  let isDry: Bool
  /// A repository as a list has described it; nil: the forge is asked.
  let listed: @Sendable (RepositoryName) -> Repository?
  let labels = LabelMemory()

  /// Prepares passes over repositories of one forge.
  ///
  /// - Parameters:
  ///   - world: clock, state, ecosystems.
  ///   - forge: where the repositories are.
  ///   - identity: who we are there.
  ///   - isDry: whether to stop before anything is written.
  ///   - listed: a repository as the forge's list has it, which spares a request for each; nil
  ///     where there was no list.
  ///   - entries: reads the repository's own file from the tree of a commit, and says which
  ///     entries are due.
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

  /// Goes through all stages; whatever fails is part of the report.
  package func callAsFunction(_ name: RepositoryName) async -> RepositoryReport {
    var report = RepositoryReport(repository: name.description, forge: forge.name)
    let start = world.now()
    do {
      var base = try await base(of: name)
      base.past = try await recall(base)
      let requested = try await listen(base)
      let checkouts = try await checkouts(of: base, noting: &report.problems)
      report.dependencies += try await retire(outside: checkouts, base)
      for checkout in checkouts {
        let sites = requested.applying(
          world.discover(in: checkout.tree.source.paths, for: checkout.entries))
        report.findings += checkout.findings(sites)
        let inventories = await world.read(sites.filter(requested.isDue), in: checkout.tree.source)
        let surveys = await world.lookUp(inventories)
        let analysis = analyze(surveys, sites, checkout, requested)
        let published = try await publish(analysis, checkout)
        report.problems += surveys.compactMap(\.problem)
        report.notices = (report.notices + surveys.compactMap(\.notice)).unique
        report.dependencies += published.reports
        if let repositoryFailure = published.repositoryFailure { throw repositoryFailure }
        let retired = try await retire(after: published.reports, analysis, checkout)
        report.dependencies += retired
        try await record(published.reports + retired, after: surveys, of: sites, checkout)
      }
      try await watch(&report, checkouts)
      try await record(base)
    } catch {
      report.repositoryFailure = error as? ForgeError
      report.problems.append(Problem(repositoryError: error, subject: name.description))
    }
    await record(report, since: start)
    return report
  }

  /// Goes through the watch alone: what became of the checks, and what may merge now.
  package func watch(_ name: RepositoryName) async -> RepositoryReport {
    var report = RepositoryReport(repository: name.description, forge: forge.name)
    do {
      let checkouts = try await checkouts(of: base(of: name), noting: &report.problems)
      try await watch(&report, checkouts)
    } catch {
      report.repositoryFailure = error as? ForgeError
      report.problems.append(Problem(repositoryError: error, subject: name.description))
    }
    return report
  }
}

extension RepositoryPass {
  /// Plans, and keeps what was seen for judging the pull requests that are there.
  private func analyze(
    _ surveys: [Survey], _ sites: [Site], _ checkout: Checkout, _ requested: RequestedActions
  ) -> BranchAnalysis {
    let place = Plan.Place(
      forge: forge.name, repository: checkout.base.repository, base: checkout.branch)
    return BranchAnalysis(
      plan: Plan(surveys, at: place), surveys: surveys, sites: sites, requested: requested,
      projects: world.ecosystems.flatMap { $0.discover(in: checkout.tree.source.paths) },
      groups: Set(checkout.entries.flatMap(\.groupNames)))
  }
}

/// A repository's branch that takes the changes.
struct Base: Sendable {
  var repository: RepositoryName
  /// By which the forge knows it whatever its name; nil where none was told.
  var identifier: String?
  var defaultBranch: String
  /// Seconds since 1970 when the forge named it.
  var confirmedAt: Int64
  /// The forge's identifier of that branch; nil where none was told.
  var branchMark: String?
  /// Whether this pass asked because something was doubtful.
  var wasDoubted = false
  /// The default branch's commit.
  var head: String
  /// Every pull request that there ever was, where this pass has listed them; nil where it has not.
  var past: [PullRequest]?
}

/// A commit of a base branch with the entries that update it.
struct Checkout: Sendable {
  var base: Base
  /// The branch that takes the changes, and its commit.
  var branch: String
  var head: String
  var tree: ForgeTree
  var entries: [Entry]
}

extension Checkout {
  /// What of its entries does not apply, here where `sites` are.
  fileprivate func findings(_ sites: [Site]) -> [Finding] {
    let covering = Set(sites.map(\.entryIndex))
    return entries.enumerated().flatMap { index, entry in
      entry.findings + (covering.contains(index) ? [] : [entry.vacancy].compactMap(\.self))
    }
  }
}

extension Problem {
  /// Takes over what a forge, the state or a configuration file had to say.
  package init(repositoryError error: any Error, subject: String) {
    if let problem = error as? Problem {
      self = problem
    } else if let error = error as? ForgeError {
      self.init(.failed, error.summary, subject: subject, advice: error.advice)
    } else {
      self.init(.failed, "\(error)", subject: subject)
    }
  }
}
