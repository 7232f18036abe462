import FoundationEssentials
import Testing

@testable import Languages

/// A message with a placeholder for its number.
private func message(_ count: Int) -> Message { "Bumps \(count) dependencies." }

@Suite struct `A message` {
  @Test func `is its literal in English`() {
    #expect(Language.english(message(3)) == "Bumps 3 dependencies.")
    #expect(message(3).id == "Bumps {1} dependencies.")
  }

  @Test func `keeps the order of values when it is put together`() {
    let text = Message("a \("1") b" + " c \("2")" + " d")
    #expect(text.id == "a {1} b c {2} d")
    #expect(text.english == "a 1 b c 2 d")
  }

  @Test func `stays English without a translation`() {
    #expect(Language.japanese("Nothing translates \("this").") == "Nothing translates this.")
  }

  @Test func `does not fill placeholders inside of values`() {
    #expect(
      Language.japanese("\("{2}") from \("1.0") to \("2.0")") == "{2}: 1.0 → 2.0")
  }
}

@Suite struct `A catalogue` {
  @Test func `joins the lines of an entry`() {
    let catalog = Catalog(
      """
      msgid ""
      msgstr ""
      "Language: xx\\n"

      # A comment.
      msgid "One "
      "\\"two\\""
      msgstr "eins\\n"
      "zwei \\\\"

      """)
    #expect(catalog.translations == ["One \"two\"": "eins\nzwei \\"])
    #expect(catalog.mistakes == [])
  }

  @Test(arguments: [
    ("msgid \"a\"\nmsgstr \"\"\n", "no translation: a"),
    ("msgid \"a\"\nmsgstr \"b\"\n\nmsgid \"a\"\nmsgstr \"c\"\n", "translated twice: a"),
    ("msgid \"a\nmsgstr \"b\"\n", "unreadable line: msgid \"a"),
    ("msgctxt \"menu\"\nmsgid \"a\"\nmsgstr \"b\"\n", "unknown context: menu"),
  ])
  func `says what it can't use`(text: String, mistake: String) {
    #expect(Catalog(text).mistakes.contains(mistake))
  }
}

@Suite struct `A finished sentence` {
  @Test func `is matched by the most specific pattern`() {
    let sentence = "needs Swift tools 6.2, but .swift-version names 6.0"
    #expect(
      Language.japanese.translated(sentence)
        == "Swift tools 6.2 が必要ですが、.swift-version の指定は 6.0 です")
  }

  @Test func `is translated inside of another`() {
    #expect(
      Language.japanese.translated("2.0.0 is held back: it failed in other repositories")
        == "2.0.0 は保留しています: 他のリポジトリで失敗しました")
  }

  @Test func `that no pattern matches stays as it is`() {
    #expect(Language.japanese.translated("is on fire") == "is on fire")
    #expect(Language.english.translated("is on fire") == "is on fire")
  }
}

@Suite struct `A language is chosen` {
  @Test(arguments: [
    ("", Language.english), ("ja", .japanese), ("ja-JP,ja;q=0.9,en;q=0.8", .japanese),
    ("en-US,en;q=0.9,ja;q=0.8", .english), ("en;q=0.5, ja;q=0.6", .japanese), ("fr", .english),
    ("fr, ja;q=0.1", .japanese), ("ja;q=0", .english), ("*", .english), ("java", .english),
  ])
  func `by a browser`(header: String, language: Language) {
    #expect(Language(acceptedBy: header) == language)
  }

  @Test(arguments: [
    ([:], Language.english), (["LANG": "ja_JP.UTF-8"], .japanese),
    (["LANG": "ja_JP.UTF-8", "LC_ALL": "C"], .english),
    (["LANG": "en_US.UTF-8", "LC_MESSAGES": "ja_JP"], .japanese),
    (["LANG": "ja_JP.UTF-8", "LC_ALL": ""], .japanese),
  ])
  func `by the environment`(environment: [String: String], language: Language) {
    #expect(Language(of: { environment[$0] }) == language)
  }
}
