import TestSupport
import Testing
import Text
import YAML

private func read(_ text: String) throws -> Node {
  try #require(try Document(SourceText(file: "a.yml", text)).root)
}

private func complaint(_ text: String, _ limits: Document.Limits = .init()) -> String? {
  do {
    _ = try Document(SourceText(file: "a.yml", text), limits: limits)
    return nil
  } catch { return String(describing: error) }
}

struct `Parsing YAML` {
  @Test func `nodes have locations and byte ranges`() throws {
    let text = "# ž\nä:\n  - \"é\" # x\n  - {b: [1, ü]}\nc:   plain text  # y\nd:\n"
    let source = SourceText(file: "a.yml", text)
    let root = try read(text)
    let list = try #require(root["ä"])
    #expect(list.location.description == "a.yml:3:3")
    #expect(source[list.range] == "- \"é\" # x\n  - {b: [1, ü]}")
    #expect(source[try #require(list[0]).range] == "\"é\"")
    #expect(source[try #require(list[1]?["b"]?[1]).range] == "ü")
    #expect(list[1]?["b"]?[1]?.location.description == "a.yml:4:13")
    #expect(source[try #require(root["c"]).range] == "plain text")
    #expect(root["d"]?.scalar?.isNull == true)
    #expect(root["d"]?.string == nil)
    #expect(root.entries?.map(\.name) == ["ä", "c", "d"])
    #expect(root["x"] == nil)
  }

  @Test func `a byte order mark and CRLF lines do not shift locations`() throws {
    let source = SourceText(file: "a.yml", "\u{FEFF}a: 1\r\nb:\r\n  - ž: x\r\n")
    let root = try #require(try Document(source).root)
    let value = try #require(root["b"]?[0]?["ž"])
    #expect(value.location.description == "a.yml:3:9")
    #expect(source[value.range] == "x")
  }

  @Test(arguments: ["", "# nothing\n", "---\n...\n"])
  func `a file without a value is empty or null`(text: String) throws {
    let root = try Document(SourceText(file: "a.yml", text)).root
    #expect(root?.string == nil)
  }

  @Test(
    arguments: [
      ("true", true, true), ("False", false, false), ("yes", nil, true), ("OFF", nil, false),
      ("'true'", nil, nil), ("!!str true", nil, nil), ("y", nil, nil), ("1", nil, nil),
    ] as [(String, Bool?, Bool?)])
  func `booleans follow the schema`(text: String, core: Bool?, ruby: Bool?) throws {
    let scalar = try #require(try read(text).scalar)
    #expect(scalar.bool() == core)
    #expect(scalar.bool(.ruby) == ruby)
  }

  @Test(
    arguments: [
      ("12", 12, 12), ("-3", -3, -3), ("0o17", 15, nil), ("0x1F", 31, nil), ("017", 17, 17),
      ("05:30", nil, nil), ("1_000", nil, nil), ("\"1\"", nil, nil), ("1.5", nil, 1.5),
      ("9223372036854775808", nil, 9_223_372_036_854_775_808), ("0x-1", nil, nil), ("e", nil, nil),
    ] as [(String, Int?, Double?)])
  func `numbers follow the core schema`(text: String, int: Int?, double: Double?) throws {
    let scalar = try #require(try read(text).scalar)
    #expect(scalar.int == int)
    #expect(scalar.double == double)
  }

  @Test func `aliases and merge keys are resolved`() throws {
    let root = try read(
      """
      base: &base {interval: weekly, day: monday}
      other: &other {day: friday, time: "05:00"}
      one: *base
      two: {<<: [*base, *other], interval: daily}
      three:
        <<: *other
      quoted: {"<<": 1}
      tagged: {!!merge <<: *other, day: friday}
      """)
    #expect(root["one"]?["day"]?.string == "monday")
    #expect(root["one"]?.location.line == 1)
    let two = try #require(root["two"]?.entries)
    #expect(two.map(\.name) == ["interval", "day", "time"])
    #expect(two.map { $0.value.string } == ["daily", "monday", "05:00"])
    #expect(two.map(\.isMerged) == [false, true, true])
    #expect(root["three"]?["time"]?.string == "05:00")
    #expect(root["quoted"]?["<<"]?.string == "1")
    #expect(root["tagged"]?.entries?.map(\.name) == ["day", "time"])
  }

