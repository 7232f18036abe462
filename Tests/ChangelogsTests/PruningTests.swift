@testable import Changelogs
import NPM
import Testing
import Versioning

private struct Case: CustomTestStringConvertible {
  var testDescription: String
  var file: String
  var old = "1.0.0"
  var new = "1.2.0"
  var cut: String?
}

private let cases = [
  Case(
    testDescription: "descending headings",
    file: "# Changes\n\n## 1.3.0\nc\n## 1.2.0\nb\n## 1.1.0\na\n## 1.0.0\nold\n",
    cut: "## 1.2.0\nb\n## 1.1.0\na"),
  Case(
    testDescription: "ascending headings",
    file: "## 1.0.0\nold\n## 1.1.0\na\n## 1.2.0\nb\n## 1.3.0\nc\n",
    cut: "## 1.1.0\na\n## 1.2.0\nb"),
  Case(
    testDescription: "keep a changelog",
    file: "## [Unreleased]\n- u\n\n## [1.2.0] - 2026-01-02\n- b\n\n## [1.0.0] - 2025-01-02\n- o\n"
      + "\n[1.2.0]: https://a.dev/compare/v1.0.0...v1.2.0\n",
    cut: "## [1.2.0] - 2026-01-02\n- b\n\n\n[1.2.0]: https://a.dev/compare/v1.0.0...v1.2.0"),
  Case(
    testDescription: "underlined versions",
    file: "1.2.0 / 2026-01-02\n==================\n\n  * b\n\n1.0.0 / 2025-01-02\n===\n\n  * o\n",
    cut: "1.2.0 / 2026-01-02\n==================\n\n  * b\n"),
  Case(
    testDescription: "bare versions", file: "v1.2.0\n- b\n\nv1.0.0\n- o\n", cut: "v1.2.0\n- b\n"),
  Case(
    testDescription: "bullets", file: "* 1.2.0\n  b\n* 1.0.0\n  o\n", cut: "* 1.2.0\n  b"),
  Case(
    testDescription: "dates first",
    file: "2026-01-02 Version 1.2.0\n  b\n2025-01-02 Version 1.0.0\n  o\n",
    cut: "2026-01-02 Version 1.2.0\n  b"),
  Case(
    testDescription: "the package's name first",
    file: "## Widget 1.2.0 (January 2, 2026) ##\n\n* b\n\n## Widget 1.0.0 ##\n\n* o\n",
    cut: "## Widget 1.2.0 (January 2, 2026) ##\n\n* b\n"),
  Case(
    testDescription: "rdoc", file: "=== 1.2.0\n\nb\n\n=== 1.0.0\n\no\n", cut: "=== 1.2.0\n\nb\n"),
  Case(
    testDescription: "bare versions with the month as a word",
    file: "1.2.0  Jan 2 2026\n  - b\n\n1.0.0  January 2025\n  - o\n",
    cut: "1.2.0  Jan 2 2026\n  - b\n"),
  Case(
    testDescription: "a single equals sign, and three",
    file: "=== 1.2.0 (2026-01-02)\n\n* b\n\n= 1.1.0 (2025-01-02)\n\n* a\n\n= 1.0.0\n\n* o\n",
    cut: "=== 1.2.0 (2026-01-02)\n\n* b\n\n= 1.1.0 (2025-01-02)\n\n* a\n"),
  Case(
    testDescription: "a date in front of the version, at depths that change",
    file: "# Changes\n\n### 2026-01-02 (1.2.0)\n\n* b\n\n## 2025-02-02 (1.1.0)\n* a\n"
      + "## 2025-01-02 (1.0.0)\n* o\n## 2024-01-02 (0.9.0)\n* p\n",
    cut: "### 2026-01-02 (1.2.0)\n\n* b\n\n## 2025-02-02 (1.1.0)\n* a"),
  Case(
    testDescription: "a day-first date and a link behind an underlined version",
    file: "1.2.0 (02-01-2026), [diff][d]\n=====\n* b\n\n1.0.0 (02-01-2025)\n=====\n* o\n",
    cut: "1.2.0 (02-01-2026), [diff][d]\n=====\n* b\n"),
  Case(
    testDescription: "reStructuredText, ascending",
    file: "Changes\n=======\n\nVersion 1.0.0\n-------------\n\n* o\n\nVersion 1.2.0\n"
      + "-------------\n\n* b, see :pr:`3`\n",
    cut: "Version 1.2.0\n-------------\n\n* b, see :pr:`3`\n"),
  Case(
    testDescription: "reStructuredText with a line above and below",
    file: "=====\n1.2.0\n=====\n\n* b\n\n=====\n1.0.0\n=====\n\n* o\n",
    cut: "=====\n1.2.0\n=====\n\n* b\n"),
  Case(
    testDescription: "reStructuredText underlined by carets and quotes",
    file: "1.2.0\n^^^^^\n\n* b\n\n1.0.0\n\"\"\"\"\"\n\n* o\n", cut: "1.2.0\n^^^^^\n\n* b\n"),
  Case(
    testDescription: "ascending bullets",
    file: "* 1.0.0\n  o\n* 1.1.0\n  a\n* 1.2.0\n  b\n", cut: "* 1.1.0\n  a\n* 1.2.0\n  b\n"),
  Case(
    testDescription: "the new version is not the last of its line",
    file: "## 1.2.0\nb\n## 0.9.9\nlts\n## 1.1.0\na\n## 1.0.0\no\n",
    cut: "## 1.2.0\nb\n## 1.1.0\na"),
  Case(
    testDescription: "an upgrade named inside a section",
    file: "## 1.2.0\n### Bump parser to 1.1.5\nb\n- update 1.1.0\n## 1.0.0\no\n",
    cut: "## 1.2.0\n### Bump parser to 1.1.5\nb\n- update 1.1.0"),
  Case(
    testDescription: "deeper headings with other things' versions",
    file: "## 1.2.0\n#### Engine 1.1.0\nb\n## 1.1.0\n#### V8 1.1\na\n## 1.0.0\no\n",
    cut: "## 1.2.0\n#### Engine 1.1.0\nb\n## 1.1.0\n#### V8 1.1\na"),
  Case(
    testDescription: "prose that wraps before a version",
    file: "1.2.0\n- needs at least\n  1.1, you know, and\n  1.1.\n1.0.0\n- o\n",
    cut: "1.2.0\n- needs at least\n  1.1, you know, and\n  1.1."),
  Case(
    testDescription: "one heading for several versions",
    file: "## 1.3.0\nd\n1.1.0, 1.2.0 (02-01-2026)\n===\nb\n## v0.9.9 and v1.0.0\no\n",
    cut: "1.1.0, 1.2.0 (02-01-2026)\n===\nb"),
  Case(
    testDescription: "one heading for the old and the new version",
    file: "## 1.0.0, 1.2.0\nb\n## 0.9.0\no\n", cut: "## 1.0.0, 1.2.0\nb"),
  Case(
    testDescription: "a heading whose second number is a date, or of something else",
    file: "## 1.2.0, 2026-01-02\nb\n## 1.0.0, needs 1.1.0\no\n", cut: "## 1.2.0, 2026-01-02\nb"),
  Case(
    testDescription: "only the old version: what is above it",
    file: "## Unreleased\n- u\n\n## 1.0.0\no\n", cut: "## Unreleased\n- u\n"),
  Case(testDescription: "neither version", file: "Nothing to see.\nMove on.\n", cut: nil),
  Case(
    testDescription: "a version that begins alike", file: "## 11.2.0\nx\n## 1.2.01.4\ny\n", cut: nil
  ),
  Case(testDescription: "prereleases stay out", file: "## 1.0.0-rc.1\nx\n## 1.3.0\ny", cut: nil),
]

