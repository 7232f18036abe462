import Languages

/// A table with a caption and column headers, which scrolls if it is too wide.
struct PageTable {
  /// The header of a column.
  struct Column: ExpressibleByStringLiteral {
    let title: Message
    var isNumber = false

    init(stringLiteral title: String) {
      self.title = Message(stringLiteral: title)
    }

    /// A right-aligned column of numbers.
    static func number(_ title: String) -> Column {
      var column = Column(stringLiteral: title)
      column.isNumber = true
      return column
    }
  }

  /// The caption for screen readers; a heading shows the same.
  var caption: Message
  var columns: [Column]
  var rows: [[Markup]]
  /// The message for an empty table.
  var empty: Message = "There is nothing here yet."

  var markup: Markup {
    guard !rows.isEmpty else { return element("p", ["class": "empty"], [.label(empty)]) }
    let head = columns.map { column in
      element("th", ["scope": "col", "class": kind(column)], [.label(column.title)])
    }
    let body = rows.map { row in element("tr", [:], row.enumerated().map(cell)) }
    return element(
      "div", ["class": "scroll", "tabindex": "0", "role": "region"], named: caption,
      [
        element(
          "table", ["class": columns.count > 3 ? "" : "narrow"],
          [
            element("caption", ["class": "hidden"], [.label(caption)]),
            element("thead", [:], [element("tr", [:], head)]), element("tbody", [:], body),
          ])
      ])
  }

  /// The first cell of a row is its header.
  private func cell(_ index: Int, _ content: Markup) -> Markup {
    let column = index < columns.count ? columns[index] : ""
    return index == 0
      ? element("th", ["scope": "row", "class": kind(column)], [content])
      : element("td", ["class": kind(column)], [content])
  }

  private func kind(_ column: Column) -> String { column.isNumber ? "number" : "" }
}
