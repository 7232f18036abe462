package import Text

/// What a project's manifest and lock say of one package.
package struct Dependency: Hashable, Sendable {
  /// Whether the manifest names it or another dependency brings it along.
  package enum Kind: String, Codable, Hashable, Sendable {
    /// The manifest names it.
    case direct
    /// The lock alone has it: another dependency brings it along.
    case indirect
  }

  /// What it is needed for.
  package enum Group: String, Hashable, Sendable {
    /// What the project ships needs it.
    case production
    /// Tests, builds or people need it, and nothing that is shipped.
    case development
  }

  /// As the ecosystem spells it in its manifest or lock.
  package var name: String
  /// The name under which registries and advisories know the package, if it differs from `name`:
  /// npm's aliases have another one.
  package var registryName: String?
  /// Direct wins where a package is both named and brought along.
  package var kind: Kind
  /// Production unless the files tell that it is for development alone.
  package var group: Group
  /// As written in the manifest, such as `^1.2.0`; empty where none stands there.
  package var requirement: String
  /// Of an indirect one what those that bring it along ask for, as they write it, each once; empty
  /// where no lock tells.
  package var bounds: [String] = []
  /// The locked version, branch or revision; nil without a lock.
  package var current: String?
  /// The version that `current` stands for at present, if that is a name that moves: `4.2.2` for the
  /// tag `v4` of an action. Advisories are compared with it.
  package var exactVersion: String?
  /// Other versions that the lock has of it elsewhere in the tree, oldest first; npm alone has such.
  package var copies: [String] = []
  /// Where its releases come from: a repository's URL, or a registry's page of it.
  package var source: String?
  /// The names under which the project's sources import it, in lowercase.
  ///
  /// SwiftPM's targets have them, as names of products. Empty if the manifest doesn't have them.
  package var importNames: Set<String> = []
  /// Whether it is certain to be on no public host, so that its name is nobody else's business.
  package var isPrivate = false
  /// Where the manifest names it.
  package var location: Location?
  /// What keeps this dependency alone from being handled; the others go on.
  package var problem: Problem?

  /// Describes a dependency as it stands.
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
  /// Every version that the lock has of it, the current one first.
  package var versions: [String] { [exactVersion ?? current].compactMap(\.self) + copies }
}
