import Text
import YAML

/// The schedule of an entry or of the whole service.
package struct Schedule: Hashable, Sendable {
  /// The interval; `daily` means weekdays, as in Dependabot.
  package enum Interval: String, CaseIterable, Hashable, Sendable {
    case daily, weekly, monthly, quarterly, semiannually, yearly, cron
  }

  /// A day of the week by its English name.
  package enum Weekday: String, CaseIterable, Hashable, Sendable {
    case monday, tuesday, wednesday, thursday, friday, saturday, sunday
  }

  /// The interval.
  ///
  /// It is required in a file and defaults to `daily` elsewhere.
  package var interval: Interval
  /// The day of the week; used only for `weekly`.
  package var day = Weekday.monday
  /// The time of day; nil for one derived from the repository's name, which spreads the load.
  package var time: TimeOfDay?
  /// The IANA name of the time zone, such as `Asia/Tokyo`.
  package var timezone = "UTC"
  /// The cron schedule; used only for `cron`.
  package var cron: Cron?

  /// Creates a schedule with Dependabot's defaults.
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
        Key("time", \.time, .timeOfDay("05:30")),
        Key("timezone", \.timezone, .timezone),
        Key("cronjob", \.cron, .cron),
      ]
    ).checked(agree)
  }
}

extension Shape where Value == Cron {
  fileprivate static var cron: Shape {
    let what = "a schedule such as \"0 9 * * mon\" or \"every monday at 9am\""
    return Shape(type: .string) { node, decoding in
      guard let text = decoding.scalar(node, expecting: what), !text.isOpen else { return nil }
      do throws(CronProblem) {
        return try Cron(parsing: text.text)
      } catch {
        decoding.expected(what, node, because: error.message.isEmpty ? nil : error.message)
        return nil
      }
    }
  }
}

extension Shape where Value == String {
  /// The name of a time zone.
  static var timezone: Shape {
    .parsed("a time zone such as Asia/Tokyo", as: .timezone) { zoneName($0) }
  }
}

private func zoneName(_ text: String) -> String? {
  let parts = text.slashParts(omittingEmptySubsequences: false)
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
  if let cron = schedule.cron, !cron.hasDates, let value = node["cronjob"] {
    decoding.error("this schedule matches no date and would never run", at: value)
  }
  if schedule.interval != .weekly, let day = node["day"] {
    decoding.warn("'day' is used only with the interval 'weekly'", at: day)
  }
  if schedule.interval == .cron, let time = node["time"] {
    decoding.warn("'time' is not used with the interval 'cron'", at: time)
  }
}
