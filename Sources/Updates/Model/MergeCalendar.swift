package import Configuration
package import Time

/// Whether a schedule allows merges now.
package enum MergeWindow: Hashable, Sendable {
  /// Merges may begin.
  case open
  /// They may begin at this time; nil: never.
  case closed(until: Timestamp?)
  /// The rules of this time zone aren't known.
  case unknownZone(String)
}

/// The local times that decide when merges may begin, computed by the program or by a test.
package struct MergeCalendar: Sendable {
  /// Returns whether a schedule allows merges at a time.
  package var window: @Sendable (Schedule, Timestamp) -> MergeWindow
  /// Returns the day at a time in a time zone, such as `2026-12-20`; nil if the zone isn't known.
  package var day: @Sendable (_ zone: String, Timestamp) -> String?

  /// Creates a calendar.
  package init(
    window: @escaping @Sendable (Schedule, Timestamp) -> MergeWindow,
    day: @escaping @Sendable (String, Timestamp) -> String?
  ) {
    self.window = window
    self.day = day
  }

  /// The calendar without time zones: only days in UTC are known.
  package static let utc = MergeCalendar(
    window: { schedule, _ in .unknownZone(schedule.timezone) },
    day: { zone, time in zone == "UTC" ? time.date : nil })
}
