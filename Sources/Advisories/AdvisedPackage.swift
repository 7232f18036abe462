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
  /// Compared letter by letter, but for Swift, whose hosts do not tell capitals apart.
  package var name: String

  /// Names a package.
  package init(_ ecosystem: Ecosystem, _ name: String) {
    self.ecosystem = ecosystem
    self.name = name
  }
}

extension AdvisedPackage {
  /// The names that the source is asked by: an address as it is written, and in small letters.
  var spellings: [AdvisedPackage] {
    let small = name.lowercased()
    let isOne = ecosystem != .swift || small == name
    return isOne ? [self] : [self, AdvisedPackage(ecosystem, small)]
  }

  /// Whether a record's name stands for the package.
  func isNamed(by other: AdvisedPackage) -> Bool {
    guard ecosystem == .swift else { return self == other }
    return other.ecosystem == .swift && plain == other.plain
  }

  /// `github.com/apple/swift-nio` for `https://github.com/Apple/swift-nio.git`.
  private var plain: Substring {
    var text = name.lowercased()[...]
    if let scheme = text.firstRange(of: "://") { text = text[scheme.upperBound...] }
    while text.last == "/" { text.removeLast() }
    return text.hasSuffix(".git") ? text.dropLast(4) : text
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
