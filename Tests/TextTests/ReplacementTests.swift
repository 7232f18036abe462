import Testing
import Text

/// Replaces each `⟦old|new⟧` of a marked text, and compares with the text written out.
private func expectEdit(_ marked: String, becomes expected: String) throws {
  var source = ""
  var replacements: [Replacement] = []
  for (index, part) in marked.split(separator: "⟦", omittingEmptySubsequences: false).enumerated() {
    guard index > 0 else {
      source += part
      continue
    }
    let halves = part.split(separator: "⟧", omittingEmptySubsequences: false)
    let edit = halves[0].split(separator: "|", omittingEmptySubsequences: false)
    let start = source.utf8.count
    source += edit[0]
    replacements.append(
      Replacement(file: "f", range: start..<source.utf8.count, text: String(edit[1])))
    source += halves[1]
  }
  let result = try SourceText(file: "f", source).applying(replacements.reversed())
  #expect(result.string == expected)
}

@Suite struct `Replacements` {
  @Test(arguments: [
    ("from: \"⟦1.0.0|2.0.0⟧\"", "from: \"2.0.0\""),
    ("⟦|new ⟧start", "new start"),
    ("é⟦ü|u⟧é", "éué"),
    ("⟦a|1⟧⟦b|2⟧", "12"),
    ("untouched", "untouched"),
  ]) func `change only their ranges`(marked: String, expected: String) throws {
    try expectEdit(marked, becomes: expected)
  }

  @Test func `are refused if they overlap`() {
    let first = Replacement(file: "f", range: 0..<3, text: "x")
    let second = Replacement(file: "f", range: 2..<4, text: "y")
    #expect(throws: ReplacementError.overlapping(first, second)) {
      try SourceText(file: "f", "abcdef").applying([second, first])
    }
  }

  @Test func `are refused beyond the end of the file`() {
    let far = Replacement(file: "f", range: 4..<9, text: "x")
    #expect(throws: ReplacementError.outside(far)) {
      try SourceText(file: "f", "abcdef").applying([far])
    }
  }

  @Test func `of another file are ignored`() throws {
    let other = Replacement(file: "g", range: 0..<1, text: "x")
    #expect(try SourceText(file: "f", "abc").applying([other]).string == "abc")
  }
}

@Suite struct `Locations` {
  @Test(arguments: [
    (0, "f:1:1"), (2, "f:1:3"), (3, "f:2:1"), (4, "f:3:1"), (6, "f:3:3"), (99, "f:3:3"),
  ]) func `count lines and bytes from one`(offset: Int, expected: String) {
    let text = SourceText(file: "f", "ab\n\ncd")
    #expect(text.location(at: offset).description == expected)
  }
}
