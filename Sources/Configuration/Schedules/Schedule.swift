import YAML

/// When an entry, or the whole service, looks for updates.
package struct Schedule: Hashable, Sendable {
  /// How often; `daily` means weekdays, as in Dependabot.
  package enum Interval: String, CaseIterable, Hashable, Sendable {
    case daily, weekly, monthly, quarterly, semiannually, yearly, cron
  }

  /// A day of the week by its English name.
  package enum Weekday: String, CaseIterable, Hashable, Sendable {
    case monday, tuesday, wednesday, thursday, friday, saturday, sunday
  }

  /// Required in a file; `daily` stands where a value is made without one.
  package var interval: Interval
  /// Counts for `weekly` alone.
  package var day = Weekday.monday
  /// Nil: a time that follows from the repository's name, so that not all come at once.
  package var time: TimeOfDay?
  /// An IANA name, such as `Asia/Tokyo`.
  package var timezone = "UTC"
  /// Counts for `cron` alone.
  package var cron: Cron?

  /// Starts from an interval and Dependabot's defaults.
  package init(_ interval: Interval = .daily) {
    self.interval = interval
  }
}

extension Shape where Value == Schedule {
  static var schedule: Shape {
    section(
      Schedule(),
      [
        Key("interval", \.interval, .word, required: true),
        Key("day", \.day, .word),
        Key("time", \.time, .parsed("a time of day such as \"05:30\"") { TimeOfDay($0) }),
        Key("timezone", \.timezone, .parsed("a time zone such as Asia/Tokyo", timezone)),
        Key(
          "cronjob", \.cron,
          .parsed("a schedule such as \"0 9 * * mon\" or \"every monday at 9am\"") { Cron($0) }),
      ]
    ).checked(agree)
  }
}

private func timezone(_ text: String) -> String? {
  let parts = text.split(separator: "/", omittingEmptySubsequences: false)
  let isName = parts.allSatisfy { part in
    part.first?.isLetter == true
      && part.utf8.allSatisfy {
        $0 < 0x80 && (Character(Unicode.Scalar($0)).isLetter || isSign($0))
      }
  }
  return isName && text.utf8.count <= 64 ? text : nil
}

private func isSign(_ byte: UInt8) -> Bool {
  "0123456789+-_".utf8.contains(byte)
}

private func agree(_ schedule: Schedule, _ node: Node, _ decoding: inout Decoding) {
  if schedule.interval == .cron, node["cronjob"] == nil {
    decoding.error("the interval 'cron' needs a 'cronjob'", at: node)
  }
  if schedule.interval != .cron, let cron = node["cronjob"] {
    decoding.error("'cronjob' needs the interval 'cron'", at: cron)
  }
  if let cron = schedule.cron, !cron.comes, let place = node["cronjob"] {
    decoding.error("no month of this schedule has such a day, so that it never comes", at: place)
  }
  if schedule.interval != .weekly, let day = node["day"] {
    decoding.warn("'day' counts only with the interval 'weekly'", at: day)
  }
  if schedule.interval == .cron, let time = node["time"] {
    decoding.warn("'time' doesn't count with the interval 'cron'", at: time)
  }
}
