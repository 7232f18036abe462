import YAML

/// Regular updates of the whole lock inside of the requirements: the key `lock-file-maintenance`.
package struct LockMaintenance: Hashable, Sendable {
  /// When they are due; nil: with the entry.
  package var schedule: Schedule?

  /// Creates a setting with the entry's schedule.
  package init() {}
}

extension Shape where Value == LockMaintenance {
  static var lockMaintenance: Shape {
    section(LockMaintenance(), [Key("schedule", \.schedule, .schedule)])
  }
}
