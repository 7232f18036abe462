/// A regular expression literal.
package struct RubyRegex: Hashable, Sendable {
  /// Between the slashes, escapes as they are.
  var source: String
  /// The flags among `i`, `m` and `x`, in the order in which Ruby prints them: `mix`.
  var options: String

  /// Returns nil for a flag other than `i`, `m` and `x`, or `o` and `u`, which have no effect.
  init?(_ source: String, options: String) {
    guard options.allSatisfy({ "mixou".contains($0) }) else { return nil }
    self.source = source
    self.options = "mix".filter { options.contains($0) }
  }

  /// Escapes all special characters, as Ruby's `Regexp.escape`.
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

  /// The result of `to_s`, which is inserted into another pattern: `(?i-mx:a+)`.
  var embedded: String {
    let absent = "mix".filter { !options.contains($0) }
    return "(?\(options)\(absent.isEmpty ? "" : "-" + absent):\(source))"
  }

  /// The result of `inspect`.
  var written: String { "/\(source)/\(options)" }
}
