/// A union of ranges over an ordered version type, in canonical form.
///
/// It is stored as the sorted cuts at which membership changes. Equal sets are therefore equal
/// values, and each operation is one pass over both sets:
///
///     >=1.0 <2.0 || >3.0        before(1.0)  before(2.0)  after(3.0)
///                         ------[============)-----------(==========
public struct VersionRanges<Version: Comparable & Hashable & Sendable>: VersionSet {
  /// A gap between neighbouring versions.
  @usableFromInline
  struct Cut: Hashable, Sendable {
    @usableFromInline let version: Version
    /// Whether the gap is above the version instead of below it.
    @usableFromInline let isAfter: Bool

    @usableFromInline init(_ version: Version, isAfter: Bool) {
      self.version = version
      self.isAfter = isAfter
    }

    @inlinable
    func isBelow(_ other: Cut) -> Bool {
      if isAfter == other.isAfter || isAfter { return version < other.version }
      return !(other.version < version)
    }
  }

  /// Whether versions below the first cut belong to the set.
  @usableFromInline let startsInside: Bool
  /// The cuts at which membership changes, ascending.
  @usableFromInline let cuts: [Cut]

  @usableFromInline init(startsInside: Bool = false, cuts: [Cut]) {
    self.startsInside = startsInside
    self.cuts = cuts
  }

  /// The set of all versions, without cuts.
  public static var all: Self { Self(startsInside: true, cuts: []) }
  /// The empty set, without cuts.
  public static var none: Self { Self(cuts: []) }

  /// Creates a set with one version: a cut before and a cut after it.
  public static func exactly(_ version: Version) -> Self {
    Self(cuts: [Cut(version, isAfter: false), Cut(version, isAfter: true)])
  }

  /// Creates `>= version`, or `> version`.
  public static func above(_ version: Version, inclusive: Bool = true) -> Self {
    Self(cuts: [Cut(version, isAfter: !inclusive)])
  }

  /// Creates `< version`, or `<= version`.
  public static func below(_ version: Version, inclusive: Bool = false) -> Self {
    Self(startsInside: true, cuts: [Cut(version, isAfter: inclusive)])
  }

  /// Creates `>= lower, < upper`; empty if the bounds cross.
  public static func from(_ lower: Version, to upper: Version) -> Self {
    guard lower < upper else { return .none }
    return Self(cuts: [Cut(lower, isAfter: false), Cut(upper, isAfter: false)])
  }

  /// Hashes the shape of the set as one number, because many thousands are hashed in one search.
  public func hash(into hasher: inout Hasher) {
    var shape: UInt = startsInside ? 3 : 2
    for cut in cuts { shape = shape << 1 ^ (cut.isAfter ? 1 : 0) }
    hasher.combine(shape)
    for cut in cuts { hasher.combine(cut.version) }
  }

  /// Exact because the form is canonical: there are no cuts without versions between them.
  public var isEmpty: Bool { !startsInside && cuts.isEmpty }

  /// Finds the version by binary search among the cuts.
  @inlinable
  public func contains(_ version: Version) -> Bool {
    var low = 0
    var high = cuts.count
    while low < high {
      let middle = (low + high) / 2
      let cut = cuts[middle]
      let isPassed = cut.isAfter ? cut.version < version : !(version < cut.version)
      if isPassed { low = middle + 1 } else { high = middle }
    }
    return (low % 2 == 1) != startsInside
  }

  /// Counts the versions of an ascending list that are in the set, with two searches per range.
  public func count(in versions: [Version]) -> Int {
    var result = 0
    var start = startsInside ? 0 : nil as Int?
    for cut in cuts {
      let below = Self.countBelow(of: cut, in: versions)
      if let from = start { result += below - from }
      start = start == nil ? below : nil
    }
    return result + (start.map { versions.count - $0 } ?? 0)
  }

  /// The number of versions in an ascending list below a cut.
  private static func countBelow(of cut: Cut, in versions: [Version]) -> Int {
    var low = 0
    var high = versions.count
    while low < high {
      let middle = (low + high) / 2
      let isBelow =
        cut.isAfter ? !(cut.version < versions[middle]) : versions[middle] < cut.version
      if isBelow { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Merges both sets in one pass over their cuts.
  ///
  /// The result is canonical.
  public func union(_ other: Self) -> Self { combined(with: other) { $0 || $1 } }
  /// Works in one pass, like `union`.
  public func intersection(_ other: Self) -> Self { combined(with: other) { $0 && $1 } }
  /// Works in one pass, like `union`.
  public func subtracting(_ other: Self) -> Self { combined(with: other) { $0 && !$1 } }
  /// Stops at the first gap that is only in `other`, without creating a set.
  public func isSuperset(of other: Self) -> Bool { !somewhere(with: other) { !$0 && $1 } }
  /// Stops at the first gap that is in both sets, without creating a set.
  public func isDisjoint(with other: Self) -> Bool { !somewhere(with: other) { $0 && $1 } }

  private func combined(with other: Self, _ isIn: (Bool, Bool) -> Bool) -> Self {
    let start = isIn(startsInside, other.startsInside)
    var isInside = start
    var result: [Cut] = []
    result.reserveCapacity(cuts.count + other.cuts.count)
    _ = sweep(with: other) { inMine, inTheirs, cut in
      if isIn(inMine, inTheirs) != isInside {
        isInside.toggle()
        result.append(cut())
      }
      return false
    }
    return Self(startsInside: start, cuts: result)
  }

  /// Whether the combination holds for any gap.
  private func somewhere(with other: Self, _ holds: (Bool, Bool) -> Bool) -> Bool {
    holds(startsInside, other.startsInside) || sweep(with: other) { one, two, _ in holds(one, two) }
  }

  /// Visits the cuts of both sets in order, with the membership after each, until `stops` is true.
  private func sweep(with other: Self, _ stops: (Bool, Bool, () -> Cut) -> Bool) -> Bool {
    let (mine, theirs) = (cuts, other.cuts)
    var (index, theirIndex) = (0, 0)
    while index < mine.count || theirIndex < theirs.count {
      let isMineLeft = index < mine.count
      let isTheirsLeft = theirIndex < theirs.count
      let areBothLeft = isMineLeft && isTheirsLeft
      let takesMine = isMineLeft && !(areBothLeft && theirs[theirIndex].isBelow(mine[index]))
      let takesTheirs =
        isTheirsLeft && !(takesMine && areBothLeft && mine[index].isBelow(theirs[theirIndex]))
      let (first, second) = (index, theirIndex)
      if takesMine { index += 1 }
      if takesTheirs { theirIndex += 1 }
      let inMine = (index % 2 == 1) != startsInside
      let inTheirs = (theirIndex % 2 == 1) != other.startsInside
      if stops(inMine, inTheirs, { takesMine ? mine[first] : theirs[second] }) { return true }
    }
    return false
  }
}
