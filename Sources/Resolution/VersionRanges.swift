/// Any union of ranges over an ordered version, in one canonical form.
///
/// It is held as the sorted cuts at which membership changes, so two equal sets are equal values
/// and every operation is one pass over both:
///
///     >=1.0 <2.0 || >3.0        before(1.0)  before(2.0)  after(3.0)
///                         ------[============)-----------(==========
package struct VersionRanges<Version: Comparable & Hashable & Sendable>: VersionSet {
  /// A gap between neighbouring versions.
  package enum Cut: Hashable, Sendable {
    /// Below every version; only the first cut can be it.
    case bottom
    case before(Version)
    case after(Version)
  }

  /// Where membership changes, ascending; in from the first, out from the second, and so on.
  package let cuts: [Cut]

  private init(cuts: [Cut]) {
    self.cuts = cuts
  }

  package static var all: Self { Self(cuts: [.bottom]) }
  package static var none: Self { Self(cuts: []) }

  package static func exactly(_ version: Version) -> Self {
    Self(cuts: [.before(version), .after(version)])
  }

  /// Makes `>= version`, or `> version`.
  package static func above(_ version: Version, inclusive: Bool = true) -> Self {
    Self(cuts: [inclusive ? .before(version) : .after(version)])
  }

  /// Makes `< version`, or `<= version`.
  package static func below(_ version: Version, inclusive: Bool = false) -> Self {
    Self(cuts: [.bottom, inclusive ? .after(version) : .before(version)])
  }

  /// Makes `>= lower, < upper`; empty where the bounds cross.
  package static func from(_ lower: Version, to upper: Version) -> Self {
    lower < upper ? Self(cuts: [.before(lower), .before(upper)]) : .none
  }

  package var isEmpty: Bool { cuts.isEmpty }

  package func contains(_ version: Version) -> Bool {
    var low = 0
    var high = cuts.count
    while low < high {
      let middle = (low + high) / 2
      if cuts[middle] <= .before(version) { low = middle + 1 } else { high = middle }
    }
    return low % 2 == 1
  }

  package func union(_ other: Self) -> Self { combined(with: other) { $0 || $1 } }
  package func intersection(_ other: Self) -> Self { combined(with: other) { $0 && $1 } }
  package func subtracting(_ other: Self) -> Self { combined(with: other) { $0 && !$1 } }

  /// Sweeps both lists of cuts and keeps those at which the combination changes.
  private func combined(with other: Self, _ isIn: (Bool, Bool) -> Bool) -> Self {
    var result: [Cut] = []
    var mine = cuts[...]
    var theirs = other.cuts[...]
    var inMine = false
    var inTheirs = false
    while let cut = [mine.first, theirs.first].compactMap(\.self).min() {
      let before = isIn(inMine, inTheirs)
      if mine.first == cut {
        mine.removeFirst()
        inMine.toggle()
      }
      if theirs.first == cut {
        theirs.removeFirst()
        inTheirs.toggle()
      }
      if isIn(inMine, inTheirs) != before { result.append(cut) }
    }
    return Self(cuts: result)
  }
}

extension VersionRanges.Cut: Comparable {
  package static func < (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (_, .bottom): false
    case (.bottom, _): true
    case (.before(let one), .before(let other)), (.after(let one), .after(let other)):
      one < other
    case (.before(let one), .after(let other)): one <= other
    case (.after(let one), .before(let other)): one < other
    }
  }
}
