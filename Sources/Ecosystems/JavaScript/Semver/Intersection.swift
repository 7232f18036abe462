extension Comparator {
  /// Whether some version could meet both, as node-semver's `Comparator.intersects` judges.
  package func intersects(_ other: Comparator, includePrerelease: Bool = false) -> Bool {
    if relation == .equal {
      return isAny || Range(other, includePrerelease: includePrerelease).contains(version)
    }
    if other.relation == .equal {
      return other.isAny
        || Range(self, includePrerelease: includePrerelease).contains(other.version)
    }
    if isImpossible(includePrerelease) || other.isImpossible(includePrerelease) { return false }
    if relation.isLower == other.relation.isLower { return true }
    let order = Version.order(version, other.version)
    if order == 0 { return relation.isInclusive && other.relation.isInclusive }
    return order < 0 ? relation.isLower : relation.isUpper
  }

  /// Whether it asks for what is older than everything.
  private func isImpossible(_ includePrerelease: Bool) -> Bool {
    relation == .less && (includePrerelease ? self == .none : version.release == Version(0, 0, 0))
  }
}

extension Range {
  /// Whether some version could lie in both.
  package func intersects(_ other: Range) -> Bool {
    let theirs = other.alternatives.filter(isSatisfiable)
    return alternatives.contains { mine in
      isSatisfiable(mine) && theirs.contains { allIntersect(mine, $0) }
    }
  }

  private func isSatisfiable(_ comparators: [Comparator]) -> Bool {
    comparators.indices.allSatisfy { index in
      comparators[..<index].allSatisfy { meet(comparators[index], $0) }
    }
  }

  private func allIntersect(_ mine: [Comparator], _ theirs: [Comparator]) -> Bool {
    mine.allSatisfy { left in theirs.allSatisfy { meet(left, $0) } }
  }

  private func meet(_ left: Comparator, _ right: Comparator) -> Bool {
    left.intersects(right, includePrerelease: includePrerelease)
  }
}
