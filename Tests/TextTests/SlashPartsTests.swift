import Testing
import Text

@Suite struct `The parts of a path` {
  @Test(arguments: [
    ("a/b/c", ["a", "b", "c"]), ("/a//b/", ["a", "b"]), ("", []), ("a", ["a"]),
    ("../\u{301}b", ["..", "\u{301}b"]), ("é/e\u{301}/x", ["é", "e\u{301}", "x"]),
  ])
  func `A text is split at its slashes`(text: String, parts: [String]) {
    #expect(text.slashParts().map(String.init) == parts)
    #expect(text[...].slashParts().map { Array($0.utf8) } == parts.map { Array($0.utf8) })
  }

  @Test(arguments: [
    ("/a//b/", ["", "a", "", "b", ""]), ("", [""]), ("a/\u{301}", ["a", "\u{301}"]),
  ])
  func `Empty parts can be kept`(text: String, parts: [String]) {
    #expect(text.slashParts(omittingEmptySubsequences: false).map(String.init) == parts)
  }

  @Test(arguments: [(0, ["a/b/c"]), (1, ["a", "b/c"]), (2, ["a", "b", "c"])])
  func `The number of splits can be limited`(limit: Int, parts: [String]) {
    #expect("a/b/c".slashParts(maxSplits: limit).map(String.init) == parts)
  }
}
