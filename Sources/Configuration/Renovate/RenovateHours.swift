/// The hours of a window of Renovate in which something may happen: `after 9am and before 5pm`.
///
/// Only whole hours count, so that nothing happens outside of the window.
struct RenovateHours: Hashable, Sendable {
  /// The hours of a day; nil: all.
  private var hours: [Int]?
  /// Day of the month, month and day of the week, as in cron.
  private var days: [String]

  /// Some windows as one cron.
  struct Union {
    /// A cron with a time at the beginning of every hour; nil if no window has one.
    var cron: String?
    /// Whether they are at any time.
    var isAlways: Bool
    /// Windows that aren't a part of `cron`.
    var lost: [String]
  }

  /// Combines windows that differ in their hours or in their days only.
  static func union(_ texts: [String]) -> Union {
    var whole: RenovateHours?
    var lost: [String] = []
    for text in texts {
      guard let window = RenovateHours(text) else {
        lost.append(text)
        continue
      }
      guard let former = whole else {
        whole = window
        continue
      }
      guard let both = former.united(with: window) else {
        lost.append(text)
        continue
      }
      whole = both
    }
    let isAlways = texts.isEmpty || whole?.isAlways ?? false
    return Union(cron: whole?.cron, isAlways: isAlways, lost: isAlways ? [] : lost)
  }

  private init?(_ text: String) {
    guard let window = RenovateWindow(text) else { return nil }
    days = Array(window.fields[2...])
    let tokens = text.lowercased().replacing(",", with: " ").split(separator: " ").map(String.init)
    if tokens.count == 5, tokens[0].hasPrefix("*") || Int(tokens[0]) != nil {
      // Renovate only takes crons of every minute.
      guard tokens[0] == "*", let hours = Self.hours(of: tokens[1]) else { return nil }
      self.hours = hours.count == 24 ? nil : hours
    } else {
      let start = window.start.map { $0.minute > 0 ? $0.hour + 1 : $0.hour }
      let end = window.end?.hour
      hours = Self.hours(from: start, to: end)
      if hours?.isEmpty ?? false { return nil }
    }
  }

  private static func hours(from start: Int?, to end: Int?) -> [Int]? {
    switch (start, end) {
    case (nil, nil): nil
    case (let start?, nil): Array(min(start, 24)..<24)
    case (nil, let end?): Array(0..<end)
    case (let start?, let end?) where start <= end: Array(start..<end)
    // After 10pm and before 5am: around midnight.
    case (let start?, let end?): Array(0..<end) + Array(min(start, 24)..<24)
    }
  }

  /// The hours of a field of cron: `0-3,22-23`, `*/2`.
  private static func hours(of field: String) -> [Int]? {
    guard let cron = try? Cron(parsing: "0 \(field) * * *") else { return nil }
    return (0..<24).filter(cron.hours.contains)
  }

  private var isAlways: Bool { hours == nil && days == ["*", "*", "*"] }

  private func united(with other: RenovateHours) -> RenovateHours? {
    var result = self
    if days == other.days {
      result.hours = hours.flatMap { own in
        other.hours.map { Array(Set(own).union($0)).sorted() }
      }
      return result
    }
    let different = days.indices.filter { days[$0] != other.days[$0] }
    guard hours == other.hours, different.count == 1, let index = different.first,
      days[index] != "*", other.days[index] != "*"
    else { return nil }
    result.days[index] = "\(days[index]),\(other.days[index])"
    return result
  }

  private var cron: String {
    let text = hours.map { $0.map(String.init).joined(separator: ",") } ?? "*"
    return (["0", text] + days).joined(separator: " ")
  }
}
