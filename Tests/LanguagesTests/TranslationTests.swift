import FoundationEssentials
import Testing

@testable import Languages

private let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()

/// The messages in martlet's sources, by identity with the files that have them.
private let messages = found(by: ["language(", "Message("])

/// The same for labels; pages have others, which `In Japanese` of ServiceTests finds.
private let labels = found(by: ["label(", "LabelText("])

private func found(by calls: [String]) -> [String: Set<String>] {
  var found: [String: Set<String>] = [:]
  let paths = (try? FileManager.default.subpathsOfDirectory(atPath: root + "/Sources")) ?? []
  for path in paths {
    guard path.hasSuffix(".swift"),
      let data = FileManager.default.contents(atPath: "\(root)/Sources/\(path)")
    else { continue }
    let source = String(decoding: data, as: UTF8.self)
    for id in MessageScanner.messages(in: source, of: calls) {
      found[id, default: []].insert(path)
    }
  }
  return found
}

/// The numbers of the placeholders, sorted: `{2} of {1}` has 1 and 2.
private func placeholders(in text: String) -> [String] {
  text.matches(of: /\{[0-9]+\}/).map { String($0.output) }.sorted()
}

private let translated = Language.allCases.filter { $0.catalog != nil }

@Suite struct `The texts for people` {
  @Test func `are found in the sources`() {
    #expect(messages["Bumps {1} from {2} to {3}{4}."] == ["Updates/Describe/Body.swift"])
    #expect(messages.count > 200)
  }

  @Test(arguments: translated)
  func `all have a translation`(language: Language) throws {
    let catalog = try #require(language.catalog)
    let missing =
      messages.filter { catalog.translations[$0.key] == nil }.map { ("", $0.key, $0.value) }
      + labels.filter { catalog.labels[$0.key] == nil && $0.key.contains(/[a-z]/) }.map {
        ("msgctxt \"label\"\n", $0.key, $0.value)
      }
    let entries = missing.sorted { $0.1 < $1.1 }.map { context, id, files in
      "#: \(files.sorted().joined(separator: " "))\n\(context)msgid \(quoted(id))\nmsgstr \"\"\n"
    }
    #expect(entries.isEmpty, "add to \(language.rawValue).po:\n\(entries.joined(separator: "\n"))")
  }

  @Test(arguments: translated)
  func `are all in use`(language: Language) throws {
    let known = try #require(language.catalog).translations
    let unused = known.keys.filter { messages[$0] == nil }.sorted()
    #expect(unused == [])
  }

  @Test(arguments: translated)
  func `have the same placeholders in each language`(language: Language) throws {
    let catalog = try #require(language.catalog)
    #expect(catalog.mistakes == [])
    let pairs =
      catalog.translations.map { ($0.key, $0.value) } + catalog.labels.map { ($0.key, $0.value) }
      + (catalog.sentences + catalog.help).map { ($0.id, $0.translation) }
    for (id, translation) in pairs {
      #expect(placeholders(in: translation) == placeholders(in: id), "\(id)")
    }
  }

  @Test(arguments: translated)
  func `keep commands and keys as they are`(language: Language) throws {
    let catalog = try #require(language.catalog)
    for (id, translation) in catalog.translations {
      for code in id.matches(of: /`[^`{]+`/).map(\.output) {
        #expect(translation.contains(code), "\(id)")
      }
    }
  }

  @Test func `have full-width punctuation and spaces around Latin words in Japanese`() throws {
    let catalog = try #require(Language.japanese.catalog)
    let texts =
      catalog.translations.map(\.value) + catalog.labels.map(\.value)
      + (catalog.sentences + catalog.help).map(\.translation)
    for text in texts {
      #expect(!text.contains(/[\u{FF61}-\u{FF9F}]/), "half-width katakana: \(text)")
      #expect(
        !text.contains(/[\u{FF08}\u{FF09}\u{FF1A}\u{FF01}\u{FF1F}]/), "full-width signs: \(text)")
      #expect(!text.contains(/[\u{3041}-\u{30FE}\u{4E00}-\u{9FFF}][,.]/), "half-width: \(text)")
      // The middle dot and the long vowel are letters here, the full stop and the comma aren't.
      #expect(
        !text.contains(/[\u{3041}-\u{30FE}\u{4E00}-\u{9FFF}][A-Za-z0-9`]/), "no space: \(text)")
      #expect(
        !text.contains(/[A-Za-z0-9`][\u{3041}-\u{30FE}\u{4E00}-\u{9FFF}]/), "no space: \(text)")
    }
  }
}

@Suite struct `The help of the command line` {
  @Test(arguments: translated)
  func `is translated`(language: Language) throws {
    let known = try #require(language.catalog).help.map { squeezed($0.id) }
    let source = try text("App/Grammar.swift")
    let texts = MessageScanner.messages(in: source, of: ["Option(", "Command(", "Positional("])
      .map(squeezed)
    // Names of commands, options and arguments have no spaces.
    let missing = texts.filter { text in
      text.contains(" ") && !known.contains { $0.hasSuffix(text) }
    }
    #expect(texts.count > 70)
    #expect(missing == [])
  }

  @Test(arguments: translated)
  func `has no translation of what it does not say`(language: Language) throws {
    let files = [
      "App/Grammar.swift", "App/Martlet.swift", "Arguments/Help.swift",
      "Arguments/ArgumentError.swift",
    ]
    let source = squeezed(try files.map(text).joined())
    for pattern in try #require(language.catalog).help {
      // A quote may begin in another literal.
      let pieces = pattern.id.split(separator: /\{[0-9]+\}|'/).map { squeezed(String($0)) }
      let unused = pieces.filter { !source.contains($0) }
      #expect(unused == [], "\(pattern.id)")
    }
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: "\(root)/Sources/\(path)", encoding: .utf8)
  }

  /// A text with single spaces, and without the signs that join two literals.
  private func squeezed(_ text: String) -> String {
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.replacing("\" + \"", with: "")
  }
}

private func quoted(_ text: String) -> String {
  let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
  return "\"\(escaped.replacing("\n", with: "\\n"))\""
}
