import Ecosystem
import Languages

/// Formats third-party text as code, in which Markdown, mentions and references have no effect.
func code(_ text: String) -> String {
  let text = oneLine(shown(text))
  let longest = text.split(whereSeparator: { $0 != "`" }).map(\.count).max() ?? 0
  let fence = String(repeating: "`", count: longest + 1)
  return longest == 0 ? "`\(text)`" : "\(fence) \(text) \(fence)"
}

/// Lists names as code, eight at most.
///
/// - Parameters:
///   - names: third-party names.
///   - kind: the plural of what they name, if there are more.
///   - language: the language of the list.
/// - Returns: one line of Markdown.
func shortList(_ names: [String], of kind: Message, _ language: Language) -> String {
  let shown = language.list(names.prefix(8).map { code($0) })
  return names.count > 8
    ? language("\(shown) and \(names.count - 8) more \(language(kind))") : shown
}

/// Returns a text without line breaks and invisible characters, so that it can't begin a paragraph
/// of a commit message, end a line of a table, or hide what it says.
func oneLine(_ text: String) -> String {
  guard text.unicodeScalars.contains(where: \.breaksLines) else { return text }
  let scalars = text.unicodeScalars.map { $0.breaksLines ? " " : $0 }
  return String(String.UnicodeScalarView(scalars))
}

/// The signs that make a following number a reference on some host: an issue, a merge request, an
/// epic, a snippet, a milestone, a label or an alert.
private let referenceSigns: Set<Unicode.Scalar> = ["#", "!", "&", "$", "%", "~", "^"]

/// Converts a name from the repository's files to plain text for titles and commit messages.
///
/// Replaces line breaks, backticks and the characters of HTML and links. `#1`, `!1` and `@ann` stay
/// readable but are not references.
///
/// - Parameters:
///   - name: a group, a folder or a dependency.
///   - isScoped: whether the name may start with `@`, as in `@babel/core`.
/// - Returns: one line of text.
func plain(_ name: String, isScoped: Bool = false) -> String {
  var result = String.UnicodeScalarView()
  var (last, before): (Unicode.Scalar, Unicode.Scalar) = (" ", " ")
  for scalar in oneLine(name).unicodeScalars {
    let isNumber = scalar.properties.numericType != nil
    let isReference = referenceSigns.contains(last) && isNumber
    let isMention =
      !isScoped && last == "@" && before == " " && (isNumber || scalar.properties.isAlphabetic)
    if isReference || isMention { result.append("\u{200B}") }
    result.append("`<>[]".unicodeScalars.contains(scalar) ? "'" : scalar)
    (before, last) = (last, scalar)
  }
  return String(result)
}

/// Escapes a sentence with third-party names for Markdown: one line without code, links, HTML, mentions
/// and references.
func inMarkdown(_ sentence: String) -> String {
  var result = ""
  var (last, before): (Character, Character) = (" ", " ")
  for character in oneLine(sentence) {
    let isWord = { (one: Character) in one.isLetter || one.isNumber }
    let isMention = last == "@" && isWord(character) && !isWord(before)
    let isReference =
      character.isNumber && last.unicodeScalars.allSatisfy(referenceSigns.contains)
    if isMention || isReference { result.append("\u{200B}") }
    switch character {
    case "`", "[": result += "\\\(character)"
    case "<": result += "&lt;"
    default: result.append(character)
    }
    (before, last) = (last, character)
  }
  return result
}

/// Shortens a text to a number of UTF-16 units, with an ellipsis at the end.
func shortened(_ text: String, to limit: Int) -> String {
  guard text.utf16.count > limit else { return text }
  var result = text
  while result.utf16.count >= limit, !result.isEmpty { result.removeLast() }
  return result + "…"
}

extension Unicode.Scalar {
  /// Whether it is a control character, a line or paragraph separator, or changes the text direction.
  fileprivate var breaksLines: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
    case .format: value != 0x200D
    default: false
    }
  }
}
