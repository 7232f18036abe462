/// A regular expression as a manifest writes it.
struct RubyRegex: Hashable, Sendable {
  /// Between the slashes, escapes as they are.
  var source: String
  /// Of `i`, `m` and `x`, those that stand behind, in the order in which Ruby prints them: `mix`.
  var options: String

  /// Nil where a letter asks for something else than `i`, `m`, `x` or, what changes nothing, `o`
  /// and `u`.
  init?(_ source: String, options: String) {
    guard options.allSatisfy({ "mixou".contains($0) }) else { return nil }
    self.source = source
    self.options = "mix".filter { options.contains($0) }
  }

  /// A text of which every letter stands for itself: Ruby's `Regexp.escape`.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      case "\u{c}": result += "\\f"
      case "\u{b}": result += "\\v"
      case " ", "#", "$", "(", ")", "*", "+", "-", ".", "?", "[", "\\", "]", "^", "{", "|", "}":
        result += "\\" + String(scalar)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// What `to_s` gives, and so what it is inside another one: `(?i-mx:a+)`.
  var embedded: String {
    let absent = "mix".filter { !options.contains($0) }
    return "(?\(options)\(absent.isEmpty ? "" : "-" + absent):\(source))"
  }

  /// What `inspect` gives.
  var written: String { "/\(source)/\(options)" }
}
