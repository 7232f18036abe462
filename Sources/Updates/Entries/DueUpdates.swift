import Configuration

/// The updates of an entry that are due in a pass.
package enum DueUpdates: Hashable, Sendable {
  /// Version updates and security updates.
  case everything
  /// Security updates. Version updates wait for their schedule.
  case fixes
  /// None. The entry's pull requests are only watched.
  case nothing
}

extension DueUpdates {
  /// Whether a batch is due.
  ///
  /// Batches that fix advisories count as security updates.
  func includes(_ planned: PlannedPullRequest) -> Bool {
    switch self {
    case .everything: true
    case .fixes:
      planned.purpose == .securityUpdates
        || planned.members.contains { !$0.candidateSet.alerts.isEmpty }
    case .nothing: false
    }
  }
}
