import JSON
import Testing
import Text

private func parsed(_ text: String) throws -> JSON5Node {
  try JSON5Node(parsing: SourceText(file: "a.json5", text))
}

private func failure(_ text: String) -> String? {
  do throws(SyntaxError) {
    _ = try JSON5Node(parsing: SourceText(file: "a.json5", text))
    return nil
  } catch {
    return "\(error)"
  }
}

@Suite struct `A JSON5 text` {
  @Test func `has comments, trailing commas, single quotes and unquoted keys`() throws {
    let root = try parsed("/* a */ {a: ['b', \"c\",], // d\n $e_1: {}, 'f g': null,}\n")
    #expect(root["a"]?.strings == ["b", "c"])
    #expect(root["$e_1"]?.members == [])
    #expect(root["f g"]?.content == .null)
    #expect(root["a"]?.location.column == 13)
  }

  @Test(arguments: [
    (#"'a\'b'"#, "a'b"), (#""\x41\u00e9\ud83d\ude00""#, "Aé😀"), ("'a\\\nb'", "ab"),
    (#"'\0\v\q'"#, "\u{0}\u{B}q"), ("'é\u{2028}'", "é\u{2028}"),
  ])
  func `has strings with escapes`(text: String, value: String) throws {
    #expect(try parsed(text).string == value)
  }

  @Test(arguments: ["0", "-1", "+1.5", ".5", "5.", "1e3", "1E-3", "0xFf", "-Infinity", "NaN"])
  func `has numbers`(text: String) throws {
    #expect(try parsed(text).content == .number(text))
  }

  @Test(arguments: ["01", "0x", "1e", ".", "+", "--1", "1x", "0b1", "1_000"])
  func `has no other numbers`(text: String) {
    #expect(failure(text) != nil)
  }

  @Test(arguments: [
    ("{a 1}", "a.json5:1:4: expected ':', found '1'"),
    ("[1 2]", "a.json5:1:4: expected ',' or ']', found '2'"),
    ("'a", "a.json5:1:3: expected the end of the string, found the end of the text"),
    (#"'\ud800'"#, "a.json5:1:2: an unpaired surrogate escape"),
    ("{,}", "a.json5:1:2: expected a key or '}', found ','"),
    ("undefined", "a.json5:1:1: expected a value, found 'u'"),
  ])
  func `reports the first mistake with its place`(text: String, message: String) {
    #expect(failure(text) == message)
  }

  @Test func `keeps repeated keys, of which the last one counts`() throws {
    let root = try parsed("{a: 1, a: 2}")
    #expect(root.members?.count == 2)
    #expect(root["a"]?.int == 2)
  }
}
