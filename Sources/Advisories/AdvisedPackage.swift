/// A package as advisories name it.
package struct AdvisedPackage: Hashable, Sendable {
  /// The package worlds of OSV that martlet keeps fresh, spelled exactly as OSV spells them.
  package enum Ecosystem: String, CaseIterable, Hashable, Sendable {
    /// Ordered by SemVer 2.
    case npm
    /// Ordered by `Gem::Version`.
    case rubygems = "RubyGems"
    /// Ordered by SemVer 2; names are addresses such as `github.com/apple/swift-nio`.
    case swift = "SwiftURL"
  }

  /// Decides the order of its versions.
  package var ecosystem: Ecosystem
  /// Compared letter by letter.
  package var name: String

  /// Names a package.
  package init(_ ecosystem: Ecosystem, _ name: String) {
    self.ecosystem = ecosystem
    self.name = name
  }
}

/// A package at the version that a lock has.
package struct AdvisedVersion: Hashable, Sendable {
  /// Whose version it is.
  package var package: AdvisedPackage
  /// As the lock writes it.
  package var version: String

  /// Joins a package with its version.
  package init(_ package: AdvisedPackage, _ version: String) {
    self.package = package
    self.version = version
  }
}
