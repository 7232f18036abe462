import Testing
import Text

@Suite struct `An edit distance` {
  @Test(arguments: [
    ("", "", 0), ("", "abc", 3), ("update", "update", 0), ("chek", "check", 1),
    ("updaet", "update", 1), ("lokc", "lock", 1), ("kitten", "sitting", 3), ("é", "e", 2),
  ])
  func `counts edits, a transposition as one`(left: String, right: String, edits: Int) {
    #expect(editDistance(Array(left.utf8), Array(right.utf8)) == edits)
    #expect(editDistance(Array(right.utf8), Array(left.utf8)) == edits)
  }
}
