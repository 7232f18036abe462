package import Configuration
package import Time

extension Schedule {
  /// The number of days to search: the next February 29th can be eight years away.
  private static let horizon = 9 * 366

  /// Returns the next time at which the schedule fires.
  ///
  /// If daylight saving skips a time, it fires when the clocks go forward. If a time occurs twice,
  /// it fires the first time. A cron schedule for every hour follows the clocks instead: skipped
  /// times are left out, and repeated times fire twice.
  ///
  /// - Parameters:
  ///   - time: the result is later.
  ///   - zone: the rules of the schedule's time zone.
  ///   - key: the owner of the schedule, such as a repository. It determines the time of day if none is given, and the delay within the spread.
  ///   - spread: the time over which keys are spread, after the given time.
  /// - Returns: the time; nil for a cron schedule that never fires.
  package func nextFire(
    after time: Timestamp, in zone: ZoneRules, key: String, spread: Duration = .zero
  ) -> Timestamp? {
    let isSpread = self.time != nil || interval == .cron
    let delay = isSpread ? Jitter.delay(for: key, below: spread) : .zero
    let earliest = (time - delay).seconds
    let minutes = self.minutes(for: key)
    let today = (earliest + Int64(zone.offset(at: earliest))).floorDivided(by: 86_400)
    // If the clocks went back over midnight, times of yesterday can still be ahead.
    for number in Int(today) - 1...Int(today) + Self.horizon {
      let day = CivilDay(number: number)
      guard fires(on: day) else { continue }
      if let next = fire(on: day, minutes, after: earliest, in: zone) {
        return Timestamp(seconds: next) + delay
      }
    }
    return nil
  }

  /// The minutes of the day at which the schedule fires, in order.
  private func minutes(for key: String) -> [Int] {
    if interval == .cron {
      guard let cron else { return [] }
      return cron.hours.sorted().flatMap { hour in cron.minutes.sorted().map { hour * 60 + $0 } }
    }
    let minute = time.map { $0.hour * 60 + $0.minute }
    return [minute ?? Int(Jitter.number(for: key, below: 24 * 60))]
  }

  /// The first of a day's times after `earliest`.
  private func fire(
    on day: CivilDay, _ minutes: [Int], after earliest: Int64, in zone: ZoneRules
  ) -> Int64? {
    guard let offset = zone.steadyOffset(around: day) else {
      return minutes.flatMap { times(of: day, minute: $0, in: zone) }
        .filter { $0 > earliest }.min()
    }
    let midnight = Int64(day.number) * 86_400 - Int64(offset)
    return minutes.lazy.map { midnight + Int64($0) * 60 }.first { $0 > earliest }
  }

  private func times(of day: CivilDay, minute: Int, in zone: ZoneRules) -> [Int64] {
    let followsClocks = interval == .cron && cron?.hours.count == 24
    switch zone.moment(showing: Int64(day.number) * 86_400 + Int64(minute) * 60) {
    case .shown(let times): return followsClocks ? times : Array(times.prefix(1))
    case .skipped(let change): return followsClocks ? [] : [change]
    }
  }

  /// Whether the schedule fires on a day.
  ///
  /// Dependabot's `daily` leaves out weekends.
  func fires(on day: CivilDay) -> Bool {
    let (year, month, dayOfMonth) = day.date
    switch interval {
    case .daily: return 1...5 ~= day.weekday
    case .weekly: return day.weekday == self.day.number
    case .monthly: return dayOfMonth == 1
    case .quarterly: return dayOfMonth == 1 && month % 3 == 1
    case .semiannually: return dayOfMonth == 1 && month % 6 == 1
    case .yearly: return dayOfMonth == 1 && month == 1
    case .cron:
      return cron?.runs(
        month: month, day: dayOfMonth, weekday: day.weekday,
        length: CivilDay.length(of: month, in: year)) ?? false
    }
  }
}

extension CivilDay {
  /// The number of days of a month.
  fileprivate static func length(of month: Int, in year: Int) -> Int {
    let next = month == 12 ? (year + 1, 1) : (year, month + 1)
    return CivilDay(year: next.0, month: next.1, day: 1).number
      - CivilDay(year: year, month: month, day: 1).number
  }
}

extension Schedule.Weekday {
  /// The number of the weekday; Sunday is 0.
  fileprivate var number: Int {
    switch self {
    case .sunday: 0
    case .monday: 1
    case .tuesday: 2
    case .wednesday: 3
    case .thursday: 4
    case .friday: 5
    case .saturday: 6
    }
  }
}
