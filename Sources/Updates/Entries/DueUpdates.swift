/// The updates of an entry that are due in a pass.
package enum DueUpdates: Hashable, Sendable {
  /// Version updates and security updates.
  case everything
  /// Security updates. Version updates wait for their schedule.
  case fixes
  /// None. The entry's pull requests are only watched.
  case nothing
}
