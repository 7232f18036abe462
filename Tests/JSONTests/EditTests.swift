import JSON
import Testing
import Text

/// A text before and after an edit of its root.
struct Edit: Sendable {
  var name: String
  var before: String
  var after: String
  var edit: @Sendable (Node) -> Replacement?

  init(
    _ name: String, _ before: String, _ after: String,
    _ edit: @escaping @Sendable (Node) -> Replacement?
  ) {
    (self.name, self.before, self.after, self.edit) = (name, before, after, edit)
  }
}

struct EditTests {
  static let edits = [
    Edit("insert at the end", "{\n  \"a\": 1\n}\n", "{\n  \"a\": 1,\n  \"b\": 2\n}\n") {
      $0.inserting("b", 2)
    },
    Edit(
      "insert in order", "{\n\t\"a\": 1,\n\t\"c\": 3\n}",
      "{\n\t\"a\": 1,\n\t\"b\": 2,\n\t\"c\": 3\n}"
    ) {
      $0.inserting("b", 2, isSorted: true)
    },
    Edit("insert at the end of a disorder", #"{"c": 3, "a": 1}"#, #"{"c": 3, "a": 1, "b": 2}"#) {
      $0.inserting("b", 2, isSorted: true)
    },
    Edit("insert into compact text", #"{"a":1}"#, #"{"a":1,"b":{"c":2}}"#) {
      $0.inserting("b", ["c": 2])
    },
    Edit("insert behind one member on a line", #"{ "a": 1 }"#, #"{ "a": 1, "b": 2 }"#) {
      $0.inserting("b", 2)
    },
    Edit(
      "insert into an empty object, with Windows lines",
      "{\r\n    \"d\": {},\r\n    \"e\": 1\r\n}",
      "{\r\n    \"d\": {\r\n        \"a\": \"^1\"\r\n    },\r\n    \"e\": 1\r\n}"
    ) { $0["d"]?.inserting("a", "^1") },
    Edit(
      "insert a deep value", "{\n  \"a\": 1\n}",
      "{\n  \"a\": 1,\n  \"b\": {\n    \"c\": [\n      1\n    ]\n  }\n}"
    ) {
      $0.inserting("b", ["c": [1]])
    },
    Edit("insert with a spaced colon", "{\n  \"a\" : 1\n}", "{\n  \"a\" : 1,\n  \"b\" : 2\n}") {
      $0.inserting("b", 2)
    },
    Edit("append to an array", "[\n  1\n]", "[\n  1,\n  2\n]") { $0.appending(2) },
    Edit("remove the first", #"{"a": 1, "b": 2}"#, #"{"b": 2}"#) { $0.removing("a") },
    Edit("remove the last", "{\n  \"a\": 1,\n  \"b\": 2\n}", "{\n  \"a\": 1\n}") {
      $0.removing("b")
    },
    Edit("remove the only one", "{\n  \"a\": 1\n}", "{}") { $0.removing("a") },
    Edit("remove an element", "[1, 2, 3]", "[1, 3]") { $0.removing(at: 1) },
    Edit("replace a string", #"{"a": "^1.0"}"#, #"{"a": "^2.0"}"#) {
      $0["a"]?.replaced(by: "^2.0")
    },
    Edit("replace by a list", "{\n  \"a\": {}\n}", "{\n  \"a\": [\n    1\n  ]\n}") {
      $0["a"]?.replaced(by: [1])
    },
  ]

  @Test(arguments: edits.indices)
  func `edits follow the surrounding formatting`(index: Int) throws {
    let edit = Self.edits[index]
    let source = SourceText(file: "a.json", edit.before)
    let replacement = try #require(edit.edit(try Document(source).root))
    #expect(try source.applying([replacement]).string == edit.after, "\(edit.name)")
  }

  @Test func `impossible edits are nil`() throws {
    let root = try Document(SourceText(file: "a.json", #"{"a": [1]}"#)).root
    #expect(root.inserting("a", 1) == nil)
    #expect(root.removing("b") == nil)
    #expect(root.appending(1) == nil)
    #expect(root["a"]?.removing(at: 1) == nil)
    #expect(root["a"]?.inserting("x", 1) == nil)
  }
}
