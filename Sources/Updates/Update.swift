package import Ecosystem
package import Versioning

/// A change that a pull request proposes, with everything that describing it needs.
package struct Update: Hashable, Sendable {
  package var key: UpdateKey
  package var project: Project
  /// The dependencies that the pull request is about, in the order in which it names them.
  package var leads: [Lead]
  /// What the files become and which versions move.
  package var change: Ecosystem.Change

  /// A dependency that moves on purpose.
  package struct Lead: Hashable, Sendable {
    package var dependency: Dependency
    package var from: String
    package var to: String
    package var step: Step?

    /// Describes where a dependency goes.
    package init(dependency: Dependency, from: String, to: String, step: Step?) {
      self.dependency = dependency
      self.from = from
      self.to = to
      self.step = step
    }
  }

  /// Joins what was planned with what it changes.
  package init(key: UpdateKey, project: Project, leads: [Lead], change: Ecosystem.Change) {
    self.key = key
    self.project = project
    self.leads = leads
    self.change = change
  }

  /// Packages that move along without being the reason.
  package var followers: [Move] {
    let names = Set(leads.map(\.dependency.name))
    return change.moves.filter { !names.contains($0.name) }
  }
}
