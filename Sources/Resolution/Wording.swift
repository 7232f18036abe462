/// The client's wording for packages, version sets and reasons in a failure report.
///
/// Only `requirement` is required; the rest has defaults.
public protocol Wording<Package, Versions, Reason> {
  /// The provider's package type.
  associatedtype Package: Hashable & Sendable
  /// The provider's version sets.
  associatedtype Versions: VersionSet
  /// The provider's reason type.
  associatedtype Reason: Hashable & Sendable
  /// The failure to describe.
  typealias Failure = Derivation<Package, Versions, Reason>

  /// Returns a package's name, for example `rack`; for the root, what the user calls it: `Gemfile`.
  func name(of package: Package) -> String
  /// Formats a set as a requirement in the tool's syntax: `~> 2.0`; empty for all versions.
  func requirement(_ versions: Versions, of package: Package) -> String
  /// Explains why versions cannot be chosen, as the rest of a sentence: `needs Ruby >= 3.2`.
  func explanation(of reason: Reason) -> String
  /// Returns a sentence for a fact without causes; nil for the default sentence.
  func sentence(for fact: Failure.Fact) -> String?
}

extension Wording {
  /// Returns the package's description.
  public func name(of package: Package) -> String { "\(package)" }
  /// Returns `is unusable:` and the reason's description.
  public func explanation(of reason: Reason) -> String { "is unusable: \(reason)" }
  /// Returns nil: the default sentences are used.
  public func sentence(for fact: Failure.Fact) -> String? { nil }
}
