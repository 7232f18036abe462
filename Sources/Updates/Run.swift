package import Ecosystem
package import Forges
import Store

/// One pass over one repository.
///
/// The stages stand in the order in which data flows; each is a file of this folder.
package struct Run: Sendable {
  let world: World
  let forge: any Forge
  let identity: Account
  let entries: @Sendable (SourceTree, _ head: String) async throws -> [Entry]
  let isDry: Bool

  /// Prepares passes over repositories of one forge.
  ///
  /// - Parameters:
  ///   - world: clock, state, ecosystems.
  ///   - forge: where the repositories are.
  ///   - identity: who we are there.
  ///   - isDry: whether to stop before anything is written.
  ///   - entries: reads the repository's own file from the tree of a commit, and says which
  ///     entries are due.
  package init(
    world: World, forge: any Forge, identity: Account, isDry: Bool,
    entries: @escaping @Sendable (SourceTree, _ head: String) async throws -> [Entry]
  ) {
    self.world = world
    self.forge = forge
    self.identity = identity
    self.isDry = isDry
    self.entries = entries
  }

  /// Goes through all stages; whatever fails is part of the report.
  package func callAsFunction(_ name: RepositoryName) async -> RepositoryReport {
    var report = RepositoryReport(repository: name.description, forge: forge.name)
    do {
      let base = try await base(of: name)
      try await recall(base)
      for checkout in try await checkouts(of: base) {
        let sites = world.discover(in: checkout.tree.source.paths, for: checkout.entries)
          .filter(\.entry.isDue)
        let inventories = await world.read(sites, in: checkout.tree.source)
        for inventory in inventories {
          let survey = await world.lookUp(inventory, in: checkout.tree.source)
          report.problems += [survey.problem].compactMap(\.self)
          let plans = await plan(survey, checkout)
          let published = try await publish(plans, survey, checkout)
          report.dependencies += published
          guard survey.problem == nil else { continue }
          report.dependencies += try await retire(after: published, inventory.site, checkout)
        }
      }
      try await record(base)
    } catch {
      report.hindrance = error as? ForgeError
      report.problems.append(Problem(repositoryError: error, subject: name.description))
    }
    return report
  }
}

/// A repository's branch that takes the changes.
struct Base: Sendable {
  var repository: RepositoryName
  var defaultBranch: String
  /// The default branch's commit.
  var head: String
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

extension Problem {
  /// Takes over what a forge, the state or a configuration file had to say.
  package init(repositoryError error: any Error, subject: String) {
    if let problem = error as? Problem {
      self = problem
    } else if let error = error as? ForgeError {
      self.init(.failed, error.words, subject: subject)
    } else {
      self.init(.failed, "\(error)", subject: subject)
    }
  }
}
