/// The result of a pass for a dependency, as stored and as shown to programs.
package enum ObservationState: String, CaseIterable, Codable, Hashable, Sendable {
  /// The newest version is in use.
  case upToDate = "up-to-date"
  /// An ignore rule holds the newer version back.
  case ignored
  /// The configuration excludes the dependency.
  case leftOut = "left-out"
  /// The repository disables pull requests.
  case switchedOff = "switched-off"
  /// The dependency must be updated together with another one.
  case apart
  /// A dry run would close its pull request.
  case toClose = "to-close"
  /// No version without the advisory exists or can be installed.
  case unfixed
  /// The resolution keeps the newer version out.
  case heldBack = "held-back"
  /// The newer version is younger than the cooldown.
  case coolingDown = "cooling-down"
  /// A person has to tick a box of the dashboard first.
  case awaitingApproval = "awaiting-approval"
  /// The entry's schedule is not due.
  case scheduled
  /// The limit of open pull requests is reached.
  case limited
  /// The newest version could not be looked up, or the update failed.
  case problem
  /// A person closed the pull request of this version.
  case declined
  /// The branch has commits of other people.
  case foreignCommits = "foreign-commits"
  /// The pull request is unchanged.
  case current
  /// A dry run would open a pull request.
  case toOpen = "to-open"
  /// A dry run would update the pull request.
  case toUpdate = "to-update"
  /// The pull request was opened.
  case opened
  /// The pull request was updated.
  case updated
  /// The pull request was closed.
  case closed

  /// Whether a rule, a person or a time holds a known newer version back.
  package var isHeldBack: Bool {
    switch self {
    case .coolingDown, .awaitingApproval, .scheduled, .limited, .ignored, .declined,
      .foreignCommits, .apart, .switchedOff:
      true
    default: false
    }
  }

  /// Whether a pull request would be opened if a time, a place or a person allowed it.
  package var isWaiting: Bool {
    switch self {
    case .coolingDown, .awaitingApproval, .scheduled, .limited: true
    default: false
    }
  }

  /// Whether a newer version is known that policy does not exclude; nil if that depends on `latest`.
  package var isOutdated: Bool? {
    switch self {
    case .upToDate, .leftOut: false
    case .problem: nil
    default: true
    }
  }
}

extension ObservationState {
  /// The states that satisfy a condition, as a list for SQL: `('current', 'opened')`.
  static func sqlList(where condition: (ObservationState) -> Bool) -> String {
    sqlWords(allCases.filter(condition))
  }
}

/// Returns raw values as a list for SQL: `('failed', 'timed-out')`.
func sqlWords(_ values: [some RawRepresentable<String>]) -> String {
  "(" + values.map { "'\($0.rawValue)'" }.joined(separator: ", ") + ")"
}
