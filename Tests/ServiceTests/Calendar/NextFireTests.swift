import Configuration
import Testing
import TestSupport
import Time

@testable import Service

private let berlin = "CET-1CEST,M3.5.0,M10.5.0/3"

/// Parses a schedule: `weekly tuesday 05:30`, `cron 0 9 * * mon`.
private func schedule(_ text: String) throws -> Schedule {
  let words = text.split(separator: " ").map(String.init)
  var schedule = Schedule(try #require(words.first.flatMap(Schedule.Interval.init)))
  if schedule.interval == .cron {
    let cron: Cron = try #require(Cron(words.dropFirst().joined(separator: " ")))
    schedule.cron = cron
    return schedule
  }
  for word in words.dropFirst() {
    if let day = Schedule.Weekday(rawValue: word) { schedule.day = day }
    if let time = TimeOfDay(word) { schedule.time = time }
  }
  return schedule
}

/// Formats a time in the format that `seconds` parses.
private func text(_ time: Timestamp) -> String {
  String(time.rfc3339.prefix(16)).replacing("T", with: " ")
}

@Suite struct `The next time of a schedule` {
  private func next(
    _ schedule: String, after time: String, in rule: String = "UTC0", key: String = "a/b",
    spread: Duration = 0
  ) throws -> String? {
    try ServiceTests.schedule(schedule).nextFire(
      after: Timestamp(seconds: seconds(time)), in: zone(rule), key: key, spread: spread
    ).map(text)
  }

  @Test(arguments: [
    ("daily 05:30", "2024-05-01 05:29", "2024-05-01 05:30"),
    ("daily 05:30", "2024-05-01 05:30", "2024-05-02 05:30"),
    ("daily 05:30", "2024-05-03 05:30", "2024-05-06 05:30"),
    ("weekly 05:30", "2024-05-01 00:00", "2024-05-06 05:30"),
    ("weekly sunday 05:30", "2024-05-01 00:00", "2024-05-05 05:30"),
    ("weekly wednesday 05:30", "2024-05-01 05:30", "2024-05-08 05:30"),
    ("monthly 00:00", "2024-01-31 12:00", "2024-02-01 00:00"),
    ("quarterly 00:00", "2024-01-01 00:00", "2024-04-01 00:00"),
    ("quarterly 00:00", "2024-11-05 00:00", "2025-01-01 00:00"),
    ("semiannually 23:59", "2024-01-01 23:59", "2024-07-01 23:59"),
    ("yearly 00:00", "2024-01-01 00:00", "2025-01-01 00:00"),
    ("cron 0 9 * * mon-fri", "2024-05-03 09:00", "2024-05-06 09:00"),
    ("cron */20 * * * *", "2024-05-03 09:41", "2024-05-03 10:00"),
    ("cron 0 0 29 2 *", "2096-02-29 00:00", "2104-02-29 00:00"),
    ("cron 0 0 13 * fri", "2024-05-03 00:00", "2024-05-10 00:00"),
    ("cron 0 0 31 * *", "2024-05-31 00:00", "2024-07-31 00:00"),
  ])
  func `intervals fire at their times`(schedule: String, after: String, next: String) throws {
    #expect(try self.next(schedule, after: after) == next)
  }

  @Test func `a schedule without a matching date never fires`() throws {
    #expect(try next("cron 0 0 30 2 *", after: "2024-01-01 00:00") == nil)
  }

  @Test(arguments: [
    // Clocks go from 02:00 to 03:00 on 2024-03-31, which is 01:00 in UTC.
    ("cron 30 2 * * *", "2024-03-30 12:00", "2024-03-31 01:00"),
    ("cron 30 2 * * *", "2024-03-31 01:00", "2024-04-01 00:30"),
    ("cron 0,30 2 * * *", "2024-03-31 00:59", "2024-03-31 01:00"),
    ("cron 0,30 2 * * *", "2024-03-31 01:00", "2024-04-01 00:00"),
    ("cron 30 * * * *", "2024-03-31 00:30", "2024-03-31 01:30"),
    ("weekly sunday 02:30", "2024-03-30 00:00", "2024-03-31 01:00"),
    // They go back from 03:00 to 02:00 on 2024-10-27, which is 01:00 in UTC.
    ("cron 30 2 * * *", "2024-10-26 12:00", "2024-10-27 00:30"),
    ("cron 30 2 * * *", "2024-10-27 00:30", "2024-10-28 01:30"),
    ("cron 30 * * * *", "2024-10-27 00:30", "2024-10-27 01:30"),
    ("cron 30 * * * *", "2024-10-27 01:30", "2024-10-27 02:30"),
    ("weekly sunday 02:30", "2024-10-27 00:30", "2024-11-03 01:30"),
  ])
  func `a clock change neither skips nor repeats a run`(
    schedule: String, after: String, next: String
  ) throws {
    #expect(try self.next(schedule, after: after, in: berlin) == next)
  }

  @Test func `the day is that of the zone, not of UTC`() throws {
    #expect(
      try next("weekly monday 05:00", after: "2024-05-04 00:00", in: "JST-9") == "2024-05-05 20:00")
    #expect(
      try next("monthly 22:00", after: "2024-05-31 00:00", in: "PST8") == "2024-06-02 06:00")
  }

  @Test func `clocks that go back over midnight repeat yesterday's times`() throws {
    // At 00:00 on 2024-11-03 clocks go back to 23:00.
    let rule = "XXX0YYY,M3.2.0/0,M11.1.0/0"
    let change = "2024-11-02 23:00"
    #expect(try zone(rule).offset(at: seconds(change)) == 0)
    #expect(
      try next("cron 30 * * * *", after: change, in: rule) == "2024-11-02 23:30")
    #expect(
      try next("cron 30 23 * * *", after: change, in: rule) == "2024-11-03 23:30")
  }

  @Test func `without a time, each key has a constant time of its own`() throws {
    let fires = try (0..<500).map { key in
      try #require(try next("daily", after: "2024-05-06 00:00", key: "acme/\(key)"))
    }
    #expect(Set(fires).count > 350)
    #expect(fires.allSatisfy { $0.hasPrefix("2024-05-06") || $0 == "2024-05-07 00:00" })
    #expect(try next("daily", after: "2024-05-06 00:00", key: "acme/7") == fires[7])
  }

  @Test func `a spread delays each key by its own amount and skips no run`() throws {
    let schedule = try schedule("daily 05:00")
    for key in 0..<200 {
      var time = Timestamp(seconds: seconds("2024-05-06 00:00"))
      var last = time
      for run in 0..<12 {
        time = try #require(schedule.nextFire(after: time, in: .utc, key: "\(key)", spread: 3_600))
        let delay = (time.seconds - seconds("2024-05-06 05:00")) % 86_400
        #expect(0..<3_600 ~= delay)
        if run > 0 { #expect([1, 3].contains((time.seconds - last.seconds) / 86_400)) }
        last = time
      }
    }
  }

  @Test func `each run is later than the last, also across clock changes`() throws {
    for rule in [berlin, "EST5EDT,M3.2.0,M11.1.0", "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0"] {
      for text in ["cron */15 * * * *", "cron 0 0-5 * * *", "cron 15,45 1,2,3 * * sun"] {
        let (schedule, zone) = (try schedule(text), try zone(rule))
        var time = Timestamp(seconds: seconds("2024-03-01 00:00"))
        let end = Timestamp(seconds: seconds("2024-04-10 00:00"))
        var runs = 0
        while time < end, runs < 5_000 {
          let next = try #require(schedule.nextFire(after: time, in: zone, key: "k"))
          #expect(next > time)
          time = next
          runs += 1
        }
        #expect(runs < 5_000)
      }
    }
  }

  @Test func `keys are spread evenly, and identically in every run`() {
    #expect(
      Jitter.number(for: "acme/app", below: 1_000) == Jitter.number(for: "acme/app", below: 1_000))
    #expect(Jitter.number(for: "", below: 0) == 0)
    var counts = [Int](repeating: 0, count: 10)
    for key in 0..<10_000 { counts[Int(Jitter.number(for: "acme/\(key)", below: 10))] += 1 }
    #expect(counts.allSatisfy { 850...1_150 ~= $0 })
  }
}