  @Test func `repeated keys are reported with both locations, and the last value is used`() throws {
    let document = try Document(
      SourceText(file: "a.yml", "a: 1\nb: {c: 1, c: 2}\n\"a\": 3\n"))
    #expect(document.root?["a"]?.string == "3")
    #expect(document.root?["b"]?["c"]?.string == "2")
    #expect(document.root?.entries?.map(\.name) == ["a", "b"])
    #expect(document.repeatedKeys.map(\.name) == ["c", "a"])
    #expect(document.repeatedKeys.map(\.location.description) == ["a.yml:2:11", "a.yml:3:1"])
    #expect(document.repeatedKeys.map(\.first.description) == ["a.yml:2:5", "a.yml:1:1"])
  }

  @Test(arguments: [
    ("a: 1\n---\nb: 2\n", "a.yml:2:1: a second document; a file can have only one"),
    ("a: *b\n", "a.yml:1:4: the alias *b has no anchor &b before it"),
    ("a: &a [*a]\n", "a.yml:1:8: the alias *a is inside the value of its own anchor"),
    (
      "ž: !ruby/object:Gem {}\n",
      "a.yml:1:5: the tag !ruby/object:Gem is not part of YAML's core schema"
    ),
    ("? [1]\n: 2\n", "a.yml:1:3: a key that is a list or a mapping"),
    ("a: {<<: 1}\n", "a.yml:1:9: the merge key << needs a mapping or a list of mappings"),
    (
      "ž: [1, 2\nb: 3\n",
      "a.yml:2:2: did not find expected ',' or ']' (while parsing a flow sequence)"
    ),
    (
      "a:\n\t- 1\n",
      "a.yml:2:1: found character that cannot start any token (while scanning for the next token)"
    ),
    ("a: \"x\n", "a.yml:2:1: found unexpected end of stream (while scanning a quoted scalar)"),
    ("a: \u{1}\n", "a.yml:1:4: control characters are not allowed"),
  ])
  func `errors have a location`(text: String, expected: String) {
    #expect(complaint(text) == expected)
  }

  @Test func `bytes that are not UTF-8 are refused`() {
    let source = SourceText(file: "a.yml", bytes: Array("a: x".utf8) + [0xFF, 0xFE, 0x0A])
    #expect(throws: SyntaxError.self) { try Document(source) }
  }

  @Test func `size, depth and alias expansion are limited`() {
    var limits = Document.Limits()
    limits.size = 3
    #expect(complaint("a: 1", limits) == "a.yml:1:1: larger than 3 bytes")
    let deep = String(repeating: "[", count: 900)
    #expect(complaint(deep) == "a.yml:1:65: lists and mappings nested more than 64 levels deep")
    let laughs = (1..<30).map {
      "a\($0): &a\($0) [\(Array(repeating: "*a\($0 - 1)", count: 9).joined(separator: ", "))]"
    }
    let text = "a0: &a0 [lol]\n" + laughs.joined(separator: "\n")
    #expect(
      complaint(text)?.hasSuffix("more than 100000 values after expanding aliases") == true)
    let brackets = (String(repeating: "[", count: 40), String(repeating: "]", count: 40))
    let chain = "a: &a \(brackets.0)\(brackets.1)\nb: \(brackets.0)*a\(brackets.1)\n"
    #expect(
      complaint(chain)?.hasSuffix("lists and mappings nested more than 64 levels deep") == true)
  }

  @Test(.timeLimit(.minutes(10)), arguments: ["\n", "\r", "\u{85}", "\u{2028}"])
  func `many directives are refused, which libyaml compares with each other`(end: String) {
    let text = String(repeating: "%TAG !a! tag:a\(end)", count: 100_000) + "---\na: 1\n"
    #expect(complaint(text)?.hasSuffix("more than 100 lines that start with %") == true)
    let few = (1...90).map { "%TAG !a\($0)! tag:a\n" }.joined() + "---\na: 1\n"
    #expect(complaint(few) == nil)
  }

  @Test(.timeLimit(.minutes(10)), arguments: hostileShapes.map(LongText.init))
  func `a megabyte of any shape is read or refused in a moment`(text: LongText) {
    _ = complaint(text.value)
  }
}

