/// A statement about one package that is true or false for a set of chosen versions.
///
/// A positive term means that a version of the set is chosen. A negative term means that no version
/// of the set is chosen, and possibly no version at all. Packages and sets are interned, so a term
/// is two numbers and a sign.
struct Term: Hashable, Sendable {
  var package: PackageID
  var versions: SetID
  var isPositive: Bool

  /// The negation of the term.
  var inverse: Term { Term(package: package, versions: versions, isPositive: !isPositive) }
}

/// The number of an interned package.
///
/// Four bytes, like the number of a set: propagation reads terms all the time.
struct PackageID: Hashable, Sendable {
  private let number: UInt32

  init(index: Int) { number = UInt32(index) }

  var index: Int { Int(number) }
}

/// The number of an interned set of versions.
struct SetID: Hashable, Sendable {
  private let number: UInt32

  init(index: Int) { number = UInt32(index) }

  var index: Int { Int(number) }
}
