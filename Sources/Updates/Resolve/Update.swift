package import Ecosystem
package import Versioning

/// A change that a pull request proposes, with everything that describing it needs.
package struct Update: Hashable, Sendable {
  /// What there is one pull request for; holds no version, so that newer ones move it.
  package var key: UpdateKey
  /// The group of the repository's file that asks for it; nil: the dependency stands alone.
  package var group: String?
  /// One a project, in the order in which the pull request names them.
  package var parts: [Part]

  /// What the pull request does to one manifest and its lock.
  package struct Part: Hashable, Sendable {
    /// Of each project one part.
    package var project: Project
    /// The dependencies that the pull request is about.
    package var leads: [Lead]
    /// What the files become and which versions move.
    package var change: Ecosystem.Change
    /// The advisories that it puts an end to.
    package var fixes: [Fix] = []
    /// Packages that come from hosts which neither the project nor the operator names.
    package var foreign: [ForeignSource] = []

    /// Joins what was planned for a project with what it changes.
    package init(project: Project, leads: [Lead], change: Ecosystem.Change) {
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

  /// A dependency that moves on purpose.
  package struct Lead: Hashable, Sendable {
    /// As it stands before the update.
    package var dependency: Dependency
    /// The version in the lock before; without a lock the newest that the requirement took.
    package var from: String
    /// The version in the new lock; the one that was asked for where the lock does not name it.
    package var to: String
    /// How far it is by the ecosystem's rules, as the release said; nil where it did not.
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
  package init(key: UpdateKey, group: String? = nil, parts: [Part]) {
    self.key = key
    self.group = group
    self.parts = parts
  }

  /// The dependencies that the pull request is about, a project after the other.
  package var leads: [Lead] { parts.flatMap(\.leads) }

  /// Every package whose locked version differs, a project after the other.
  package var moves: [Move] { parts.flatMap(\.change.moves) }

  /// Packages that move along without being the reason.
  package var followers: [Move] { parts.flatMap(\.followers) }

  /// Packages that come from hosts which neither projects nor the operator name.
  package var foreign: [ForeignSource] { parts.flatMap(\.foreign).unique }

  /// What becomes of all files, sorted by path: of one that several parts touch, the last word.
  package var files: [FileChange] {
    var byPath: [String: FileChange] = [:]
    for file in parts.flatMap(\.change.files) {
      byPath[file.path] = FileChange(
        path: file.path, before: byPath[file.path].map(\.before) ?? file.before, after: file.after)
    }
    return byPath.values.sorted { $0.path < $1.path }
  }

  /// How many directories it touches.
  package var directories: Int { Set(parts.map(\.project.directory)).count }
}
