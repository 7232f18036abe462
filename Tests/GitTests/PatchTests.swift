import Git
import Testing

@Suite struct `A patch` {
  @Test func `contains the changes with context`() throws {
    let before = "a\nb\nc\nd\ne\nf\n"
    let after = "a\nb\nc\nD\ne\nf\n"
    let text = try patch(of: "f.txt", from: Array(before.utf8), to: Array(after.utf8))
    #expect(text.hasPrefix("diff --git a/f.txt b/f.txt\n"))
    #expect(text.hasSuffix("@@ -1,6 +1,6 @@\n a\n b\n c\n-d\n+D\n e\n f\n"))
  }

  @Test func `is empty without changes`() throws {
    #expect(try patch(of: "f", from: [65], to: [65]) == "")
  }

  @Test func `marks new and deleted files`() throws {
    #expect(try patch(of: "f", from: nil, to: Array("x\n".utf8)).contains("new file"))
    #expect(try patch(of: "f", from: Array("x\n".utf8), to: nil).contains("deleted file"))
  }
}
