/// A number that matters, with the way to what it counts.
struct Tile {
  let number: Int
  let words: String
  let address: String
  /// How loud it is where the number is not 0.
  var tone = Tone.plain

  fileprivate var markup: Markup {
    element(
      "li", [:],
      [
        element(
          "a", ["href": address, "class": number == 0 ? "" : tone.rawValue],
          [element("strong", [:], [.text(grouped(number))]), .text(" " + words)])
      ])
  }
}

/// The numbers that stand above a page.
func tiles(_ tiles: [Tile]) -> Markup {
  element("ul", ["class": "tiles"], tiles.map(\.markup))
}

/// What a colour says.
enum Tone: String {
  case good, bad, busy, plain

  /// The tone of a word that the state or a forge uses.
  init(_ word: String) {
    switch word {
    case "passed", "up-to-date", "merged", "ok", "success", "fresh": self = .good
    case "failed", "timed-out", "problem", "red", "vulnerable", "failure", "error", "timed_out",
      "cancelled",
      "action_required", "startup_failure":
      self = .bad
    case "pending", "proposed", "open", "running", "waiting", "awaited", "queued", "in_progress":
      self = .busy
    default: self = .plain
    }
  }
}

/// A word that has a colour as well; the word alone says enough.
func badge(_ word: String) -> Markup {
  element("span", ["class": "badge \(Tone(word).rawValue)"], [.text(word)])
}

/// Names and values, side by side.
func facts(_ facts: [(String, Markup)]) -> Markup {
  element(
    "dl", [:],
    facts.map { name, value in
      element("div", [:], [element("dt", [:], [.text(name)]), element("dd", [:], [value])])
    })
}
