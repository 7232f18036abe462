/// How a client names packages, sets of versions and reasons when a failure is told.
///
/// Only `requirement` has to be written; the rest has plain defaults.
package protocol Wording<Package, Versions, Reason> {
  /// The provider's packages, which get names here.
  associatedtype Package: Hashable & Sendable
  /// The provider's sets, which become requirements here.
  associatedtype Versions: VersionSet
  /// The provider's reasons, which become words here.
  associatedtype Reason: Hashable & Sendable
  /// The failure that is told.
  typealias Told = Derivation<Package, Versions, Reason>

  /// Names a package alone: `rack`; for the root, what the user calls it: `Gemfile`.
  func name(of package: Package) -> String
  /// Writes a set as the tool's users write requirements: `~> 2.0`; empty text for every version.
  func requirement(_ versions: Versions, of package: Package) -> String
  /// Says why versions cannot be chosen, as the rest of a sentence: `needs Ruby >= 3.2`.
  func explanation(of reason: Reason) -> String
  /// Tells a fact that has no causes in words of its own; nil for the usual sentence.
  func sentence(for fact: Told.Fact) -> String?
}

extension Wording {
  /// The package's own description.
  package func name(of package: Package) -> String { "\(package)" }
  /// `is unusable:` and the reason's own description.
  package func explanation(of reason: Reason) -> String { "is unusable: \(reason)" }
  /// Never: the usual sentences serve.
  package func sentence(for fact: Told.Fact) -> String? { nil }
}
