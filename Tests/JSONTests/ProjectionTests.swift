import JSON
import Testing

struct ProjectionTests {
  private final class Visits {
    var found: [String] = []
  }

  /// Parses with a projection that keeps `name` and visits the members of `all`.
  private func project(_ text: String) throws -> (document: Document, visits: [String]) {
    let visits = Visits()
    let projection = Projection(keeping: KeySet(["name"]), visiting: KeySet(["all"])) { member in
      visits.found.append("\(member.object) \(member.key)=\(member.value.value.text(.compact))")
    }
    let document = try Document(Array(text.utf8), named: "a", projecting: projection)
    return (document, visits.found)
  }

  @Test(arguments: [
    (#"{"name": [1, {"a": 2}], "x": {"name": 3}}"#, #"{"name":[1,{"a":2}]}"#, []),
    (
      #"{"x": 1, "all": {"a": {"b": [1, 2]}, "c": 3}, "name": "n"}"#,
      #"{"all":{"a":{},"c":3},"name":"n"}"#, [#"16 a={"b":[1,2]}"#, "16 c=3"]
    ),
    (#"{"\u0061ll": {"\u0062": []}}"#, #"{"all":{"b":[]}}"#, ["13 b=[]"]),
    (#"{"all": {"a": 1}, "all": {"b": 2}}"#, #"{"all":{"b":2}}"#, ["8 a=1", "25 b=2"]),
    (#"{"all": {"a": [1], "a": {"b": 2}}}"#, #"{"all":{"a":{}}}"#, ["8 a=[1]", #"8 a={"b":2}"#]),
    (#"{"all": [{"a": 1}], "y": {"all": {"a": 1}}}"#, #"{"all":[{"a":1}]}"#, []),
    (#"[{"all": {"a": 1}}]"#, #"[{"all":{"a":1}}]"#, []), ("3", "3", []), ("{}", "{}", []),
  ])
  func `keeps, visits and drops members`(text: String, kept: String, visits: [String]) throws {
    let result = try project(text)
    #expect(result.document.root.value.text(.compact) == kept)
    #expect(result.visits == visits)
  }

  @Test(arguments: [
    #"{"x": {"y": [1,]}}"#, #"{"all": {"a": {"b": tru}}}"#, #"{"x": 1"#, #"{"x": 1} 2"#,
    "{\"x\": \"\u{01}\"}",
  ])
  func `validates what it drops`(text: String) throws {
    let whole = #expect(throws: SyntaxError.self) { try Document(Array(text.utf8), named: "a") }
    let projected = #expect(throws: SyntaxError.self) { try project(text) }
    #expect(whole?.location == projected?.location)
    #expect(whole?.message == projected?.message)
  }
}
