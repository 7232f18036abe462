/// A statement about one package that is true or false for a set of chosen versions.
///
/// A positive term means that a version of the set is chosen. A negative term means that no version
/// of the set is chosen, and possibly no version at all. Packages and sets are interned, so a term
/// is two numbers of four bytes.
struct Term: Hashable, Sendable {
  let package: PackageID
  let literal: Literal

  init(package: PackageID, literal: Literal) {
    self.package = package
    self.literal = literal
  }

  init(package: PackageID, versions: SetID, isPositive: Bool) {
    self.init(package: package, literal: Literal(versions, isPositive: isPositive))
  }

  /// The set that the term is about.
  var versions: SetID { literal.versions }
  var isPositive: Bool { literal.isPositive }

  /// The term as one number.
  var number: UInt64 { UInt64(package.index) << 32 | UInt64(literal.code) }

  /// The negation of the term.
  var inverse: Term { Term(package: package, literal: literal.inverse) }
}

/// A term without its package: the number of a set, and in the lowest bit the sign.
struct Literal: Hashable, Sendable {
  let code: UInt32

  private init(code: UInt32) { self.code = code }

  init(_ versions: SetID, isPositive: Bool) {
    code = UInt32(versions.index) << 1 | (isPositive ? 1 : 0)
  }

  /// Stands for the missing sum of a package without assignments.
  static var missing: Literal { Literal(code: .max) }

  var versions: SetID { SetID(index: Int(code >> 1)) }
  var isPositive: Bool { code & 1 == 1 }
  var inverse: Literal { Literal(code: code ^ 1) }
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
