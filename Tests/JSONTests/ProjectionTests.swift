import JSON
import TestSupport
import Testing

struct `A projection of JSON` {
  private final class Visits {
    var found: [String] = []
  }

  /// Parses with a projection that keeps `name`, visits the members of `all`, and finds `x` and `y`.
  private func project(_ text: String) throws -> (document: Document, visits: [String]) {
    let visits = Visits()
    let bytes = Array(text.utf8)
    let projection = Projection(
      keeping: KeySet(["name"]), visiting: KeySet(["all"]), finding: KeySet(["x", "y"])
    ) { member in
      let part = { (range: Range<Int>) in String(decoding: bytes[range], as: UTF8.self) }
      let fields = member.fields.map { " \($0.index) \(part($0.value)) in \(part($0.range))" }
      let value = (member.isObject ? "" : "no object ") + part(member.range)
      visits.found.append("\(member.object) \(member.key)=\(value)\(fields.joined())")
    }
    let document = try Document(bytes, named: "a", projecting: projection)
    return (document, visits.found)
  }

  @Test(arguments: [
    (
      #"{"x": [{"y": 1}], "z": 2, "y": "}"}"#,
      #" 0 [{"y": 1}] in "x": [{"y": 1}] 1 "}" in "y": "}""#
    ),
    (#"{"z": {"x": 1}, "\u0078" : {} }"#, #" 0 {} in "\u0078" : {}"#),
    (#"{"x": 1,"x": [ ]}"#, #" 0 1 in "x": 1 0 [ ] in "x": [ ]"#), ("{}", ""),
    (#"{"z": [[], {}, "\"x\"", -1.5e3, true, false, null]}"#, ""),
  ])
  func `finds the fields of visited members`(value: String, fields: String) throws {
    #expect(try project(#"{"all": {"a": \#(value)}}"#).visits == ["8 a=\(value)\(fields)"])
  }

  @Test(arguments: [
    (#"{"name": [1, {"a": 2}], "x": {"name": 3}}"#, #"{"name":[1,{"a":2}]}"#, []),
    (
      #"{"x": 1, "all": {"a": {"b": [1, 2]}, "c": 3}, "name": "n"}"#,
      #"{"all":{"a":{},"c":3},"name":"n"}"#, [#"16 a={"b": [1, 2]}"#, "16 c=no object 3"]
    ),
    (#"{"\u0061ll": {"\u0062": []}}"#, #"{"all":{"b":[]}}"#, ["13 b=no object []"]),
    (
      #"{"all": {"a": 1}, "all": {"b": 2}}"#, #"{"all":{"b":2}}"#,
      ["8 a=no object 1", "25 b=no object 2"]
    ),
    (
      #"{"all": {"a": [1], "a": {"b": 2}}}"#, #"{"all":{"a":{}}}"#,
      ["8 a=no object [1]", #"8 a={"b": 2}"#]
    ),
    (#"{"all": [{"a": 1}], "y": {"all": {"a": 1}}}"#, #"{"all":[{"a":1}]}"#, []),
    (#"[{"all": {"a": 1}}]"#, #"[{"all":{"a":1}}]"#, []), ("3", "3", []), ("{}", "{}", []),
  ])
  func `keeps, visits and drops members`(text: String, kept: String, visits: [String]) throws {
    let result = try project(text)
    #expect(result.document.root.value.text(.compact) == kept)
    #expect(result.visits == visits)
  }

  /// Returns the visits of a projection, as the whole document has them.
  private func expectedJobs(_ text: String) throws -> [String] {
    let root = try Document(Array(text.utf8), named: "a").root
    return root.writtenMembers.filter { $0.key == "all" }.flatMap { all in
      all.value.writtenMembers.map { member in
        let fields = member.value.writtenMembers.compactMap { field -> String? in
          guard let index = ["x", "y"].firstIndex(of: field.key) else { return nil }
          return " \(index) \(field.value.text) in \(Self.text(field.range, in: text))"
        }
        let mark = member.value.kind == .object ? "" : "no object "
        let start = all.value.range.lowerBound
        return "\(start) \(member.key)=\(mark)\(member.value.text)\(fields.joined())"
      }
    }
  }

  private static func text(_ range: Range<Int>, in text: String) -> String {
    String(decoding: Array(text.utf8)[range], as: UTF8.self)
  }

  /// Describes visits, or the error.
  private func outcome(_ visits: () throws -> [String]) throws -> String {
    do {
      return try visits().joined(separator: "\n")
    } catch let error as SyntaxError {
      return "\(error.location): \(error.message)"
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `accepts what the parser accepts, and finds the same fields`(seed: UInt64) throws {
    let text = #"{"all": {"a": {"x": [1, {"z": "b"}], "n": -20, "y":{"":true}, "u": null}}}"#
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let damaged = String(decoding: random.damage(Array(text.utf8)), as: UTF8.self)
      let visits = try outcome { try project(damaged).visits }
      #expect(visits == (try outcome { try expectedJobs(damaged) }))
    }
  }

  @Test(arguments: [
    #"{"x": {"y": [1,]}}"#, #"{"all": {"a": {"b": tru}}}"#, #"{"x": 1"#, #"{"x": 1} 2"#,
    "{\"x\": \"\u{01}\"}", #"{"x": {"y" 1}}"#, #"{"x": {"y": 1,}}"#, #"{"x": {"y": 1 2}}"#,
    #"{"x": {1: 2}}"#, #"{"x": [1 2]}"#, #"{"x": [}"#, #"{"x": [1,"#, #"{"all": {"a": {"b": 01}}}"#,
    #"{"all": {"a": {"b": "\q"}}}"#, #"{"all": {"a": }}"#, #"{"all": {"a": [1}}"#,
    "{\"x\": \(String(repeating: "[", count: 600))",
    "{\"all\": {\"a\": \(String(repeating: "[", count: 600))",
  ])
  func `validates what it drops`(text: String) throws {
    let whole = #expect(throws: SyntaxError.self) { try Document(Array(text.utf8), named: "a") }
    let projected = #expect(throws: SyntaxError.self) { try project(text) }
    #expect(whole?.location == projected?.location)
    #expect(whole?.message == projected?.message)
  }
}
