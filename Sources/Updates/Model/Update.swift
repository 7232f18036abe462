package import Ecosystem
package import Languages
package import Versioning

/// The changes of a pull request, with the data that describes them.
package struct Update: Hashable, Codable, Sendable {
  /// The key of the pull request.
  ///
  /// It contains no version, so newer versions update the same one.
  package var key: UpdateKey
  /// The group in the configuration file; nil for a single dependency.
  package var group: String?
  /// One for each project, in the order of the pull request's text.
  package var parts: [Part]
  /// What differs from the content with which the versions were proposed.
  package var changedContents: [ChangedContent] = []
  /// Lines of Markdown about why it has these parts.
  package var remarks: [String] = []
  /// The language of the pull request's description.
  package var language = Language.english

  /// The changes to one manifest and its lock file.
  package struct Part: Hashable, Codable, Sendable {
    /// The changed project.
    package var project: Project
    /// The dependencies that the pull request updates on purpose.
    package var leads: [Lead]
    /// Other direct dependencies that the change raises, because the lock needs it.
    package var companions: [Lead] = []
    /// The new files and versions.
    package var change: Ecosystem.Change
    /// The advisories that the change fixes.
    package var fixes: [Fix] = []
    /// Packages from origins that neither the project nor the operator names.
    package var foreign: [ForeignSource] = []
    /// What identifies the content of the new versions.
    package var identities: [ContentIdentity] = []

    /// Creates a part.
    package init(project: Project, leads: [Lead], change: Ecosystem.Change) {
      self.project = project
      self.leads = leads
      self.change = change
    }

    /// The edited requirements; those of the moves if the ecosystem doesn't list them.
    package var requirements: [RequirementEdit] {
      guard change.requirements.isEmpty else {
        return change.requirements.filter { $0.before != $0.after }
      }
      return change.moves.compactMap { move in
        guard let edit = move.requirement, edit.before != edit.after else { return nil }
        return RequirementEdit(
          name: move.name, file: project.manifest, before: edit.before, after: edit.after)
      }
    }

    /// Packages that change only because of the leads.
    package var followers: [Move] {
      let names = Set(leads.map(\.dependency.name) + leads.compactMap(\.successor))
      return change.moves.filter { !names.contains($0.name) }
    }
  }

  /// A dependency that the pull request updates on purpose.
  package struct Lead: Hashable, Codable, Sendable {
    /// The dependency before the update.
    package var dependency: Dependency
    /// The old locked version; without a lock file, the newest inside the requirement.
    package var from: String
    /// The new locked version; the requested one if the lock file does not contain it.
    package var to: String
    /// The package that replaces the dependency, and has the version `to`; nil for updates.
    package var successor: String?
    /// Major, minor or patch by the ecosystem's rules; nil if unknown.
    package var step: Step?
    /// What rules need to know of the release.
    package var facts = LeadFacts()

    /// Creates a lead.
    package init(dependency: Dependency, from: String, to: String, step: Step?) {
      self.dependency = dependency
      self.from = from
      self.to = to
      self.step = step
    }
  }

  /// Creates an update.
  package init(key: UpdateKey, group: String? = nil, parts: [Part]) {
    self.key = key
    self.group = group
    self.parts = parts
  }

  /// The leads of all parts.
  package var leads: [Lead] { parts.flatMap(\.leads) }

  /// Every package whose locked version changes.
  package var moves: [Move] { parts.flatMap(\.change.moves) }

  /// Packages that change only because of the leads.
  package var followers: [Move] { parts.flatMap(\.followers) }

  /// Packages from origins that neither the projects nor the operator name.
  package var foreign: [ForeignSource] { parts.flatMap(\.foreign).unique }

  /// All changed files, sorted by path.
  ///
  /// If several parts change a file, the last one wins.
  package var files: [FileChange] {
    var byPath: [String: FileChange] = [:]
    for file in parts.flatMap(\.change.files) {
      byPath[file.path] = FileChange(
        path: file.path, before: byPath[file.path].map(\.before) ?? file.before, after: file.after)
    }
    return byPath.values.sorted { $0.path < $1.path }
  }

  /// The number of changed directories.
  package var directories: Int { Set(parts.map(\.project.directory)).count }
}
