extension VersionRanges {
  /// One unbroken piece of a set, for wording and counting.
  package struct Range: Hashable, Sendable {
    /// Nil where it reaches down without end.
    package let lower: Edge?
    /// Nil where it reaches up without end.
    package let upper: Edge?
  }

  /// An end of a range.
  package struct Edge: Hashable, Sendable {
    package let version: Version
    /// Whether the version itself belongs to the range.
    package let isInclusive: Bool
  }

  /// The pieces, ascending; none touches the next.
  package var ranges: [Range] {
    stride(from: 0, to: cuts.count, by: 2).map { index in
      Range(
        lower: Self.edge(cuts[index], closing: false),
        upper: index + 1 < cuts.count ? Self.edge(cuts[index + 1], closing: true) : nil)
    }
  }

  /// Everything above the highest piece; empty where that has no upper end.
  package var above: Self {
    guard let last = cuts.last, cuts.count % 2 == 0 else { return .none }
    return switch last {
    case .bottom: .all
    case .before(let version): .above(version)
    case .after(let version): .above(version, inclusive: false)
    }
  }

  private static func edge(_ cut: Cut, closing: Bool) -> Edge? {
    switch cut {
    case .bottom: nil
    case .before(let version): Edge(version: version, isInclusive: !closing)
    case .after(let version): Edge(version: version, isInclusive: closing)
    }
  }
}

extension VersionRanges {
  /// Widens one version to the neighbours that share a property, as pub widens a depender.
  ///
  /// The range begins at the first of the neighbours and ends before the first version that
  /// lacks the property; at either end of the list it is open.
  ///
  /// - Parameters:
  ///   - index: the version to start from.
  ///   - versions: all known versions, ascending.
  ///   - shares: whether the version at an index has the property too.
  /// - Returns: a range around the version at `index`.
  package static func spreading(
    from index: Int, over versions: [Version], where shares: (Int) -> Bool
  ) -> Self {
    var low = index
    while low > 0, shares(low - 1) { low -= 1 }
    var high = index + 1
    while high < versions.count, shares(high) { high += 1 }
    let lower: Self = low == 0 ? .all : .above(versions[low])
    return high == versions.count ? lower : lower.intersection(.below(versions[high]))
  }
}
