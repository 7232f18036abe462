import Languages

/// A small plot of values at equal distances, as SVG without scripts.
///
/// Screen readers get its title and a sentence about it; a table next to the plot has all values.
struct Plot {
  /// Unique on the page.
  let name: StaticString
  let title: Message
  /// Oldest first; nil where nothing is known.
  let values: [Double?]
  /// Whether values are shown as bars from 0, otherwise as a line.
  var hasBars = false
  /// The decimals of numbers.
  var digits = 0

  private static let width = 156.0
  private static let height = 40.0
  private static let margin = 3.0

  var markup: Markup {
    element(
      "figure", [:],
      [
        element(
          "figcaption", [:],
          [.label(title), .text(" "), element("strong", [:], [.text(shown(known.last))])]),
        drawing,
      ])
  }

  private var known: [Double] { values.compactMap(\.self) }
  private var highest: Double { known.max() ?? 0 }
  private func shown(_ value: Double?) -> String {
    value.map { decimal($0, digits: digits) } ?? "–"
  }

  private var drawing: Markup {
    let (title, text) = ("\(name)-title", "\(name)-text")
    return element(
      "svg",
      [
        "class": "plot", "viewBox": "0 0 \(number(Self.width)) \(number(Self.height))",
        "role": "img", "aria-labelledby": "\(title) \(text)",
      ],
      [
        element("title", ["id": title], [.label(self.title)]),
        element("desc", ["id": text], [.label(sentence)]),
        element(
          "path",
          ["class": "axis", "d": "M0 \(number(y(0)))H\(number(Self.width))"], []),
        hasBars ? bars : lines,
      ])
  }

  private var sentence: Message {
    guard let first = known.first, let last = known.last, let lowest = known.min() else {
      return "Nothing is known."
    }
    return
      "First \(shown(first)), last \(shown(last)), lowest \(shown(lowest)), highest \(shown(highest))."
  }

  private var step: Double { Self.width / Double(max(values.count, 1)) }
  private func x(_ index: Int) -> Double { (Double(index) + 0.5) * step }
  private func y(_ value: Double) -> Double {
    let share = highest > 0 ? value / highest : 0
    return Self.height - Self.margin - share * (Self.height - 2 * Self.margin)
  }

  private var bars: Markup {
    let parts = values.indices.compactMap { index -> String? in
      guard let value = values[index], value > 0 else { return nil }
      let left = number(x(index) - step * 0.35)
      return "M\(left) \(number(y(0)))V\(number(y(value)))h\(number(step * 0.7))V\(number(y(0)))Z"
    }
    return element("path", ["class": "bars", "d": parts.joined()], [])
  }

  /// A line for each run of known values; a single value is a dot.
  private var lines: Markup {
    var path = ""
    for index in values.indices {
      guard let value = values[index] else { continue }
      let follows = index > 0 && values[index - 1] != nil
      path += "\(follows ? "L" : "M")\(number(x(index))) \(number(y(value)))"
      let ends = index + 1 == values.count || values[index + 1] == nil
      if !follows, ends { path += "h0" }
    }
    return element("path", ["class": "line", "d": path], [])
  }

  private func number(_ value: Double) -> String { decimal(value, digits: 1) }
}
