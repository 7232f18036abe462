/// A statement about one package that is true or false of a set of chosen versions.
///
/// Positive: a version of the set is chosen. Negative: none of the set is, perhaps no version at
/// all. Packages and sets are interned, so a term is two numbers and a sign.
struct Term: Hashable, Sendable {
  var package: PackageID
  var versions: SetID
  var isPositive: Bool

  /// The same statement denied.
  var inverse: Term { Term(package: package, versions: versions, isPositive: !isPositive) }
}

/// The number of an interned package.
struct PackageID: Hashable, Sendable {
  var index: Int
}

/// The number of an interned set of versions.
struct SetID: Hashable, Sendable {
  var index: Int
}
