import JSON
import Testing

@testable import Pnpm

/// Texts with the YAML that js-yaml writes for them, as a value of a block and of a list on one line.
///
///     ("a,b", "a,b", "'a,b'")        a: a,b        os: ['a,b']
@Suite struct `The text of a lock` {
  private func yaml(_ key: String, _ value: Value, width: Int? = nil) -> String {
    String(decoding: LockText(width: width).bytes(Object([(key, value)])), as: UTF8.self)
  }

  @Test(
    arguments: [
      ("y", "y", "y"), ("no", "no", "no"), ("Off", "Off", "Off"), ("NULL", "'NULL'", "'NULL'"),
      ("nulL", "nulL", "nulL"), ("~", "'~'", "'~'"), ("~1", "~1", "~1"), ("<<", "'<<'", "'<<'"),
      ("<", "<", "<"), ("=", "'='", "'='"), (".inf", "'.inf'", "'.inf'"),
      ("-.INF", "'-.INF'", "'-.INF'"), (".NaN", "'.NaN'", "'.NaN'"), ("0x1F", "'0x1F'", "'0x1F'"),
      ("0xG", "0xG", "0xG"), ("0b2", "0b2", "0b2"), ("0o17", "'0o17'", "'0o17'"),
      ("017", "'017'", "'017'"), ("09", "'09'", "'09'"), ("1e3", "'1e3'", "'1e3'"),
      ("1E-3", "'1E-3'", "'1E-3'"), ("1.e1", "'1.e1'", "'1.e1'"), ("1_000", "'1_000'", "'1_000'"),
      ("1_", "1_", "1_"), ("_1", "_1", "_1"), ("+1", "'+1'", "'+1'"), ("-1", "'-1'", "'-1'"),
      ("-a", "'-a'", "'-a'"), (".5", "'.5'", "'.5'"), ("..", "..", ".."), ("...", "...", "..."),
      ("---", "'---'", "'---'"), ("- a", "'- a'", "'- a'"), ("-", "'-'", "'-'"),
      ("?a", "'?a'", "'?a'"), ("2020-1-1", "2020-1-1", "2020-1-1"),
      ("2020-01-01T00:00:00Z", "'2020-01-01T00:00:00Z'", "'2020-01-01T00:00:00Z'"),
      ("12:30:45", "12:30:45", "12:30:45"), ("a:", "'a:'", "'a:'"), ("a: b", "'a: b'", "'a: b'"),
      ("a:b", "a:b", "a:b"), (":a", "':a'", "':a'"), ("a #b", "'a #b'", "'a #b'"),
      ("a#b", "a#b", "a#b"), ("a,b", "a,b", "'a,b'"), ("[a", "'[a'", "'[a'"), ("a]", "a]", "'a]'"),
      ("{a}", "'{a}'", "'{a}'"), ("&a", "'&a'", "'&a'"), ("*", "'*'", "'*'"),
      ("!a", "'!a'", "'!a'"), ("%a", "'%a'", "'%a'"), ("@a/b", "'@a/b'", "'@a/b'"),
      ("`a", "'`a'", "'`a'"), ("|", "'|'", "'|'"), (">", "'>'", "'>'"),
      ("\"a\"", "'\"a\"'", "'\"a\"'"), ("it's", "it's", "it's"), ("a\\b", "a\\b", "a\\b"),
      (" a", "' a'", "' a'"), ("a ", "'a '", "'a '"), ("\ta", "\"\\ta\"", "\"\\ta\""),
      ("a\tb", "\"a\\tb\"", "\"a\\tb\""), ("a\n", "|\n  a", "|\n  a"),
      ("a\n\n", "|+\n  a\n", "|+\n  a\n"), ("\na", "|-\n\n  a", "|-\n\n  a"),
      (" \na", "|2-\n   \n  a", "|2-\n   \n  a"), ("a\n b", "|-\n  a\n   b", "|-\n  a\n   b"),
      ("a\rb", "\"a\\rb\"", "\"a\\rb\""), ("\u{7F}", "\"\\x7F\"", "\"\\x7F\""),
      ("\u{85}", "\"\\N\"", "\"\\N\""), ("a\u{A0}", "\"a\\_\"", "\"a\\_\""),
      ("\u{200B}", "\u{200B}", "\u{200B}"), ("\u{2028}a", "\"\\La\"", "\"\\La\""),
      ("\u{FEFF}a", "\"\\uFEFFa\"", "\"\\uFEFFa\""), ("\u{FFFE}", "\"\\uFFFE\"", "\"\\uFFFE\""),
      ("é", "é", "é"), ("漢字", "漢字", "漢字"), ("🚀", "🚀", "🚀"),
      ("constructor", "constructor", "constructor"),
    ] as [(String, String, String)])
  func `quotes what YAML reads as something else`(text: String, block: String, list: String) {
    #expect(yaml("a", .string(text)) == "a: \(block)\n")
    #expect(yaml("os", .array([.string(text)])) == "os: [\(list)]\n")
  }

  /// js-yaml looks the keys up in an object, which inherits these.
  @Test(arguments: ["constructor", "toString", "__proto__", "engines"])
  func `has maps on one line for keys that JavaScript objects inherit`(key: String) {
    #expect(yaml(key, ["specifier": "^1.0.0"]) == "\(key): {specifier: ^1.0.0}\n")
  }

  @Test func `indents the lines of texts in lists on one line`() {
    let value: Value = ["a": ["os": ["x", "b\nc"]]]
    #expect(yaml("p", value) == "p:\n  a:\n    os: [x, |-\n      b\n      c]\n")
  }

  @Test func `marks keys of more than 1,024 characters`() {
    let key = String(repeating: "k", count: 1025)
    #expect(yaml(key, "x") == "? \(key)\n: x\n")
    #expect(yaml("engines", [key: "x"]) == "engines: {? \(key): x}\n")
  }

  @Test func `folds long texts only with a width`() {
    let text = String(repeating: "word ", count: 20) + "end"
    #expect(yaml("a", .string(text)) == "a: \(text)\n")
    let lines = ["word word word word word word word word"]
    let folded = (lines + lines + ["word word word word end"]).joined(separator: "\n  ")
    #expect(yaml("a", .string(text), width: 40) == "a: >-\n  \(folded)\n")
  }
}
