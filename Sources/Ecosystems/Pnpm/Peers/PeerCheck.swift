import JavaScript

/// Whether a version meets the range of a peer, regardless of pre-releases.
enum PeerCheck {
  /// Compares without pre-releases, as Yarn's `satisfiesWithPrereleases` does.
  static func satisfies(_ version: String, _ range: String) -> Bool {
    let text = range.hasPrefix("workspace:") ? String(range.dropFirst(10)) : range
    guard let range = Range(text, loose: true, includePrerelease: true),
      let release = Version(version, loose: true)?.release
    else { return false }
    return range.alternatives.contains { comparators in
      comparators.allSatisfy { comparator in
        if comparator.isAny { return true }
        let bound = comparator.version.release
        return switch comparator.relation {
        case .equal: release == bound
        case .less: release < bound
        case .lessOrEqual: release <= bound
        case .greater: release > bound
        case .greaterOrEqual: release >= bound
        }
      }
    }
  }
}
