/// A text in the macros of man(7), written line by line.
package struct Roff: Hashable, Sendable {
  /// The lines so far; each ends with a newline.
  package private(set) var text = ""

  /// Creates an empty text.
  package init() {}

  /// Creates a page whose first line is a `.TH` request.
  init(title: String) { text = title + "\n" }

  /// Starts a section: `DESCRIPTION`.
  package mutating func section(_ title: String) {
    text += ".SH \(title)\n"
  }

  /// Adds a paragraph, whose line breaks don't count.
  package mutating func paragraph(_ words: String) {
    text += ".PP\n" + Self.line(words)
  }

  /// Adds an entry of a list: a term in bold, and its text below it.
  package mutating func item(_ term: String, _ words: String) {
    text += ".TP\n\\fB\(Self.escaped(term))\\fR\n" + Self.line(words)
  }

  /// Adds references to other pages: `martlet.yml(5)`.
  package mutating func references(_ pages: [(name: String, section: Int)]) {
    let last = pages.count - 1
    for (index, page) in pages.enumerated() {
      let comma = index == last ? "" : ","
      text += ".BR \(Self.escaped(page.name)) (\(page.section))\(comma)\n"
    }
  }

  /// Adds a line with a first part in bold.
  mutating func bold(_ words: String, then rest: String) {
    text += "\\fB\(Self.escaped(words))\\fR\(Self.escaped(rest))\n"
  }

  /// Adds the line that the index of man pages is made of, `name \- summary`.
  mutating func index(_ name: String, _ summary: String) {
    text += "\(Self.escaped(name)) \\- \(Self.escaped(summary))\n"
  }

  private static func line(_ words: String) -> String {
    let text = escaped(words.split(whereSeparator: \.isNewline).joined(separator: " "))
    // A line that starts with a point or an apostrophe would be a request.
    return (text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" : "") + text + "\n"
  }

  /// Escapes what roff changes: backslashes, and signs that typography would replace.
  package static func escaped(_ words: String) -> String {
    var result = ""
    for character in words {
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case "…": result += "..."
      default: result.append(character)
      }
    }
    return result
  }
}
