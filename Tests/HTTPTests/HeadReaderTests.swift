import Testing

@testable import HTTP

/// Adds a head line by line, as libcurl does.
private func read(_ lines: String...) -> HeadReader? {
  var head = HeadReader()
  for line in lines where !head.read(Array((line + "\r\n").utf8)) { return nil }
  return head
}

@Suite struct `The head of a response` {
  @Test(arguments: [
    ("A: b", "A", "b"), ("A:b", "A", "b"), ("A:  b \t", "A", "b"), ("A :b", "A", "b"),
    ("A: b: c", "A", "b: c"), ("A:", "A", ""), ("A: \u{e9}", "A", "\u{e9}"),
  ])
  func `A field is parsed without surrounding white space`(
    line: String, name: String, value: String
  ) {
    #expect(read("HTTP/1.1 200 OK", line)?.fields == [Headers.Field(name, value)])
  }

  @Test func `A folded field is one field`() {
    let head = read("HTTP/1.1 200", "A: b", "  c", "\td", "E: f", "")
    #expect(head?.fields == [Headers.Field("A", "b c d"), Headers.Field("E", "f")])
  }

  @Test func `An interim head and trailing fields are ignored`() {
    let head = read("HTTP/1.1 103 Early", "A: b", "", "HTTP/2 200", "C: d", "", "E: f", "")
    #expect(head?.status == 200)
    #expect(head?.fields == [Headers.Field("C", "d")])
  }

  @Test(arguments: ["HTTP/1.1", "HTTP/1.1 ", "HTTP/1.1 abc", "HTTP/1.1 99", "HTTP/1.1 1000"])
  func `A status line without a status is refused`(line: String) {
    #expect(read(line) == nil)
  }

  @Test func `A line that is not a field is ignored`() {
    #expect(read("HTTP/1.1 200 OK", "nonsense", " folded onto nothing")?.fields == [])
  }

  @Test func `The length of a head is limited`() {
    var head = HeadReader()
    let line = Array("A: \(String(repeating: "b", count: 1000))\r\n".utf8)
    var taken = 0
    while taken < 10_000, head.read(line) { taken += 1 }
    #expect(taken == HeadReader.limit / line.count)
  }

  @Test(arguments: 0..<200)
  func `Any bytes are parsed without a crash`(seed: UInt64) {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    let letters = Array("HTTP/1.1 200:\r\n\t\0aZ\"".utf8) + [0xff, 0xc3, 0x28, 0xe2, 0x80]
    var head = HeadReader()
    for _ in 0..<20 {
      let line = (0..<next(40)).map { _ in letters[next(letters.count)] }
      _ = head.read(line)
    }
    #expect(head.fields.count <= 20)
  }
}
