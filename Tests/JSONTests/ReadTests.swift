import JSON
import Testing
import Text

private func read(_ text: String, _ options: Document.Options = .strict) throws -> Node {
  try Document(SourceText(file: "a.json", text), options: options).root
}

private func complaint(_ text: String, _ options: Document.Options = .strict) -> String? {
  do {
    _ = try Document(SourceText(file: "a.json", text), options: options)
    return nil
  } catch { return String(describing: error) }
}

struct `Parsing JSON` {
  @Test func `values of every kind are parsed with their locations`() throws {
    let root = try read(#" {"a": [1, -2.5e3, true, null], "b\n": "x\u00e9\ud83d\ude00"} "#)
    #expect(root["a"]?[0]?.int == 1)
    #expect(root["a"]?[1]?.double == -2500)
    #expect(root["a"]?[1]?.number == "-2.5e3")
    #expect(root["a"]?[2]?.bool == true)
    #expect(root["a"]?[3]?.isNull == true)
    #expect(root["a"]?[4] == nil)
    #expect(root["a"]?["b"] == nil)
    #expect(root["b\n"]?.string == "xé😀")
    #expect(root["b\n"]?.text == #""x\u00e9\ud83d\ude00""#)
    #expect(root.members.map(\.key) == ["a", "b\n"])
    #expect(root["a"]?.range == 7..<30)
    #expect(root.member("a")?.keyRange == 2..<5)
  }

  @Test(arguments: [
    (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
    (#""\u0041\uFFFF""#, "A\u{FFFF}"),
    (#""\u0000""#, "\0"),
    ("\"žluťoučký 🐎 and more than eight\"", "žluťoučký 🐎 and more than eight"),
  ])
  func `escapes are decoded`(text: String, expected: String) throws {
    #expect(try read(text).string == expected)
  }

  @Test(arguments: [
    ("", "a.json:1:1: expected a value, found the end of the text"),
    ("{", "a.json:1:2: expected a key in quotes or '}', found the end of the text"),
    ("{\n  \"a\" 1}", "a.json:2:7: expected ':', found '1'"),
    ("{\"a\": 1,}", "a.json:1:9: expected a key in quotes, found '}'"),
    ("[1,]", "a.json:1:4: expected a value, found ']'"),
    ("[,", "a.json:1:2: expected a value or ']', found ','"),
    ("[1 2]", "a.json:1:4: expected ',' or ']', found '2'"),
    ("01", "a.json:1:2: expected a number without a leading zero, found '1'"),
    ("1.", "a.json:1:3: expected a digit, found the end of the text"),
    ("-", "a.json:1:2: expected a digit, found the end of the text"),
    ("tru", "a.json:1:1: expected a value, found 't'"),
    ("NaN", "a.json:1:1: expected a value, found 'N'"),
    ("1 x", "a.json:1:3: expected the end of the text, found 'x'"),
    ("\"a", "a.json:1:3: expected '\"', found the end of the text"),
    (
      "\"a\nb\"",
      "a.json:1:3: expected '\"' or an escaped control character, found the end of the line"
    ),
    ("'a'", "a.json:1:1: expected a value, found '''"),
    (#""\x""#, #"a.json:1:3: expected one of " \ / b f n r t u after the backslash, found 'x'"#),
    (#""\u12g4""#, #"a.json:1:6: expected four hexadecimal digits after \u, found 'g'"#),
    (
      #""\ud800""#,
      "a.json:1:2: an unpaired surrogate escape"
    ),
    (
      "{\"a\": 1,\n \"\\u0061\": 2}",
      "a.json:2:2: duplicate key \"a\"; first defined at a.json:1:2"
    ),
    ("\u{FEFF}1", "a.json:1:1: a byte order mark before the document"),
    ("// c\n1", "a.json:1:1: expected a value, found '/'"),
    ("[1}", "a.json:1:3: expected ',' or ']', found '}'"),
  ])
  func `errors have a location`(text: String, expected: String) {
    #expect(complaint(text) == expected)
  }

  @Test(
    arguments: [
      [0xFF], [0xC0, 0x80], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
      [0xC3], [0xE2, 0x82], [0x80], [0xF8, 0x88, 0x80, 0x80, 0x80],
    ] as [[UInt8]])
  func `bytes that are not UTF-8 are refused`(bytes: [UInt8]) {
    let text = SourceText(file: "a.json", bytes: [0x22] + bytes + [0x22])
    #expect(throws: SyntaxError(.invalidUTF8, at: text.location(at: 1))) { try Document(text) }
  }

  @Test func `lenient parsing follows JavaScript`() throws {
    let text = "\u{FEFF}{\"a\": 1, \"b\": 2, \"\\u0061\": \"\\ud800x\"}"
    let root = try read(text, .lenient)
    #expect(root["a"]?.string == "\u{FFFD}x")
    #expect(root.members.map(\.key) == ["a", "b"])
    #expect(root.value == ["a": "\u{FFFD}x", "b": 2])
    #expect(root.dictionary["a"]?.string == "\u{FFFD}x")
  }

  @Test func `a repeated key among many is found`() {
    let members = (0..<100).map { "\"k\($0)\": 0" } + ["\"k42\": 1"]
    let text = "{\n" + members.joined(separator: ",\n") + "}"
    #expect(
      complaint(text) == "a.json:102:1: duplicate key \"k42\"; first defined at a.json:44:1")
  }

  @Test func `keys that are only canonically equivalent are distinct`() throws {
    let root = try read("{\"\u{E9}\": 1, \"e\u{301}\": 2}")
    #expect(root["\u{E9}"]?.int == 1)
    #expect(root["e\u{301}"]?.int == 2)
    #expect(root.value.object?.count == 2)
  }

  @Test func `depth and size are limited`() {
    let deep = String(repeating: "[", count: 100_000)
    #expect(complaint(deep) == "a.json:1:513: arrays and objects nested more than 512 levels deep")
    var options = Document.Options.strict
    options.maximumSize = 3
    #expect(complaint("[11]", options) == "a.json:1:1: larger than 3 bytes")
    let fits = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
    #expect(complaint(fits) == nil)
  }
}