@Suite struct `The pruning of a changelog` {
  @Test(arguments: cases)
  private func `A changelog is cut to the versions between`(example: Case) {
    #expect(
      Pruning(example.file, order).cut(from: example.old, to: example.new)?.text == example.cut)
  }

  @Test func `Headings with two components match if the ecosystem requires three`() {
    let file = "## 1.3\nc\n## 1.2\nb\n### Node 1.1\n- 1.1 things\n## 1.1\na\n## 1.0\no\n"
    let cut = Pruning(file, VersionOrder(of: NPM.Version.self)).cut(from: "1.0.4", to: "1.2.0")
    #expect(cut?.text == "## 1.2\nb\n### Node 1.1\n- 1.1 things\n## 1.1\na")
  }

  /// Each definition was once searched in the whole text.
  @Test(.timeLimit(.minutes(10)))
  func `Tens of thousands of link definitions are looked up in one pass`() {
    let text = "## 1.2.0\n" + String(repeating: "some words [a7] of a long text\n", count: 4_000)
    let definitions = (0..<10_000).map { "[a\($0)]: x\n" }.joined()
    let cut = Pruning(text + definitions, order).cut(from: "1.0.0", to: "1.2.0")
    #expect(cut?.text.hasSuffix("\n\n[a7]: x") == true)
  }

  @Test func `Ten thousand headings and endless lines are parsed quickly`() {
    let headings = (0..<10_000).map { "## 1.\($0).0\ntext" }.joined(separator: "\n")
    #expect(Pruning(headings, order).cut(from: "1.5.0", to: "1.6.0")?.text == "## 1.6.0\ntext")
    let endless = String(repeating: "1.2.0 ", count: 200_000)
    #expect(Pruning(endless, order).cut(from: "1.0.0", to: "1.2.0") == nil)
  }
}
