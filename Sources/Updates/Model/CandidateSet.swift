package import Configuration
package import Ecosystem

/// The releases of a dependency, judged by the policy: candidates, and reasons to hold others back.
package struct CandidateSet: Hashable, Sendable {
  /// The dependency; its `problem` is set if the releases could not be requested.
  package var dependency: Dependency
  /// The newest version inside the requirement; the current one if there is no newer one.
  package var wanted: String?
  /// The newest version that the policy allows; the current one if there is no newer one.
  package var latest: String?
  /// Releases that may be proposed, best first; empty if there is no update.
  package var candidates: [Release]
  /// Why the newest release is held back; nil if it is not.
  package var held: UpdateState?
  /// Why the rules don't propose releases, by version.
  var objections: [String: UpdateState] = [:]
  /// Why the dependency gets no pull request; nil if it does.
  ///
  /// Can be set although there are candidates.
  package var notProposed: UpdateState?
  /// The advisories that affect the current version; empty also if none were requested.
  package var alerts: [Alert] = []
  /// The lowest newer version without advisories, whatever the policy; nil if there is none, or
  /// nothing to fix.
  package var lowestFix: String?
  /// For security updates, the candidates are the fixed versions, lowest first.
  package var purpose = GroupRule.Purpose.versionUpdates
  /// The candidates of the version update that waits for the fix in a group for security updates, newest
  /// first; empty if none does.
  var versionUpdates: [Release] = []
  /// Why no pull request fixes the advisories.
  package var unfixed: UpdateState?
  /// A newer release that the dependency's registry doesn't have; nil if it wasn't looked for or
  /// found.
  package var migrationHint: MigrationHint?
  /// The sentence that says that the dependency's registry takes no new releases; nil if it does.
  package var frozen: String?
  /// What the registry says against the locked version; nil if nothing, or if the entry doesn't ask.
  package var standing: PackageStatus?
  /// Whether its repository is archived, if the entry asks for it.
  package var upkeep: RepositoryUpkeep?
  /// Whether a pull request replaces it by the successor that the registry names; nil if none is
  /// named, or unless `replace: pull-request` applies to it.
  package var replacement: ReplacementOutlook?
  /// The package whose releases the candidates are; nil for those of the dependency.
  package var successor: String?
  /// What the registry says against the locked version, for `check`, whatever the entry says.
  package var remark: PackageStatus?
  /// Why it isn't known when newer releases were published; nil if servers answered, or weren't asked.
  package var ageFailure: Problem?
  /// The family of packages that it is released with; nil without one, or if no entry asks for it.
  package var family: String?
  /// Whether the candidate is an older version, because the registry has withdrawn the locked one.
  package var isRollback = false
  /// What the look-up found for the conditions of rules.
  package var facts = RuleFacts()
  /// The time between the release in use and the newest one without prereleases; nil if the registry
  /// doesn't report both times.
  package var age: Duration?
  /// Newer releases that a security update of another dependency may use, oldest first.
  var movable: [Release] = []
}

extension CandidateSet {
  /// The status in `martlet check`.
  package var status: Status {
    if let problem = dependency.problem {
      return problem.kind == .refused ? .refused : .failed
    }
    guard candidates.isEmpty else { return .outdated }
    if remark == .withdrawn { return .withdrawn }
    switch held {
    case .ignored, .leftOut, .heldBack, .awaitingApproval: return .ignored
    case .coolingDown: return .coolingDown
    default: return .upToDate
    }
  }

  /// Why the newest release, or no release, is proposed; nil if it is proposed.
  package var reason: String? {
    if let held { return held.description }
    switch notProposed {
    case nil, .upToDate, .problem: return nil
    case .some(let state): return state.description
    }
  }

  /// The sentence that only an attempt shows whether the newest candidate can be used; nil if nothing
  /// is open.
  package var openQuestion: String? {
    guard let newest = candidates.first, let reason = newest.untested else { return nil }
    return "whether \(newest.version) can be used isn't known until the update is tried: "
      + "it \(reason)"
  }

  /// The statuses in `check --json`.
  package enum Status: String, CaseIterable, Sendable {
    /// There is no newer version.
    case upToDate = "up-to-date"
    /// There is a newer version that may be proposed.
    case outdated
    /// A rule, a missing approval, or the runtime version of the project excludes the newer versions.
    case ignored
    /// The registry doesn't have the version in use any more, and no newer one.
    case withdrawn
    /// The newer versions were published too recently.
    case coolingDown = "cooling-down"
    /// martlet does not evaluate its source or its declaration.
    case refused
    /// Its registry or repository did not return a usable response.
    case failed
  }
}
