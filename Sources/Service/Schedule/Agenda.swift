import Configuration
package import Store
package import Time
package import Updates

/// Plans the visits of a repository's entries, without side effects.
package struct Agenda: Hashable, Sendable {
  /// The number of seconds over which entries with the same time of day are spread.
  package static let spread = Duration.seconds(300)

  /// One item for each entry that the last visit found in the file, in any order.
  package var items: [AgendaItem]

  /// Creates an agenda from stored items.
  package init(_ items: [AgendaItem] = []) {
    self.items = items
  }

  /// Returns how much of a repository a visit looks at.
  ///
  /// After an event about checks, pull requests are watched and nothing else, unless an entry is
  /// due or the previous visit failed: those need a whole pass anyway.
  ///
  /// - Parameters:
  ///   - job: the job of the visit.
  ///   - now: the current time.
  /// - Returns: `everything` for a repository without a plan.
  package func extent(of job: Job, now: Timestamp) -> JobExtent {
    guard job.cause == .check, job.attempts == 0, !items.isEmpty else { return .everything }
    return items.allSatisfy { $0.nextAt > now } ? .changedChecks : .everything
  }

  /// Returns the agenda without times that the schedules can't have planned.
  ///
  /// An entry is due at the latest when its schedule fires next. A later time was planned with a clock
  /// that was ahead.
  ///
  /// - Parameters:
  ///   - schedules: the entries of the current file.
  ///   - now: the current time.
  ///   - key: the key that spreads the times of day.
  ///   - zone: returns the rules of a time zone.
  /// - Returns: the agenda with the earlier of both times.
  package func bounded(
    by schedules: [EntrySchedule], now: Timestamp, key: String, zone: (String) -> ZoneRules
  ) -> Agenda {
    Agenda(
      items.map { item in
        guard item.nextAt > now, let schedule = schedules.first(where: { item.isPlanned(by: $0) }),
          let fire = schedule.schedule.nextFire(
            after: now, in: zone(schedule.schedule.timezone), key: key, spread: Self.spread)
        else { return item }
        var item = item
        item.nextAt = min(item.nextAt, fire)
        return item
      })
  }

  /// Returns the agenda with all entries due at a time at the latest; nil: unchanged.
  package func bounded(by time: Timestamp?) -> Agenda {
    guard let time else { return self }
    return Agenda(
      items.map { item in
        var item = item
        item.nextAt = min(item.nextAt, time)
        return item
      })
  }

  /// Returns the purpose of a visit for each entry.
  ///
  /// A person's request and a push include all entries. For entries that are not due, check results
  /// include nothing, and advisories include only security fixes.
  ///
  /// - Parameters:
  ///   - schedules: the entries of the current file.
  ///   - cause: the trigger of the visit.
  ///   - now: the current time.
  /// - Returns: the purposes in the order of the file.
  package func due(
    _ schedules: [EntrySchedule], because cause: Job.Cause, now: Timestamp
  ) -> [DueUpdates] {
    schedules.map { schedule in
      // The file repeats an entry by mistake; its first schedule counts.
      let first = schedules.first { $0.entry == schedule.entry } ?? schedule
      guard cause < .push, let item = self[first], item.nextAt > now else {
        return .everything
      }
      return cause == .advisory ? .fixes : .nothing
    }
  }

  /// Returns whether an entry has not been visited since a commit was pushed to the default branch,
  /// because the webhook was lost.
  package func isBehind(_ head: String) -> Bool {
    items.contains { $0.head != head }
  }

  /// Returns the plan after a successful visit.
  ///
  /// - Parameters:
  ///   - schedules: the entries of the file during the visit.
  ///   - visited: the purpose for each entry.
  ///   - head: the commit of the visit.
  ///   - now: the current time.
  ///   - key: the key that spreads the times of day, such as the repository's name.
  ///   - zone: returns the rules of a time zone.
  /// - Returns: the new plan.
  package func after(
    _ schedules: [EntrySchedule], visited: [DueUpdates], head: String, now: Timestamp, key: String,
    zone: (String) -> ZoneRules
  ) -> Agenda {
    var planned: Set<String> = []
    return Agenda(
      zip(schedules, visited).filter { planned.insert($0.0.entry).inserted }.map {
        schedule, attention in
        if attention != .everything, let item = self[schedule] { return item }
        let next = schedule.schedule.nextFire(
          after: now, in: zone(schedule.schedule.timezone), key: key, spread: Self.spread)
        return AgendaItem(
          entry: schedule.entry, scheduleText: schedule.scheduleText, target: schedule.target,
          head: head, nextAt: next ?? .distantFuture)
      })
  }

  /// Returns the next time of a visit: the first time of its entries, and at the latest the sweep.
  ///
  /// - Parameters:
  ///   - now: the current time.
  ///   - sweep: the time after which a repository is visited in any case, to find
  ///     changes without a webhook; a tenth of it spreads the repositories.
  ///   - key: the key that spreads them.
  /// - Returns: the time of the next visit.
  package func next(after now: Timestamp, sweep: Duration, key: String) -> Timestamp {
    let latest = now + sweep + Jitter.delay(for: key, below: sweep / 10)
    return min(latest, items.map(\.nextAt).min() ?? latest)
  }

  /// The item of an entry, unless its schedule has changed.
  private subscript(schedule: EntrySchedule) -> AgendaItem? {
    items.first { $0.isPlanned(by: schedule) }
  }
}

extension AgendaItem {
  fileprivate func isPlanned(by schedule: EntrySchedule) -> Bool {
    entry == schedule.entry && scheduleText == schedule.scheduleText
  }
}
