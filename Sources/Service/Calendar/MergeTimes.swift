package import Configuration
package import Time
package import Updates

extension MergeCalendar {
  /// The calendar with the time zones of this machine.
  ///
  /// A schedule with a time, or a cron schedule, allows merges for an hour from each of its times;
  /// any other schedule for all of its days.
  package static let ofMachine = MergeCalendar(
    window: { schedule, now in
      guard let zone = try? ZoneDatabase.system.rules(of: schedule.timezone) else {
        return .unknownZone(schedule.timezone)
      }
      return schedule.mergeWindow(at: now, in: zone)
    },
    day: { zone, now in
      (try? ZoneDatabase.system.rules(of: zone)).map { $0.day(at: now).start.date }
    })
}

extension Schedule {
  /// Returns whether merges may begin at a time, in the rules of the schedule's time zone.
  package func mergeWindow(at now: Timestamp, in zone: ZoneRules) -> MergeWindow {
    if time != nil || interval == .cron {
      let next = nextFire(after: now - .seconds(3_600), in: zone, key: "")
      return next.map { $0 <= now ? .open : .closed(until: $0) } ?? .closed(until: nil)
    }
    let today = zone.day(at: now)
    if fires(on: today) { return .open }
    // A schedule without a time fires at least once a year.
    let next = (1...366).lazy.map { CivilDay(number: today.number + $0) }.first(where: fires)
    return .closed(until: next.map { zone.midnight(of: $0) })
  }
}

extension ZoneRules {
  /// The day at a time.
  fileprivate func day(at time: Timestamp) -> CivilDay {
    let local = time.seconds + Int64(offset(at: time.seconds))
    return CivilDay(number: Int(local.floorDivided(by: 86_400)))
  }

  /// The start of a day, by the offset at its noon.
  fileprivate func midnight(of day: CivilDay) -> Timestamp {
    let start = Int64(day.number) * 86_400
    return Timestamp(seconds: start - Int64(offset(at: start + 43_200)))
  }
}
