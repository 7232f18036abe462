import Testing
import Text

@Suite struct `A wrapped text` {
  @Test(arguments: [
    ("", 10, [""]), ("one two three", 7, ["one two", "three"]), ("one two", 20, ["one two"]),
    ("unbreakable", 4, ["unbreakable"]), ("a unbreakable b", 4, ["a", "unbreakable", "b"]),
    // Two columns for each of these characters.
    ("設定を確認", 6, ["設定を", "確認"]), ("設定を、確認", 6, ["設定", "を、確", "認"]),
    ("エントリー", 8, ["エント", "リー"]), ("既定 (origin)", 6, ["既定", "(origin)"]),
    ("a.yml を読む", 8, ["a.yml を", "読む"]),
  ]) func `breaks at spaces and between wide characters`(
    text: String, width: Int, lines: [String]
  ) {
    #expect(text.wrapped(to: width) == lines)
  }
}
