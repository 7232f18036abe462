import JSON
import Languages
import Store
import Time

/// The last half year as small plots, with a table of the same numbers.
struct TrendSection {
  /// The weeks that are shown, the present one included.
  static let mostWeeks = 26

  /// The weeks with visits, oldest first.
  let trends: [Trend]
  let now: Timestamp

  /// The start of the first week that is shown.
  static func start(at now: Timestamp) -> Timestamp {
    now.startOfWeek - .days(7 * (mostWeeks - 1))
  }

  /// Nothing before the first visit.
  var content: [Markup] {
    guard !shown.isEmpty else { return [] }
    return [
      element("h2", ["id": "trends"], ["Trends"]),
      element("ul", ["class": "plots"], plots.map { element("li", [:], [$0.markup]) }),
      element(
        "details", [:],
        [element("summary", [:], ["The same numbers as a table"]), table.markup]),
    ]
  }

  /// The weeks of the plots; pages can be older than their state.
  private var shown: [Trend] {
    trends.filter { $0.week >= Self.start(at: now) && $0.week <= now }
  }

  private func plot(
    _ name: StaticString, _ title: Message, isCount: Bool = false, digits: Int = 0,
    _ value: (Trend) -> Double?
  ) -> Plot {
    var values = [Double?](repeating: nil, count: Self.mostWeeks)
    for trend in shown {
      let weeks = (trend.week - Self.start(at: now)).components.seconds / (7 * 86_400)
      if let index = Int(exactly: weeks), values.indices.contains(index) {
        values[index] = value(trend)
      }
    }
    return Plot(name: name, title: title, values: values, hasBars: isCount, digits: digits)
  }

  private var plots: [Plot] {
    [
      plot("open", "Open pull requests") { Double($0.open) },
      plot("merged", "Merged in a week", isCount: true) { Double($0.merged) },
      plot("days", "Days to merge", digits: 1) { trend in
        trend.secondsToMerge.map { seconds in Double(seconds) / 86_400 }
      },
      plot("libyears", "Libyears", digits: 1) { $0.libyears },
    ]
  }

  private var table: PageTable {
    PageTable(
      caption: "Trends by week",
      columns: [
        "Week from", .number("Open"), .number("Merged"), .number("Days to merge"),
        .number("Libyears"),
      ],
      rows: shown.reversed().map { trend in
        [
          .text("\(trend.week.date)"), count(trend.open), count(trend.merged),
          .text(trend.secondsToMerge.map { decimal(Double($0) / 86_400, digits: 1) } ?? "–"),
          .text(decimal(trend.libyears, digits: 1)),
        ]
      })
  }

  /// The format of the API.
  var json: Value {
    .array(
      shown.map { trend in
        [
          "week": .time(trend.week), "open": .int(trend.open), "merged": .int(trend.merged),
          "secondsToMerge": trend.secondsToMerge.map { .int($0) } ?? .null,
          "libyears": .number(decimal(trend.libyears, digits: 2)),
        ]
      })
  }
}

/// Formats a number with a fixed number of decimals.
func decimal(_ number: Double, digits: Int) -> String {
  let scale = (0..<digits).reduce(1.0) { product, _ in product * 10 }
  let scaled = (abs(number) * scale).rounded()
  guard let whole = Int(exactly: scaled) else { return "–" }
  let unit = Int(scale)
  let sign = number < 0 && whole > 0 ? "-" : ""
  guard digits > 0 else { return sign + "\(whole)" }
  let rest = "\(whole % unit)"
  let zeros = String(repeating: "0", count: digits - rest.count)
  return sign + "\(whole / unit).\(zeros)\(rest)"
}
