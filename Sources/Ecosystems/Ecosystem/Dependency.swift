package import Text

/// A package of a project, according to its manifest and lock.
package struct Dependency: Hashable, Codable, Sendable {
  /// Whether the manifest names it or another dependency requires it.
  package enum Kind: String, Codable, Hashable, Sendable {
    /// The manifest names it.
    case direct
    /// Only the lock has it: another dependency requires it.
    case indirect
  }

  /// What it is needed for.
  package enum Group: String, Hashable, Codable, Sendable {
    /// The shipped product needs it.
    case production
    /// Only tests, builds or developers need it.
    case development
  }

  /// The name, spelled as in the manifest or the lock.
  package var name: String
  /// The name under which registries and advisories know the package, if it differs from `name`:
  /// npm's aliases have another one.
  package var registryName: String?
  /// A package that is both direct and indirect is direct.
  package var kind: Kind
  /// Production, unless the files say that it is only for development.
  package var group: Group
  /// The requirement as written in the manifest, such as `^1.2.0`; empty if it has none.
  package var requirement: String
  /// All requirements that this dependency stands for, in the order of the manifests.
  ///
  /// Empty if the ecosystem reports only `requirement`, or if no manifest names the package.
  package var requirements: [Requirement] = []
  /// Distinguishes it from another dependency of the same name: the major version `16`.
  ///
  /// A project whose manifests require a package at several major versions has a dependency for each
  /// of them, because each is updated on its own. Nil for the first one, and so in most projects.
  package var line: String?
  /// The requirements of its dependents, as written, each once, if it is indirect; empty if the lock
  /// doesn't have them.
  package var bounds: [String] = []
  /// The locked version, branch or revision; nil without a lock.
  package var current: String?
  /// The version that `current` refers to at present, if it is a moving name.
  ///
  /// Advisories are compared with it: `4.2.2` for the tag `v4` of an action.
  package var exactVersion: String?
  /// Other versions of it in the lock, oldest first; only JavaScript's tools have several.
  ///
  /// Versions that belong to another dependency of the same name aren't among them.
  package var copies: [String] = []
  /// Where its releases come from: a repository's URL, or a registry's page of it.
  package var source: String?
  /// The names under which the project's sources import it, in lowercase.
  ///
  /// SwiftPM's targets have them, as names of products. Empty if the manifest doesn't have them.
  package var importNames: Set<String> = []
  /// Whether it is an image of a container registry, which files of several ecosystems name.
  package var isImage = false
  /// Whether it is certain not to be on a public host; its name is then not sent to others.
  package var isPrivate = false
  /// The location in the manifest.
  package var location: Location?
  /// Whether it comes from a place without releases, such as a git repository or a tarball.
  ///
  /// `problem` says so. That isn't a failure, and needs no action.
  package var isExternal = false
  /// The reason why this dependency can't be updated; it doesn't concern the others.
  package var problem: Problem?

  /// Creates a dependency.
  package init(
    name: String, kind: Kind, group: Group = .production, requirement: String = "",
    current: String? = nil, source: String? = nil, location: Location? = nil,
    problem: Problem? = nil
  ) {
    self.name = name
    self.kind = kind
    self.group = group
    self.requirement = requirement
    self.current = current
    self.source = source
    self.location = location
    self.problem = problem
  }
}

extension Dependency {
  /// Identifies it in its project: `react`, or `react@16` if it is one of several of that name.
  ///
  /// It stays the same while the dependency is updated within its major version.
  package var id: String { line.map { "\(name)@\($0)" } ?? name }

  /// The copies that no requirement of a manifest resolves to.
  package var indirectCopies: [String] {
    let claimed = Set(requirements.compactMap(\.locked))
    return copies.filter { !claimed.contains($0) }
  }

  /// Returns the target that moves its requirements, and no others of its name, to a version.
  package func target(_ version: String) -> Goal.Target {
    Goal.Target(
      name: name, version: version, requirements: requirements.isEmpty ? nil : requirements)
  }

  /// Every version that the lock has of it, the current one first.
  package var versions: [String] { [exactVersion ?? current].compactMap(\.self) + copies }
}
