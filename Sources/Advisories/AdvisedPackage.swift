package import Ecosystem

/// A package in an advisory.
package struct AdvisedPackage: Hashable, Sendable {
  /// The ecosystem, which defines the version order and the spelling of names.
  package var ecosystem: OSVEcosystem
  /// The name as the ecosystem spells it.
  package var name: String

  /// Creates a package.
  package init(_ ecosystem: OSVEcosystem, _ name: String) {
    self.ecosystem = ecosystem
    self.name = name
  }
}

extension AdvisedPackage {
  /// The package under each name to query.
  var spellings: [AdvisedPackage] {
    ecosystem.spellings(of: name).map { AdvisedPackage(ecosystem, $0) }
  }

  /// Whether a record's name refers to the package.
  func isNamed(by other: AdvisedPackage) -> Bool {
    ecosystem == other.ecosystem && ecosystem.isSame(name, other.name)
  }
}

/// A package at a locked version.
package struct AdvisedVersion: Hashable, Sendable {
  /// The package.
  package var package: AdvisedPackage
  /// The version as written in the lock file.
  package var version: String

  /// Creates a package version.
  package init(_ package: AdvisedPackage, _ version: String) {
    self.package = package
    self.version = version
  }
}
