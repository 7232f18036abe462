extension Range {
  /// A side of a range.
  package enum Side: Hashable, Sendable {
    case above
    case below
  }

  /// Whether a version lies beyond all of the range on one side, not in a gap of it.
  package func isOutside(_ version: Version, _ side: Side) -> Bool {
    !contains(version) && alternatives.allSatisfy { isBeyond(version, $0, side) }
  }

  private func isBeyond(_ version: Version, _ comparators: [Comparator], _ side: Side) -> Bool {
    let bounds = comparators.map {
      $0.isAny ? Comparator(.greaterOrEqual, Version(0, 0, 0)) : $0
    }
    guard var far = bounds.first, var near = bounds.first else { return false }
    for bound in bounds {
      if side.isFarther(bound.version, far.version) {
        far = bound
      } else if side.isFarther(near.version, bound.version) {
        near = bound
      }
    }
    if side.isOpen(far.relation) { return false }
    if near.relation == side.open || near.relation == .equal {
      return side.isFarther(version, near.version)
    }
    return near.relation != side.openInclusive || !side.isFarther(near.version, version)
  }
}

extension Range.Side {
  /// The operator without end on this side.
  fileprivate var open: Comparator.Operator { self == .above ? .greater : .less }
  fileprivate var openInclusive: Comparator.Operator {
    self == .above ? .greaterOrEqual : .lessOrEqual
  }

  fileprivate func isOpen(_ relation: Comparator.Operator) -> Bool {
    relation == open || relation == openInclusive
  }

  fileprivate func isFarther(_ left: Version, _ right: Version) -> Bool {
    self == .above ? left > right : left < right
  }
}
