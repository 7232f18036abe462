import Configuration
import Testing

/// Whether a pattern matches a text; nil if it is refused.
private func matches(_ pattern: String, _ text: String, ignoresCase: Bool = false) -> Bool? {
  try? RegularExpression(pattern, ignoresCase: ignoresCase).matches(text)
}

@Suite struct `A regular expression of a rule` {
  @Test(arguments: [
    ("react", "react-dom", true), ("^react$", "react-dom", false), ("^react$", "react", true),
    ("^@acme/(ui|icons)-", "@acme/icons-x", true), ("^@acme/(ui|icons)-", "@acme/core-x", false),
    ("a.c", "abc", true), ("a\\.c", "abc", false), ("[a-c]+$", "xyzabc", true),
    ("^[^a-c]+$", "xyz", true), ("^[^a-c]+$", "xaz", false), ("^\\d{2,3}$", "12", true),
    ("^\\d{2,3}$", "1234", false), ("^\\d{2}$", "123", false), ("^a{2,}$", "aaaa", true),
    ("^(?:ab)*$", "ababab", true), ("^(?:ab)*$", "aba", false), ("x?y", "y", true),
    ("^\\w+\\s\\S$", "ab c", true), ("^\\D+$", "a1", false), ("", "anything", true),
    ("^$", "", true), ("^[]a]+$", "]a", true), ("^[a-]+$", "a-", true), ("a|", "b", true),
    ("^(a|b(c|d))*e$", "abcbde", true), ("^é$", "é", true), ("a*?b", "aab", true),
    ("[\\d.]+$", "v1.2", true),
  ])
  func `matches anywhere unless it is anchored`(pattern: String, text: String, expected: Bool) {
    #expect(matches(pattern, text) == expected)
  }

  @Test func `ignores the case of ASCII letters on request`() {
    #expect(matches("^React", "react", ignoresCase: true) == true)
    #expect(matches("^[A-Z]+$", "react", ignoresCase: true) == true)
    #expect(matches("^React", "react") == false)
  }

  @Test(arguments: [
    "(", ")", "a)", "[a", "*a", "a**", "a{", "a{x}", "a{3,2}", "a{101}", "(?=a)", "(?<n>a)", "\\1",
    "\\b", "a\\", "[b-a]", "[\\D]",
  ])
  func `is refused if it is malformed or needs backtracking`(pattern: String) {
    #expect(matches(pattern, "a") == nil)
  }

  @Test func `takes no exponential time or memory`() {
    let text = String(repeating: "a", count: 2_000)
    #expect(matches("^(a*)*b$", text) == false)
    #expect(matches("^(a|aa)+$", text + "b") == false)
    #expect(matches(String(repeating: "(", count: 400), "a") == nil)
    #expect(matches("((a{100}){100}){100}", "a") == nil)
  }

  @Test func `never crashes on noise`() {
    var generator = Generator(seed: 41)
    let letters = Array("ab()[]{}|*+?\\^$.,-01dwsé")
    var accepted = 0
    for _ in 0..<400 {
      let count = Int.random(in: 0...12, using: &generator)
      let pattern = String((0..<count).map { _ in letters.randomElement(using: &generator) ?? "a" })
      if matches(pattern, "ab01") != nil { accepted += 1 }
    }
    #expect(accepted > 100)
  }
}

/// A small deterministic source of numbers.
private struct Generator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }
}
