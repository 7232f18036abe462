extension VersionRanges {
  /// One contiguous range of a set.
  public struct Range: Hashable, Sendable {
    /// Nil if the range has no lower bound.
    public let lower: Edge?
    /// Nil if the range has no upper bound.
    public let upper: Edge?
  }

  /// A bound of a range.
  public struct Edge: Hashable, Sendable {
    /// The version at the bound; it need not exist as a release.
    public let version: Version
    /// Whether the version itself belongs to the range.
    public let isInclusive: Bool
  }

  /// The ranges of the set, ascending.
  ///
  /// Adjacent ranges are merged.
  public var ranges: [Range] {
    var ends = (startsInside ? [nil] : []) + cuts.map(Optional.some)
    if ends.count % 2 == 1 { ends.append(nil) }
    return stride(from: 0, to: ends.count, by: 2).map { index in
      Range(
        lower: ends[index].map { Edge(version: $0.version, isInclusive: !$0.isAfter) },
        upper: ends[index + 1].map { Edge(version: $0.version, isInclusive: $0.isAfter) })
    }
  }

  /// All versions above the highest range; empty if that has no upper bound.
  public var above: Self {
    guard let last = cuts.last, (cuts.count % 2 == 0) != startsInside else { return .none }
    return .above(last.version, inclusive: !last.isAfter)
  }
}

extension VersionRanges {
  /// Extends a version to its neighbours that share a property, as pub does for dependers.
  ///
  /// The range starts at the first such neighbour and ends before the first version that lacks the
  /// property. At either end of the list it is unbounded.
  ///
  /// - Parameters:
  ///   - index: the version to start from.
  ///   - versions: all known versions, ascending.
  ///   - shares: whether the version at an index has the property too.
  /// - Returns: a range around the version at `index`.
  public static func spreading(
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
