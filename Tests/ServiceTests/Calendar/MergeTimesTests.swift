import Configuration
import Testing
import TestSupport
import Time
import Updates

@testable import Service

private let berlin = "CET-1CEST,M3.5.0,M10.5.0/3"

private func window(_ schedule: Schedule, at time: String, in rule: String = "UTC0") throws
  -> String
{
  let now = Timestamp(seconds: seconds(time))
  switch schedule.mergeWindow(at: now, in: try zone(rule)) {
  case .open: return "open"
  case .closed(let next?): return String(next.rfc3339.prefix(16)).replacing("T", with: " ")
  case .closed(nil): return "never"
  case .unknownZone: return "unknown"
  }
}

@Suite struct `The times of automatic merges` {
  @Test(arguments: [
    ("2026-11-23 04:59", "2026-11-23 05:00"), ("2026-11-23 05:00", "open"),
    ("2026-11-23 05:59", "open"), ("2026-11-23 06:00", "2026-11-24 05:00"),
    // Daily means weekdays.
    ("2026-11-28 05:30", "2026-11-30 05:00"),
  ])
  func `last an hour from a time of day`(now: String, expected: String) throws {
    var schedule = Schedule(.daily)
    schedule.time = TimeOfDay("05:00")
    #expect(try window(schedule, at: now) == expected)
  }

  @Test(arguments: [
    ("2026-11-23 00:00", "open"), ("2026-11-23 23:59", "open"),
    ("2026-11-28 12:00", "2026-11-30 00:00"),
  ])
  func `last all day without a time`(now: String, expected: String) throws {
    #expect(try window(Schedule(.daily), at: now) == expected)
  }

  @Test func `follow cron and time zones`() throws {
    var schedule = Schedule(.cron)
    schedule.cron = Cron("0 22-23,0-5 * * *")
    #expect(try window(schedule, at: "2026-11-23 05:59") == "open")
    #expect(try window(schedule, at: "2026-11-23 06:00") == "2026-11-23 22:00")
    #expect(try window(schedule, at: "2026-11-23 21:30", in: berlin) == "open")
    #expect(try window(Schedule(.daily), at: "2026-11-29 23:30", in: berlin) == "open")
    #expect(try window(Schedule(.daily), at: "2026-11-29 22:30", in: berlin) == "2026-11-29 23:00")
  }
}
