import Languages

/// A number with a link to the things that it counts.
struct Tile {
  let number: Int
  let label: Message
  let address: String
  /// The tone if the number is not 0.
  var tone = Tone.plain

  fileprivate var markup: Markup {
    element(
      "li", [:],
      [
        element(
          "a", ["href": address, "class": number == 0 ? "" : tone.rawValue],
          [element("strong", [:], [.text(grouped(number))]), .text(" "), .label(label)])
      ])
  }
}

/// Returns the numbers at the top of a page.
func tiles(_ tiles: [Tile]) -> Markup {
  element("ul", ["class": "tiles"], tiles.map(\.markup))
}

/// The meaning of a color.
enum Tone: String {
  case good, bad, busy, plain

  /// Creates the tone of a word of the state or of a forge.
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

/// Returns a word with a color; the word is sufficient without it.
func badge(_ word: String) -> Markup {
  element(
    "span", ["class": "badge \(Tone(word).rawValue)"], [.label(Message(stringLiteral: word))])
}

/// Returns names and values side by side.
func facts(_ facts: [(Message, Markup)]) -> Markup {
  element(
    "dl", [:],
    facts.map { name, value in
      element("div", [:], [element("dt", [:], [.label(name)]), element("dd", [:], [value])])
    })
}
