import JSON
import Testing

struct `An excerpt of JSON` {
  private let keys = KeySet(["a", "long-key", "é"])

  @Test(arguments: [
    (#"{"a": 1, "b": {"a": 2}, "long-key": [ 3 ]}"#, #"{"a": 1,"long-key": [ 3 ]}"#),
    (#"{"\u0061": 1, "é": {}, "ab": 2}"#, #"{"\u0061": 1,"é": {}}"#),
    (#"{"a": 1, "a": 2}"#, #"{"a": 1,"a": 2}"#), ("{}", "{}"), (#"["a"]"#, "{}"), ("1", "{}"),
  ])
  func `an excerpt has the given members as written`(text: String, excerpt: String) throws {
    var result: [UInt8] = [1, 2, 3]
    let root = try Document(Array(text.utf8), named: "a").root
    let range = root.appendExcerpt(keys, to: &result)
    #expect(String(decoding: result[range], as: UTF8.self) == excerpt)
    #expect(range.lowerBound == 3 && range.upperBound == result.count)
    #expect(throws: Never.self) { try Document(Array(result[range]), named: "b") }
  }

  @Test func `the empty document is an empty object`() {
    #expect(Document.empty.root.kind == .object)
    #expect(Document.empty.root.members.isEmpty)
    #expect(Document.empty.root["a"] == nil)
  }
}
