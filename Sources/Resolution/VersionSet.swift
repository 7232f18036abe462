/// A set of versions of one package, as the solver combines them.
///
/// The solver asks for nothing but these operations, so a client may bring the sets of its own
/// tool, oddities included. `VersionRanges` is the exact one over any ordered version.
package protocol VersionSet: Hashable, Sendable {
  /// The element; the solver only carries it around.
  associatedtype Version: Hashable, Sendable

  /// The set of every version, known or not.
  static var all: Self { get }
  /// The set without a version.
  static var none: Self { get }
  /// Makes the set of one version.
  static func exactly(_ version: Version) -> Self

  /// Whether nothing is in it.
  var isEmpty: Bool { get }
  /// Whether a version is in it.
  func contains(_ version: Version) -> Bool
  /// What is in either.
  func union(_ other: Self) -> Self
  /// What is in both.
  func intersection(_ other: Self) -> Self
  /// What is in this one and not in the other.
  func subtracting(_ other: Self) -> Self
  /// Whether all of the other is in this one.
  func isSuperset(of other: Self) -> Bool
  /// Whether the two share nothing.
  func isDisjoint(with other: Self) -> Bool
}

extension VersionSet {
  /// Everything that is not in it.
  package var complement: Self { Self.all.subtracting(self) }

  /// By way of the intersection; sets that can compare without making one do better.
  package func isSuperset(of other: Self) -> Bool { intersection(other) == other }
  /// By way of the intersection; sets that can compare without making one do better.
  package func isDisjoint(with other: Self) -> Bool { intersection(other).isEmpty }
}
