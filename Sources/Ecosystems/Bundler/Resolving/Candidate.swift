import Gems
import Resolution

/// A version of a gem for the solver, with the generic variant or those built for platforms,
/// because the two can have different dependencies.
struct Candidate: Hashable, Comparable, Sendable {
  var version: GemVersion
  /// Platform variants come after the generic one.
  var isForMachines = false

  static func < (left: Candidate, right: Candidate) -> Bool {
    if left.version == right.version { return !left.isForMachines && right.isForMachines }
    return left.version < right.version
  }
}

typealias CandidateRanges = VersionRanges<Candidate>

extension GemRequirement {
  /// The candidates that meet all clauses, prereleases like releases.
  var ranges: CandidateRanges {
    clauses.dropFirst().reduce(clauses[0].ranges) { $0.intersection($1.ranges) }
  }
}

extension GemRequirement.Clause {
  /// The candidates that meet the clause.
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
