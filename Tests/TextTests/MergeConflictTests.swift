import Testing
import Text

@Suite struct `Merge conflict marks` {
  @Test(arguments: [
    ("a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> topic\n", "f:2:1"),
    ("<<<<<<< HEAD\n", "f:1:1"),
    ("a\r\n<<<<<<<\r\nb", "f:2:1"),
    ("one side is settled\n>>>>>>>", "f:2:1"),
  ]) func `are found at their start`(text: String, location: String) {
    #expect(SourceText(file: "f", text).mergeConflict?.description == location)
  }

  @Test(arguments: [
    "", "<<<<<<", " <<<<<<< HEAD\n", "a <<<<<<< b\n", "<<<<<<<<\n", "<<<<<<<HEAD\n", "=======\n",
    "heading\n=======\n", "a << 7 >> b\n",
  ]) func `are not found in other texts`(text: String) {
    #expect(SourceText(file: "f", text).mergeConflict == nil)
  }
}
