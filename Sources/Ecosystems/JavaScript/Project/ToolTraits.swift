package import Ecosystem

/// The constants of a package manager.
package struct ToolTraits: Sendable {
  /// How an update prefers versions that the tool wouldn't choose.
  package enum Steering: Hashable, Sendable {
    /// The resolver takes them for all ranges that it resolves.
    case preference
    /// The ranges of the targets' names are resolved again, and an update by name at once prefers them.
    case names
    /// The ranges of the targets' packages are resolved again.
    case packages
  }

  /// The tool.
  package var tool: Tool
  /// What the rest of martlet knows about it.
  package var description: EcosystemDescription
  /// The lock that it writes.
  package var lockName: String
  /// The locks beside a manifest of a project that can be its own, by precedence.
  package var discovered: [String]
  /// The parts of the root's manifest with rules that replace requirements.
  package var rules: [String] = []
  /// The protocols of requirements for folders, besides those of npm.
  package var folderProtocols: [String] = []
  /// Whether an update by a registry's name also means the aliases of the package.
  package var updatesAliases = false
  /// Whether an installation keeps a locked version that a new requirement allows.
  package var keepsLockedVersions = false
  /// How an update prefers versions.
  package var steering = Steering.preference
  /// Whether there is no solution with unmet peers, instead of a warning.
  package var requiresPeers = false
  /// Whether a change lists the lock after the manifests, instead of by its path.
  package var listsLockLast = false
  /// The predicate about a version that the new lock doesn't have.
  package var missingVersion = "cannot be locked"

  /// Describes a tool that discovers only its own locks.
  package init(_ tool: Tool, _ description: EcosystemDescription) {
    self.tool = tool
    self.description = description
    lockName = description.lockFile
    discovered = tool.locks
  }
}

/// The locked package that a manifest's dependency resolves to.
package struct LockedRequirement {
  /// The requirement; that of a catalog if it refers to one.
  package var text: String
  /// The package; nil if the lock has none, or a folder.
  package var copy: LockedCopy?
  /// Why the lock doesn't fit the manifest.
  package var problem: Problem?

  /// Describes a requirement.
  package init(_ text: String, _ copy: LockedCopy?, problem: Problem? = nil) {
    self.text = text
    self.copy = copy
    self.problem = problem
  }
}

/// The prospect of locking a release before an attempt, in words that follow the version.
package enum Prospect: Hashable, Sendable {
  /// The attempt is going to be refused.
  case refused(String)
  /// Only the attempt shows it.
  case untested(String)
}

/// The age that releases of a package must have.
package struct ReleaseAgeLimit: Sendable {
  /// The smallest age; zero for any.
  package var age: Duration
  /// Whether a version may be of any age.
  package var isExempt: @Sendable (_ version: String) -> Bool

  /// Describes a limit.
  package init(
    _ age: Duration = .zero,
    isExempt: @escaping @Sendable (_ version: String) -> Bool = { _ in false }
  ) {
    self.age = age
    self.isExempt = isExempt
  }
}

/// A lock that a tool would write.
package struct NewLock {
  /// Its packages.
  package var copies: LockedCopies
  /// Its text; nil if the project has no lock afterwards.
  package var bytes: [UInt8]?
  /// Returns sentences about the rules that exclude a version of a package.
  package var rules: (_ name: String, _ version: String) -> [String] = { _, _ in [] }
  /// Verifies what the resolution alone doesn't prove; called once the versions are proven.
  package var verify: () async throws(Problem) -> Void = { () async throws(Problem) in }

  /// Describes a lock.
  package init(_ copies: LockedCopies, _ bytes: [UInt8]?) {
    self.copies = copies
    self.bytes = bytes
  }
}
