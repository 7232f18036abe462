import Testing

@testable import JSON

extension Object {
  /// The text with the members of a key as a stream.
  fileprivate func streaming(_ key: String, _ style: Style) -> String {
    let members = self[key]?.object?.members ?? []
    let stream = MemberStream(keys: members.map(\.key)) { members[$0].value }
    return String(
      decoding: bytes(style, about: 0, replacing: key, by: stream), as: UTF8.self)
  }
}

@Suite struct `A stream of members` {
  @Test(arguments: [
    Style.compact, .indented(), .indented("\t", newline: "\r\n"), .foundation,
  ])
  func `is written like the object that it stands for`(style: Style) throws {
    let packages: Value = [
      "b": ["version": "1.0.0", "dependencies": [:]], "": ["name": "\"é\""], "10": true, "9": [],
    ]
    for value in [packages, [:], ["a": [1, [2, ["c": .null]]]]] {
      let object = Object([("name", "demo"), ("packages", value), ("version", "1.0.0")])
      #expect(object.streaming("packages", style) == Value.object(object).text(style))
    }
  }

  @Test func `has one value at a time, in the order of the text`() {
    var order: [Int] = []
    let stream = MemberStream(keys: ["b", "1", "a"]) { index in
      order.append(index)
      return .int(index)
    }
    let object = Object([("packages", .object(Object()))])
    let bytes = object.bytes(.compact, about: 0, replacing: "packages", by: stream)
    #expect(String(decoding: bytes, as: UTF8.self) == #"{"packages":{"1":1,"b":0,"a":2}}"#)
    #expect(order == [1, 0, 2])
  }
}
