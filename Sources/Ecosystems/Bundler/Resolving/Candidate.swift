import Resolution
import Ruby

/// What the solver chooses of a gem: a version, and within it the variant for any Ruby or those
/// that were built for machines, as the two can need different gems.
struct Candidate: Hashable, Comparable, Sendable {
  var version: GemVersion
  /// Variants for machines come after the one for any Ruby.
  var isForMachines = false

  static func < (left: Candidate, right: Candidate) -> Bool {
    if left.version == right.version { return !left.isForMachines && right.isForMachines }
    return left.version < right.version
  }
}

typealias CandidateRanges = VersionRanges<Candidate>

extension GemRequirement {
  /// The set of candidates that meets all clauses, prereleases not treated apart.
  var ranges: CandidateRanges {
    clauses.dropFirst().reduce(clauses[0].ranges) { $0.intersection($1.ranges) }
  }
}

extension GemRequirement.Clause {
  /// The set of candidates that meets the clause.
  var ranges: CandidateRanges {
    let low = Candidate(version: version)
    let high = Candidate(version: version, isForMachines: true)
    switch comparison {
    case .pessimistic:
      let bump = GemVersion(version.bump.text + ".A") ?? version.bump
      return .above(low).intersection(.below(Candidate(version: bump)))
    case .greater: return .above(high, inclusive: false)
    case .greaterOrEqual: return .above(low)
    case .less: return .below(low)
    case .lessOrEqual: return .below(high, inclusive: true)
    case .equal: return .above(low).intersection(.below(high, inclusive: true))
    case .unequal: return .below(low).union(.above(high, inclusive: false))
    }
  }
}
