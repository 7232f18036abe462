import FoundationEssentials
import JSON
import Testing
import Text

private func read(_ text: String) throws -> Value {
  try Document(SourceText(file: "a.json", text)).root.value
}

struct `Writing JSON` {
  static let sample: Value = [
    "name": "a/b", "list": [1, [], [:], .null], "empty": [], "none": [:], "on": true,
  ]

  @Test func `compact text equals JSON.stringify`() {
    #expect(
      Self.sample.text(.compact)
        == #"{"name":"a/b","list":[1,[],{},null],"empty":[],"none":{},"on":true}"#)
  }

  @Test func `indented text equals JSON.stringify`() {
    let expected = """
      {
      \t"name": "a/b",
      \t"list": [
      \t\t1,
      \t\t[],
      \t\t{},
      \t\tnull
      \t],
      \t"empty": [],
      \t"none": {},
      \t"on": true
      }
      """
    #expect(Self.sample.text(.indented("\t")) == expected)
    let windows = expected.split(separator: "\n").joined(separator: "\r\n")
    #expect(Self.sample.text(.indented("\t", newline: "\r\n")) == windows)
  }

  @Test(arguments: [511, 512, 513, 2001], [Style.compact, .indented("  ", newline: "\r\n")])
  func `long lists, written in halves, equal the expected text`(count: Int, style: Style) {
    let items = (0..<count).map { Value.string("item \($0)") }
    let members = items.map { Object.Entry(key: $0.string ?? "", value: ["a": [1, $0]]) }
    let (between, start, end) =
      style == .compact ? (",", "", "") : (",\r\n    ", "\r\n    ", "\r\n  ")
    let list = items.map { $0.text(style) }.joined(separator: between)
    let object = members.map { member in
      let value = member.value.text(style).split(separator: "\r\n").joined(separator: "\r\n    ")
      return Value.string(member.key).text(style) + (style == .compact ? ":" : ": ") + value
    }.joined(separator: between)
    let whole: Value = ["list": .array(items), "members": .object(Object(distinct: members))]
    let (first, second) = ("[\(start)\(list)\(end)]", "{\(start)\(object)\(end)}")
    let expected =
      style == .compact
      ? "{\"list\":\(first),\"members\":\(second)}"
      : "{\r\n  \"list\": \(first),\r\n  \"members\": \(second)\r\n}"
    #expect(whole.text(style) == expected)
  }

  @Test func `array indexes come first, as in JavaScript`() throws {
    let text = #"{"b":0,"10":1,"2":2,"01":3,"-1":4,"4294967295":5,"4294967294":6}"#
    let expected = #"{"2":2,"10":1,"4294967294":6,"b":0,"01":3,"-1":4,"4294967295":5}"#
    #expect(try read(text).text(.compact) == expected)
  }

  @Test(arguments: [
    ("1", "1"), ("1.0", "1"), ("1e3", "1000"), ("-0", "0"), ("0.1", "0.1"), ("1e21", "1e+21"),
    ("123456789012345680000", "123456789012345680000"), ("1e-6", "0.000001"), ("1e-7", "1e-7"),
    ("1.5e300", "1.5e+300"), ("-12.50", "-12.5"), ("5e-324", "5e-324"), ("1e400", "null"),
    ("9007199254740993", "9007199254740992"), ("100", "100"), ("0.00123e2", "0.123"),
  ])
  func `numbers are formatted as in JavaScript`(text: String, expected: String) throws {
    #expect(try read(text).text(.compact) == expected)
  }

  @Test func `only control characters are escaped`() {
    let value = Value.string("\u{0}\u{8}\t\n\u{B}\u{C}\r\u{1F}\"\\/\u{7F}\u{2028}é")
    let expected = "\"\\u0000\\b\\t\\n\\u000b\\f\\r\\u001f\\\"\\\\/\u{7F}\u{2028}é\""
    #expect(value.text(.compact) == expected)
    #expect(value.text(.foundation) == expected)
  }

  /// Compares with the output of this machine's encoder.
  @Test(arguments: [
    "{}", "[]", "[[]]", #"{"pins":[]}"#, #"{"b":{"x":"a/b"},"a":[1,true,null,{"c":{}}]}"#,
    #"{"B":1,"a":2,"A":3,"b":4,"10":5,"9":6,"a-b":7,"a_b":8,"é":9,"z":10}"#,
    #"{"s":"\u0000\u0001\b\t\n\u000b\f\r\u001f\u007f\u2028é😀\"\\"}"#,
  ])
  func `Foundation's style equals JSONEncoder`(text: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let value = try read(text)
    let expected = String(decoding: try encoder.encode(Box(value)), as: UTF8.self)
    #expect(value.text(.foundation) == expected)
  }

  @Test func `an object keeps its order and its distinct keys`() {
    var object = Object((0..<20).map { ("k\($0)", .int($0)) })
    object["k3"] = nil
    object["k5"] = "five"
    object["k3"] = "again"
    #expect(object.keys.last == "k3")
    #expect(object["k5"] == "five")
    #expect(object.keys[4] == "k5")
    object.sort { $0 > $1 }
    #expect(object.keys.first == "k9")
    #expect(object["k0"] == 0)
  }
}

/// Makes a value encodable.
private struct Box: Encodable {
  private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private let value: Value

  init(_ value: Value) {
    self.value = value
  }

  func encode(to encoder: any Encoder) throws {
    switch value {
    case .object(let object):
      var container = encoder.container(keyedBy: Key.self)
      for member in object.members {
        try container.encode(Box(member.value), forKey: Key(stringValue: member.key))
      }
    case .array(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(Box(element)) }
    default:
      var container = encoder.singleValueContainer()
      try encode(scalar: value, into: &container)
    }
  }

  private func encode(
    scalar: Value, into container: inout any SingleValueEncodingContainer
  ) throws {
    switch scalar {
    case .bool(let bool): try container.encode(bool)
    case .string(let string): try container.encode(string)
    case .number: try container.encode(scalar.int)
    default: try container.encodeNil()
    }
  }
}
