import Configuration

/// What a pass looks for at an entry of the repository's file.
package enum Attention: Hashable, Sendable {
  /// Updates of every kind.
  case everything
  /// What puts an end to an advisory; version updates wait for their schedule.
  case fixes
  /// Nothing: its pull requests are only watched.
  case nothing
}

extension Attention {
  /// Whether a batch gets its turn: in a pass for fixes what fixes, or brings a fix along.
  func takes(_ batch: Batch) -> Bool {
    switch self {
    case .everything: true
    case .fixes:
      batch.purpose == .securityUpdates || batch.members.contains { !$0.outlook.alerts.isEmpty }
    case .nothing: false
    }
  }
}
