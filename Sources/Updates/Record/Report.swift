package import Configuration
package import Ecosystem
package import Store
package import Forges

/// What a pass did for one dependency, or would do.
package struct DependencyReport: Sendable {
  /// Where the dependency stands; one package may be reported for several projects.
  package var project: Project
  /// As it stood before; its name and version as the lock has them.
  package var dependency: Dependency
  /// How it ended in this pass; in a dry one, how it would have.
  package var state: UpdateState
  /// What was or would be published, where there is something.
  package var proposal: Proposal?
  /// The group of the repository's file that it belongs to.
  package var group: String?
  /// What holds its newest release back, whatever older one is proposed.
  package var held: UpdateState?
  /// The pull request that it goes into, or would.
  package var key: UpdateKey?
  /// The pull request that it would have had, were it not for that one.
  package var insteadOf: UpdateKey?
}

extension DependencyReport {
  /// Reports what there is to show, without what later stages of a pass need.
  package init(
    project: Project, dependency: Dependency, state: UpdateState, proposal: Proposal? = nil,
    group: String? = nil
  ) {
    self.init(
      project: project, dependency: dependency, state: state, proposal: proposal, group: group,
      held: nil)
  }
}

/// What a pass did for one repository.
package struct RepositoryReport: Sendable {
  /// `owner/name`.
  package var repository: String
  /// The operator's name of the forge.
  package var forge: String
  /// By base branch all that were read, then those whose pull requests are wanted no longer.
  package var dependencies: [DependencyReport]
  /// What kept the whole repository, or one of its manifests, from being looked at.
  package var problems: [Problem]
  /// What of the repository's file does not apply.
  package var findings: [Finding] = []
  /// What could not be had beside the updates, and stopped none of them.
  package var notices: [String] = []
  /// What the forge said where the pass ended early; schedulers judge by it when to come again.
  package var repositoryFailure: ForgeError?
  /// How our open pull requests stand with continuous integration, those merged now included.
  package var verdicts: [VerdictRecord] = []
  /// Whether a merge moved the base, or a pull request waits to be rebuilt: all entries are due.
  package var needsPass = false
  /// When a verdict may change although nobody does anything, in seconds since 1970; nil: never.
  package var lookAgainAt: Int64?
  /// Seconds that the entries give their checks, the longest of those that are watched.
  package var patience: Int64 = 0

  /// Gathers what happened.
  package init(
    repository: String, forge: String, dependencies: [DependencyReport] = [],
    problems: [Problem] = []
  ) {
    self.repository = repository
    self.forge = forge
    self.dependencies = dependencies
    self.problems = problems
  }

  /// Every problem, those of single dependencies included.
  package var allProblems: [Problem] {
    problems
      + dependencies.compactMap { report in
        guard case .problem(let problem) = report.state else { return nil }
        return problem
      }
  }
}
