package import Text

/// A dependency and what decides whether it can be moved to another ecosystem.
package struct MigrationCandidate: Sendable {
  /// The name, as in `Dependency.name`.
  package var name: String
  /// Whether the manifest names it.
  package var kind: Dependency.Kind
  /// The requirement as written in the manifest; empty if it has none.
  package var written: String
  /// The versions that the manifest accepts.
  package var requirement: MigrationRequirement
  /// The locked version; nil if it isn't locked.
  package var version: String?
  /// The repository at the locked version; nil if it isn't a git repository, which `obstacles` explain,
  /// or the problem that prevented the look-up.
  package var origin: Result<MigrationOrigin?, Problem>
  /// What targets use of it.
  package var parts: [MigrationPart] = []
  /// Whether all parts belong to it; otherwise those belong to it that a product is named after.
  package var hasExactParts = true
  /// The names of the dependencies that it needs directly.
  package var needs: Set<String> = []
  /// What prevents a move, whatever the destination offers.
  package var obstacles: [MigrationObstacle] = []
  /// What a person should know before moving it.
  package var notes: [String] = []
  /// Whether the locked version contains resources.
  package var hasResources = false
  /// Whether the locked version contains built binaries.
  package var hasBinaries = false
  /// The place in the manifest.
  package var location: Location?

  /// Creates a candidate without parts and obstacles.
  package init(
    name: String, kind: Dependency.Kind, written: String, requirement: MigrationRequirement,
    version: String?, origin: Result<MigrationOrigin?, Problem>, location: Location? = nil
  ) {
    self.name = name
    self.kind = kind
    self.written = written
    self.requirement = requirement
    self.version = version
    self.origin = origin
    self.location = location
  }
}

/// A repository at the version that a project uses.
package struct MigrationOrigin: Hashable, Sendable {
  /// What the version is in the repository.
  package enum Reference: Hashable, Sendable {
    /// A tag.
    case tag(String)
    /// A commit with 40 digits.
    case commit(String)
    /// The branch that the manifest names, at the locked commit.
    case branch(String, commit: String)
  }

  /// The address of the repository as written.
  package var repository: String
  /// The tag, branch or commit.
  package var reference: Reference
  /// The version as the project's lock has it.
  package var version: String

  /// Creates an origin.
  package init(repository: String, reference: Reference, version: String) {
    self.repository = repository
    self.reference = reference
    self.version = version
  }
}

/// A part of a dependency that targets use, such as a subspec or a framework.
package struct MigrationPart: Hashable, Sendable {
  /// The name in messages: `Firebase/Core`.
  package var name: String
  /// The module that sources import; nil if it isn't known.
  package var module: String?
  /// The names that a product for it can have, the best first.
  package var products: [String]
  /// The targets that use it.
  package var uses: [MigrationUse]

  /// Creates a part.
  package init(name: String, module: String?, products: [String], uses: [MigrationUse]) {
    self.name = name
    self.module = module
    self.products = products
    self.uses = uses
  }
}

/// A target of an Xcode project that uses a part of a dependency.
package struct MigrationUse: Hashable, Sendable {
  /// The path of the `project.pbxproj` from the root of the tree.
  package var project: String
  /// The name of the target.
  package var target: String
  /// The platform that it is built for; nil if it isn't known.
  package var platform: MigrationPlatform?

  /// Creates a use.
  package init(project: String, target: String, platform: MigrationPlatform?) {
    self.project = project
    self.target = target
    self.platform = platform
  }
}

/// An operating system with its lowest version.
package struct MigrationPlatform: Hashable, Sendable {
  /// `iOS`, `macOS`, `tvOS`, `watchOS` or `visionOS`.
  package var name: String
  /// The numbers of the version: 13 and 0.
  package var version: [Int]

  /// Creates a platform from the text of a version, such as `13.0`; nil if it isn't a version.
  package init?(_ name: String, _ version: String) {
    let parts = version.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Int($0) }
    guard !numbers.isEmpty, numbers.count == parts.count else { return nil }
    self.name = name
    self.version = numbers
  }

  /// The platform in messages: `iOS 13.0`.
  package var displayName: String { "\(name) \(version.map(String.init).joined(separator: "."))" }

  /// Whether something that needs `other` runs on it; true if they are different systems.
  package func supports(_ other: MigrationPlatform) -> Bool {
    guard name == other.name else { return true }
    let count = max(version.count, other.version.count)
    let padded = { (numbers: [Int]) in
      numbers + Array(repeating: 0, count: count - numbers.count)
    }
    return !padded(version).lexicographicallyPrecedes(padded(other.version))
  }
}

/// The versions that a manifest accepts, without the notation of an ecosystem.
///
/// Versions are texts such as `1.2` or `1.2.3-beta.1`.
package enum MigrationRequirement: Hashable, Sendable {
  /// Any version.
  case any
  /// Exactly one version.
  case exact(String)
  /// From a version, if there is one, up to another one, which is excluded.
  case range(from: String?, upTo: String?)
  /// The newest commit of a branch.
  case branch(String)
  /// A commit.
  case commit(String)
  /// What other ecosystems can't express.
  case other
}
