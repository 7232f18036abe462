import Configuration
package import Store
package import Updates

/// Plans when a repository's entries are looked at; pure.
package struct Agenda: Hashable, Sendable {
  /// Seconds that entries with the same time of day are spread over.
  package static let spread: Int64 = 300

  /// One for each entry that the last visit found in the file, in no order that counts.
  package var items: [AgendaItem]

  /// Starts from what is remembered.
  package init(_ items: [AgendaItem] = []) {
    self.items = items
  }

  /// Says what a visit looks for at each entry.
  ///
  /// A person's word and a push mean all of them. Of those that are not due, CI's news mean none, and
  /// advisories' what fixes.
  ///
  /// - Parameters:
  ///   - schedules: the entries of the file as it is.
  ///   - cause: why the visit is made.
  ///   - now: seconds since 1970.
  /// - Returns: what is looked for, in the order of the file.
  package func due(
    _ schedules: [EntrySchedule], because cause: Job.Cause, now: Int64
  ) -> [DueUpdates] {
    schedules.map { schedule in
      guard cause < .push, let item = self[schedule], item.nextAt > now else {
        return .everything
      }
      return cause == .advisory ? .fixes : .nothing
    }
  }

  /// Whether an entry was not looked at since a commit came to the default branch: the webhook of
  /// the push was lost.
  package func isBehind(_ head: String) -> Bool {
    items.contains { $0.head != head }
  }

  /// Plans what comes after a visit that went well.
  ///
  /// - Parameters:
  ///   - schedules: the entries of the file as the visit found it.
  ///   - visited: what it looked for at each.
  ///   - head: the commit that it saw.
  ///   - now: seconds since 1970.
  ///   - key: what the times of day are spread by, such as the repository's name.
  ///   - zone: the rules of a time zone.
  /// - Returns: the new plan.
  package func after(
    _ schedules: [EntrySchedule], visited: [DueUpdates], head: String, now: Int64, key: String,
    zone: (String) -> ZoneRules
  ) -> Agenda {
    Agenda(
      zip(schedules, visited).map { schedule, attention in
        if attention != .everything, let item = self[schedule] { return item }
        let next = schedule.schedule.nextFire(
          after: now, in: zone(schedule.schedule.timezone), key: key, spread: Self.spread)
        return AgendaItem(
          entry: schedule.entry, rhythm: schedule.rhythm, target: schedule.target,
          head: head, nextAt: next ?? .max)
      })
  }

  /// When the repository is visited next: at its entries' first time, at the latest by a sweep.
  ///
  /// - Parameters:
  ///   - now: seconds since 1970.
  ///   - sweep: seconds after which a repository is looked at in any case, to find what webhooks
  ///     did not tell; a tenth of it spreads the repositories.
  ///   - key: what they are spread by.
  /// - Returns: seconds since 1970.
  package func next(after now: Int64, sweep: Int64, key: String) -> Int64 {
    let latest = now + sweep + Jitter.number(for: key, below: sweep / 10)
    return min(latest, items.map(\.nextAt).min() ?? latest)
  }

  /// The item of an entry, as long as its schedule is the same.
  private subscript(schedule: EntrySchedule) -> AgendaItem? {
    items.first { $0.entry == schedule.entry && $0.rhythm == schedule.rhythm }
  }
}
