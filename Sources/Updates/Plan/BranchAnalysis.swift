import Configuration
import Ecosystem
import Forges
import Store

/// The plan for a base branch, with the data that decides about existing pull requests.
///
/// Values only.
struct BranchAnalysis: Sendable {
  var plan: Plan
  /// The base branch.
  var base: String
  /// The projects of entries that are due, with their candidates.
  var states: [ProjectState]
  /// Every project that an entry configures, including those of entries that are not due.
  var configuredProjects: [ConfiguredProject]
  /// The requests of comments.
  var requested = RequestedActions()
  /// The sets of updates that make the checks of their group fail, have newer versions, and were
  /// continued by people.
  var mended: Set<SplitFinding> = []
  /// Every project in the tree.
  var projects: [Project]
  /// The names of all groups in the configuration file.
  var groups: Set<String>
}

extension BranchAnalysis {
  /// Whether a limit counts the pull requests that are opened in an hour.
  var limitsHours: Bool {
    states.contains { state in
      let policy = state.entry.policy
      return policy.limits.perHour != nil || policy.repositoryLimits.perHour != nil
    }
  }
}

extension RepositoryPass {
  /// Assigns the dependencies of a checkout to pull requests.
  func plan(
    _ states: [ProjectState], of configuredProjects: [ConfiguredProject], in checkout: Checkout,
    _ requested: RequestedActions
  ) -> BranchAnalysis {
    let target = Plan.Target(
      repository: forge.id(of: checkout.base.repository), base: checkout.branch)
    return BranchAnalysis(
      plan: Plan(states, at: target), base: checkout.branch, states: states,
      configuredProjects: configuredProjects,
      requested: requested,
      projects: world.ecosystems.filter { !world.isLeftOut($0, by: checkout.entries) }
        .flatMap { $0.discover(in: checkout.tree.source.paths) },
      groups: Set(checkout.entries.flatMap { $0.groupNames + world.familyNames(for: $0) }))
  }
}
