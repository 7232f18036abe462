import CTranslations

/// A language in which martlet writes to people.
///
/// English texts are written where they are used, as `Message`s. Another language is a case here and a
/// catalogue next to this file, in the format of GNU gettext:
///
///     language("Bumps \(count) dependencies.")
///
///     msgid "Bumps {1} dependencies."
///     msgstr "{1} 個の依存パッケージを更新します。"
package enum Language: String, CaseIterable, Codable, Hashable, Sendable {
  case english = "en"
  case japanese = "ja"
}

extension Language {
  /// Translates a message; one without a translation stays English.
  package func callAsFunction(_ message: Message) -> String {
    guard let translation = catalog?.translations[message.id] else { return message.english }
    return translation.filled(message.values)
  }

  /// Translates a label, such as the head of a column; one without a translation stays English.
  package func label(_ text: LabelText) -> String {
    guard let translation = catalog?.labels[text.id] else { return text.english }
    return translation.filled(text.values)
  }

  /// Translates a sentence that is already put together, such as a reason from another module.
  ///
  /// - Returns: the sentence itself if no pattern of the catalogue matches.
  package func translated(_ sentence: String) -> String {
    guard let catalog else { return sentence }
    for pattern in catalog.sentences {
      guard let values = pattern.values(in: sentence) else { continue }
      return pattern.translation.filled(values.map(translated))
    }
    return sentence
  }

  /// Translates a text of the command line's help, or an error in its arguments.
  ///
  /// - Returns: the text itself if the catalogue doesn't have it.
  package func help(_ text: String) -> String {
    for pattern in catalog?.help ?? [] {
      guard let values = pattern.values(in: text) else { continue }
      return pattern.translation.filled(values)
    }
    return text
  }

  /// Joins the elements of a list: `a, b`.
  package func list(_ elements: [String]) -> String {
    elements.joined(separator: self(Message(", ")))
  }

  /// The catalogue; nil for English.
  var catalog: Catalog? {
    switch self {
    case .english: nil
    case .japanese: .japanese
    }
  }
}

extension Catalog {
  fileprivate static let japanese: Catalog = {
    var count = 0
    let bytes = martlet_japanese(&count)
    return Catalog(String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self))
  }()
}

extension String {
  /// Replaces `{1}`, `{2}` by values.
  fileprivate func filled(_ values: [String]) -> String {
    guard contains("{") else { return self }
    var result = ""
    var rest = self[...]
    while let open = rest.firstIndex(of: "{") {
      result += rest[..<open]
      rest = rest[open...]
      guard let close = rest.firstIndex(of: "}"), let number = Int(rest[..<close].dropFirst()),
        values.indices.contains(number - 1)
      else {
        result.append(rest.removeFirst())
        continue
      }
      result += values[number - 1]
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }
}
