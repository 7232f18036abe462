/// A set of versions of one package.
///
/// The solver uses only these operations, so a client can supply the sets of its own tool with all
/// their peculiarities. `VersionRanges` is an exact implementation for any ordered version type.
public protocol VersionSet: Hashable, Sendable {
  /// The version type.
  associatedtype Version: Hashable, Sendable

  /// The set of every version, known or not.
  static var all: Self { get }
  /// The empty set.
  static var none: Self { get }
  /// Creates the set of one version.
  static func exactly(_ version: Version) -> Self

  /// Whether the set has no versions.
  var isEmpty: Bool { get }
  /// Whether the set has a version.
  func contains(_ version: Version) -> Bool
  /// Returns the versions of either set.
  func union(_ other: Self) -> Self
  /// Returns the versions of both sets.
  func intersection(_ other: Self) -> Self
  /// Returns the versions of this set that are not in the other.
  func subtracting(_ other: Self) -> Self
  /// Whether this set has all versions of the other.
  func isSuperset(of other: Self) -> Bool
  /// Whether the sets have no version in common.
  func isDisjoint(with other: Self) -> Bool
}

extension VersionSet {
  /// Compares through the intersection; sets with a cheaper comparison implement it themselves.
  public func isSuperset(of other: Self) -> Bool { intersection(other) == other }
  /// Compares through the intersection; sets with a cheaper comparison implement it themselves.
  public func isDisjoint(with other: Self) -> Bool { intersection(other).isEmpty }
}
