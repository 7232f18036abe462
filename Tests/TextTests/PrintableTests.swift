import Testing
import Text

@Suite struct `Printable text` {
  @Test(arguments: [
    ("plain ä 日本 🐦 👩‍🚀\n\tnext", "plain ä 日本 🐦 👩‍🚀\n\tnext"), ("", ""),
    ("a\u{1B}]0;owned\u{7}b", "a\\u{1b}]0;owned\\u{7}b"), ("a\u{9B}31mb", "a\\u{9b}31mb"),
    ("\u{202E}txt.exe", "\\u{202e}txt.exe"), ("a\u{2066}b\u{2069}", "a\\u{2066}b\\u{2069}"),
    ("a\u{200B}b\u{FEFF}c", "a\\u{200b}b\\u{feff}c"), ("a\rb", "a\\u{d}b"),
    ("a\u{2028}b\u{2029}", "a\\u{2028}b\\u{2029}"), ("\u{E0041}", "\\u{e0041}"),
    ("a\u{7F}b\u{0}", "a\\u{7f}b\\u{0}"), ("\u{85}\u{A0}", "\\u{85}\u{A0}"),
    ("\u{FFFE}\u{E000}", "\\u{fffe}\\u{e000}"),
  ])
  func `what controls a terminal is shown as an escape`(text: String, printable: String) {
    #expect(text.printable == printable)
  }

  @Test func `a line has no line feeds and tabs`() {
    #expect("a\n\tb".printableLine == "a\\u{a}\\u{9}b")
  }

  @Test func `printable text is unchanged`() {
    var wrong: [UInt32] = []
    for value in UInt32(0)...0x11_0000 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let once = String(Character(scalar)).printableLine
      if once.printableLine != once { wrong.append(value) }
      if once.unicodeScalars.contains(where: { $0.value < 0x20 || 0x7F...0x9F ~= $0.value }) {
        wrong.append(value)
      }
    }
    #expect(wrong == [])
  }
}
