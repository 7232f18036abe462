/// A table with a caption and a header for each column, that scrolls by itself where it is wide.
struct PageTable {
  var caption: String
  var columns: [String]
  var rows: [[Markup]]
  /// What is said in place of an empty table.
  var empty = "There is nothing here yet."

  var markup: Markup {
    guard !rows.isEmpty else { return element("p", [:], [.text(empty)]) }
    let head = columns.map { element("th", ["scope": "col"], [.text($0)]) }
    let body = rows.map { row in
      element("tr", [:], row.enumerated().map(cell))
    }
    return element(
      "div", ["class": "scroll", "tabindex": "0", "role": "region", "aria-label": caption],
      [
        element(
          "table", [:],
          [
            element("caption", [:], [.text(caption)]),
            element("thead", [:], [element("tr", [:], head)]), element("tbody", [:], body),
          ])
      ])
  }

  /// The first cell of a row is its header.
  private func cell(_ place: Int, _ content: Markup) -> Markup {
    place == 0 ? element("th", ["scope": "row"], [content]) : element("td", [:], [content])
  }
}

/// A word that has a colour as well; the word alone says enough.
func badge(_ word: String) -> Markup {
  element("span", ["class": "badge \(tone(word))"], [.text(word)])
}

private func tone(_ word: String) -> String {
  switch word {
  case "passed", "up-to-date", "merged", "ok": "good"
  case "failed", "timed-out", "problem", "declined": "bad"
  case "pending", "current", "opened", "updated", "open", "running": "busy"
  default: "plain"
  }
}
