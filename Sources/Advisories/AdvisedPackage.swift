/// A package in an advisory.
package struct AdvisedPackage: Hashable, Sendable {
  /// The supported OSV ecosystems, spelled as in OSV.
  package enum Ecosystem: String, CaseIterable, Hashable, Sendable {
    /// Versions are ordered by SemVer 2.
    case npm
    /// Versions are ordered by `Gem::Version`.
    case rubygems = "RubyGems"
    /// Versions are ordered by SemVer 2.
    ///
    /// Names are addresses such as `github.com/apple/swift-nio`.
    case swift = "SwiftURL"
  }

  /// The ecosystem, which defines the version order.
  package var ecosystem: Ecosystem
  /// The name.
  ///
  /// It is case-sensitive except for Swift, whose hosts ignore case.
  package var name: String

  /// Creates a package.
  package init(_ ecosystem: Ecosystem, _ name: String) {
    self.ecosystem = ecosystem
    self.name = name
  }
}

extension AdvisedPackage {
  /// The names to query: an address is queried as written and in lowercase.
  var spellings: [AdvisedPackage] {
    let lowercased = name.lowercased()
    let isOne = ecosystem != .swift || lowercased == name
    return isOne ? [self] : [self, AdvisedPackage(ecosystem, lowercased)]
  }

  /// Whether a record's name refers to the package.
  func isNamed(by other: AdvisedPackage) -> Bool {
    guard ecosystem == .swift else { return self == other }
    return other.ecosystem == .swift && plain == other.plain
  }

  /// The normalized address: `github.com/apple/swift-nio` for
  /// `https://github.com/Apple/swift-nio.git`.
  private var plain: Substring {
    var text = name.lowercased()[...]
    if let scheme = text.firstRange(of: "://") { text = text[scheme.upperBound...] }
    while text.last == "/" { text.removeLast() }
    return text.hasSuffix(".git") ? text.dropLast(4) : text
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
