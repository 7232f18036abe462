extension VersionRanges {
  /// Returns the index ranges of the versions in the set, using binary search.
  ///
  /// - Parameter versions: in ascending order.
  /// - Returns: ascending ranges, none of them empty.
  public func indexRanges(in versions: [Version]) -> [Swift.Range<Int>] {
    var result: [Swift.Range<Int>] = []
    var isInside = startsInside
    var start = 0
    for cut in cuts {
      let end = Self.firstIndex(of: cut, in: versions, from: start)
      if isInside, start < end { result.append(start..<end) }
      start = end
      isInside.toggle()
    }
    if isInside, start < versions.count { result.append(start..<versions.count) }
    return result
  }

  /// The index of the first version above a cut.
  private static func firstIndex(of cut: Cut, in versions: [Version], from start: Int) -> Int {
    var low = start
    var high = versions.count
    while low < high {
      let middle = low + (high - low) / 2
      let isBelow =
        cut.isAfter ? !(cut.version < versions[middle]) : versions[middle] < cut.version
      if isBelow { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