private func many(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

private func numbered(_ count: Int, _ text: (Int) -> String) -> String {
  (0..<count).map(text).joined()
}

private let hostileShapes: [String] = [
  many("[", 1 << 20), many("- ", 1 << 20), many("? ", 1 << 20), many("a: ", 1 << 20),
  many("{a: ", 1 << 18), many("\n", 4 << 20), many("# x\n", 1 << 20), many("a: 1\n", 49_000),
  numbered(49_000) { "k\($0): 1\n" }, numbered(40_000) { "- &a\($0) x\n" },
  "a: &a x\nb:\n\(many("- *a\n", 90_000))", "a: \"\(many("\\n", 1 << 20))\"",
  "a: \(many("x\n ", 1 << 20))", "a: |\n\(many(" x\n", 1 << 20))",
  "a: &a {\(numbered(20_000) { "k\($0): 1, " })}\nb: {<<: [*a, *a]}\n",
]

struct `Parsing a part of YAML` {
  private func part(_ text: String, _ path: [String] = ["a", "b"]) throws -> String {
    let source = SourceText(file: "a.yml", text)
    switch try Document.part(of: source, at: path) {
    case .value(let node): return "\(source[node.range]) at \(node.location)"
    case .missing(let key): return "no \(path[key])"
    case .notMapping(let key): return "\(key < 0 ? "file" : path[key]) isn't a mapping"
    }
  }

  @Test(arguments: [
    ("a: {b: 1}", "1 at a.yml:1:8"), ("{\"a\": {\"b\": [1, 2]}}", "[1, 2] at a.yml:1:13"),
    ("é: [{a: {b: 0}}]\nb: 1\na:\n  x: {b: 2}\n  b: {b: é}\n", "{b: é} at a.yml:5:6"),
    ("a: {b: 1, b: 2}", "2 at a.yml:1:14"), ("a: {b: 1}\na: {c: 1}", "no b"),
    ("a: {x: b, y: 2}", "no b"), ("b: {a: 1}", "no a"), ("a: b", "a isn't a mapping"),
    ("a: [{b: 1}]", "a isn't a mapping"), ("- a", "file isn't a mapping"),
    ("", "file isn't a mapping"),
    ("a: {b: &x [*y, &y 1]}", "a.yml:1:12: the alias *y has no anchor &y before it"),
    ("a: {b: 1}\n--- {}\n", "a.yml:2:1: a second document; a file can have only one"),
    ("a: {[b]: 1}", "a.yml:1:5: a key that is a list or a mapping"),
  ]) func `finds the value or says where the path ends`(text: String, expected: String) {
    let found: String
    do { found = try part(text) } catch { found = "\(error)" }
    #expect(found == expected)
  }

  @Test func `locations are right behind many characters of several bytes`() throws {
    for count in [1, 63, 64, 65, 200] {
      let text = "x: \"\(String(repeating: "é", count: count))\"\na: {b: [ž, 1]}\n"
      let source = SourceText(file: "a.yml", text)
      #expect(try part(text) == "[ž, 1] at a.yml:2:8")
      let node = try Document(source).root?["a"]?["b"]?[1]
      #expect(node.map { source[$0.range] } == "1")
    }
  }
}
