package import Ecosystem

/// What a pass knows about a configured project; each stage adds its part.
///
/// Discovery starts it, `read` adds the opened files and the dependencies, and `lookUp` adds the
/// candidate sets. A problem ends the work on the project, and leaves the later parts empty.
package struct ProjectState: Sendable {
  /// The project with its entry, whose rules apply.
  package var configured: ConfiguredProject
  /// The project's files, read once for all stages; nil before they are read, or if they can't be.
  package var opened: (any OpenProject)?
  /// Direct ones first, each kind sorted by name.
  package var dependencies: [Dependency] = []
  /// One for each dependency whose releases were looked up, in the same order.
  package var candidateSets: [CandidateSet] = []
  /// All versions of each dependency, oldest first.
  package var order: [String: [String]] = [:]
  /// The reason why the project can't be read, or the refusal of its entry.
  package var problem: Problem?
  /// The reason why advisories are incomplete; nil if they are complete or weren't needed.
  package var notice: String?

  /// Starts from a project before it is read, or from one that can't be read.
  package init(_ configured: ConfiguredProject, problem: Problem? = nil) {
    self.configured = configured
    self.problem = problem
  }

  /// Starts from an opened project with all or some of its dependencies.
  package init(
    _ configured: ConfiguredProject, opened: any OpenProject, dependencies: [Dependency]
  ) {
    self.configured = configured
    self.opened = opened
    self.dependencies = dependencies
  }
}

extension ProjectState {
  /// The project in the tree of the checkout.
  package var project: Project { configured.project }

  /// The entry whose rules apply.
  package var entry: Entry { configured.entry }

  /// Identifies a state among those of a checkout.
  ///
  /// Several entries can share a project, each with dependencies of its own.
  struct ID: Hashable {
    var project: Project
    var entryIndex: Int
  }

  /// The reason why the project can't be read, for a report.
  var problems: [Problem] { [problem].compactMap(\.self) }

  /// The identity among the states of a checkout.
  var id: ID { ID(project: project, entryIndex: configured.entryIndex) }
}
