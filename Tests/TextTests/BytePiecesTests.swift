import Testing
import Text

@Suite struct `Pieces of bytes` {
  @Test(arguments: [
    ("", [""]), ("a", ["a"]), ("a\n", ["a", ""]), ("\n\na\r\nb", ["", "", "a\r", "b"]),
  ])
  func `lines are those of a split that keeps empty ones`(text: String, lines: [String]) {
    let bytes = Array(text.utf8)
    #expect(bytes.lines.map { String(decoding: $0, as: UTF8.self) } == lines)
    #expect(Array(bytes.lines) == bytes.split(separator: 10, omittingEmptySubsequences: false))
  }

  @Test(arguments: [
    ("", "", true), ("ab", "", true), ("ab", "ab", true), ("xaab", "ab", true), ("é", "é", true),
    ("ab", "abc", false), ("aab", "b a", false), ("", "a", false),
  ])
  func `a text has the bytes of its parts`(text: String, part: String, isPart: Bool) {
    #expect(text.hasBytes(of: part) == isPart)
  }

  @Test func `pieces keep the indices of the bytes`() {
    let bytes = Array("ab,c,,d".utf8)
    #expect(
      bytes[1...].pieces(at: UInt8(ascii: ",")).map(\.indices) == [1..<2, 3..<4, 5..<5, 6..<7])
  }
}
