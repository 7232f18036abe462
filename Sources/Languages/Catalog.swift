/// The translations of one language, as read from a catalogue in the format of GNU gettext.
///
///     msgid "Close {1}"
///     msgstr "{1} を閉じる"
///
/// An entry with `msgctxt "label"` translates single words, on pages and in tables. An entry
/// with `msgctxt "sentence"` translates texts that reach `Language.translated` already put
/// together: its placeholders match any text. One with `msgctxt "help"` does so for the command line's
/// help and its errors.
struct Catalog: Sendable {
  /// By the identities of messages.
  private(set) var translations: [String: String] = [:]
  /// By the identities of labels.
  private(set) var labels: [String: String] = [:]
  /// The patterns of finished sentences, the most specific first.
  private(set) var sentences: [SentencePattern] = []
  /// The patterns of the help, the most specific first.
  private(set) var help: [SentencePattern] = []
  /// The lines that can't be read, and the entries that can't be used.
  private(set) var mistakes: [String] = []

  /// Parses a catalogue; what can't be used is listed in `mistakes`.
  init(_ text: String) {
    var entry = Entry()
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty {
        add(entry)
        entry = Entry()
      } else if !line.hasPrefix("#"), !entry.read(line) {
        mistakes.append("unreadable line: \(line)")
      }
    }
    add(entry)
    sentences.sort { $0.weight > $1.weight }
    help.sort { $0.weight > $1.weight }
  }

  private mutating func add(_ entry: Entry) {
    guard entry != Entry(), !entry.id.isEmpty || entry.context != nil else { return }
    guard !entry.id.isEmpty, !entry.text.isEmpty else {
      return mistakes.append("no translation: \(entry.id)")
    }
    switch entry.context {
    case nil:
      if translations.updateValue(entry.text, forKey: entry.id) != nil {
        mistakes.append("translated twice: \(entry.id)")
      }
    case "label": labels[entry.id] = entry.text
    case "sentence": sentences.append(SentencePattern(entry.id, entry.text))
    case "help": help.append(SentencePattern(entry.id, entry.text))
    case let other?: mistakes.append("unknown context: \(other)")
    }
  }
}

/// An entry of a catalogue.
private struct Entry: Hashable {
  var context: String?
  var id = ""
  var text = ""
  private var isInText = false

  /// Reads a line; returns whether it could be read.
  mutating func read(_ line: Substring) -> Bool {
    let word = line.prefix { $0 != " " && $0 != "\"" }
    guard let value = quoted(line.dropFirst(word.count).drop { $0 == " " }) else { return false }
    switch word {
    case "msgctxt": context = value
    case "msgid": id = value
    case "msgstr":
      text = value
      isInText = true
    case "": if isInText { text += value } else { id += value }
    default: return false
    }
    return true
  }
}

/// The content of a literal in double quotes; nil for anything else.
private func quoted(_ literal: Substring) -> String? {
  guard literal.count >= 2, literal.first == "\"", literal.last == "\"" else { return nil }
  var result = ""
  var isEscaped = false
  for character in literal.dropFirst().dropLast() {
    if isEscaped {
      result.append(character == "n" ? "\n" : character)
      isEscaped = false
    } else if character == "\\" {
      isEscaped = true
    } else if character == "\"" {
      return nil
    } else {
      result.append(character)
    }
  }
  return isEscaped ? nil : result
}
