extension Range {
  /// Whether every version of this range lies in another one too, as node-semver's `subset` judges.
  package func isSubset(of other: Range) -> Bool {
    var sawPossible = false
    for mine in alternatives {
      var isInside = false
      for theirs in other.alternatives where !isInside {
        let verdict = simpleSubset(mine, theirs)
        sawPossible = sawPossible || verdict != nil
        isInside = verdict == true
      }
      if !isInside && sawPossible { return false }
    }
    return true
  }

  /// Whether one alternative lies in another; nil where nothing meets the first.
  private func simpleSubset(_ mine: [Comparator], _ theirs: [Comparator]) -> Bool? {
    if mine == theirs { return true }
    if theirs == [.any] && includePrerelease { return true }
    if mine == [.any] && includePrerelease {
      return simpleSubset([.oldest(prerelease: true)], theirs)
    }
    let replaced = { $0 == [Comparator.any] ? [Comparator.oldest(prerelease: false)] : $0 }
    guard let bounds = Bounds(replaced(mine)) else { return nil }
    if let exact = bounds.exact {
      return isPossible(exact, bounds) ? replaced(theirs).allSatisfy { admits($0, exact) } : nil
    }
    return isInside(bounds, replaced(theirs))
  }

  private func admits(_ comparator: Comparator, _ version: Version) -> Bool {
    Range(comparator, includePrerelease: includePrerelease).contains(version)
  }

  private func isPossible(_ exact: Version, _ bounds: Bounds) -> Bool {
    [bounds.lower, bounds.upper].allSatisfy { $0.map { admits($0, exact) } ?? true }
  }

  private func isInside(_ bounds: Bounds, _ theirs: [Comparator]) -> Bool {
    let isPoint = bounds.isPoint
    for their in theirs {
      if let lower = bounds.lower, !covers(their, lower, isLower: true) { return false }
      if let upper = bounds.upper, !covers(their, upper, isLower: false) { return false }
      if their.relation == .equal && !isPoint { return false }
    }
    let hasLower = theirs.contains { $0.relation.isLower }
    let hasUpper = theirs.contains { $0.relation.isUpper }
    if bounds.upper == nil && hasUpper || bounds.lower == nil && hasLower { return false }
    return includePrerelease || bounds.prereleaseBounds.allSatisfy { namesSame($0, in: theirs) }
  }

  /// Whether a bound of the same direction reaches as far, or another one admits the bound itself.
  private func covers(_ their: Comparator, _ mine: Comparator, isLower: Bool) -> Bool {
    if isLower ? their.relation.isLower : their.relation.isUpper {
      return !mine.isWider(than: their)
    }
    return !mine.relation.isInclusive || admits(their, mine.version)
  }

  /// A prerelease is only admitted where a comparator names one of the same numbers.
  private func namesSame(_ version: Version, in theirs: [Comparator]) -> Bool {
    theirs.contains { $0.version.isPrerelease && $0.version.sharesNumbers(with: version) }
  }
}

/// What an alternative comes down to: one version, or the tightest bounds.
private struct Bounds {
  var exact: Version?
  var lower: Comparator?
  var upper: Comparator?

  /// Takes the comparators together; nil where nothing meets them.
  init?(_ comparators: [Comparator]) {
    for comparator in comparators {
      switch comparator.relation {
      case .equal:
        if let exact, exact != comparator.version { return nil }
        exact = comparator.version
      case .greater, .greaterOrEqual:
        if lower?.isWider(than: comparator) ?? true { lower = comparator }
      case .less, .lessOrEqual:
        if upper?.isWider(than: comparator) ?? true { upper = comparator }
      }
    }
    if let lower, let upper {
      let order = Version.order(lower.version, upper.version)
      if order > 0 { return nil }
      if order == 0 && !(lower.relation.isInclusive && upper.relation.isInclusive) { return nil }
    }
  }

  /// Whether both bounds are the same version.
  var isPoint: Bool { lower != nil && lower?.version == upper?.version }

  /// The bounds' versions that need a prerelease of the same numbers on the other side.
  var prereleaseBounds: [Version] {
    let above = lower?.version
    let below = upper.flatMap { $0.isJustBelowRelease ? nil : $0.version }
    return [above, below].compactMap(\.self).filter(\.isPrerelease)
  }
}

extension Comparator {
  fileprivate static func oldest(prerelease: Bool) -> Comparator {
    Comparator(.greaterOrEqual, Version(0, 0, 0, prerelease: prerelease ? [.number(0)] : []))
  }

  /// Whether a bound of the same direction admits more than another one.
  fileprivate func isWider(than other: Comparator) -> Bool {
    let order = Version.order(version, other.version)
    if order == 0 { return relation.isInclusive && !other.relation.isInclusive }
    return relation.isLower ? order < 0 : order > 0
  }

  /// Whether it is `<1.2.3-0`, which admits what `<1.2.3` does.
  fileprivate var isJustBelowRelease: Bool {
    relation == .less && version.prerelease == [.number(0)]
  }
}
