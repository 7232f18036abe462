import SwiftPM
import SwiftSources
import Testing
import Text

private let reader = ManifestReader(tools: ToolsVersion(6, 3, 1))

/// Reads a manifest whose only dependency has the value of an expression at the end of its URL.
private func read(_ before: String, _ expression: String) throws -> PackageManifest {
  let text = """
    // swift-tools-version: 6.1
    import PackageDescription
    \(before)
    let package = Package(
      name: "p", dependencies: [.package(url: "https://e.com/" + (\(expression)), from: "1.0.0")])
    """
  return try reader.read(SourceText(file: "Package.swift", text))
}

private let list = "var l = [\"b\", \"c\", \"a\"]\n"
private let set = "var s: Set<String> = [\"a\", \"b\", \"a\"]\n"

/// Statements, an expression after them, and its value in Swift.
private let answers: [(String, String, String)] = [
  (list + "l.insert(\"x\", at: 1)", "l.joined()", "bxca"),
  (list + "l.insert(contentsOf: [\"x\", \"y\"], at: 3)", "l.joined()", "bcaxy"),
  (list + "l.sort()", "l.joined()", "abc"), (list + "l.sort(by: >)", "l[0]", "c"),
  (list + "l.sort { $0 > $1 }", "l.joined(separator: \"-\")", "c-b-a"),
  (list + "l.reverse()", "l.joined()", "acb"), (list, "l.sorted().joined()", "abc"),
  (list, "l.reversed()[0]", "a"), (list + "let x = l.removeLast()", "x + l.joined()", "abc"),
  (list + "let x = l.remove(at: 1)", "x + l.joined()", "cba"),
  (list + "let x = l.removeFirst()", "x + l.joined()", "bca"),
  (list, "l.dropFirst().joined()", "ca"), (list, "l.first { $0 > \"b\" }!", "c"),
  (list, "l.allSatisfy { $0 != \"z\" } ? \"all\" : \"some\"", "all"),
  (set, "\"\\(s.count)\"", "2"), (set, "s.sorted().joined()", "ab"),
  (set + "let x = s.insert(\"b\").inserted", "\"\\(x)\\(s.count)\"", "false2"),
  (set, "s.union([\"c\", \"a\"]).sorted().joined()", "abc"),
  (set, "s.intersection([\"a\"]).first!", "a"),
  (set, "s.subtracting([\"a\"]).joined()", "b"),
  (set + "s.formUnion([\"z\"])\ns.remove(\"a\")", "s.sorted().joined()", "bz"),
  ("", "Set([\"a\", \"a\"]).first!", "a"), ("", "([\"a\", \"a\"] as Set).first!", "a"),
  (
    "func one(_ s: Set<String>) -> Int { s.count }\nfunc two() -> Set<String> { [\"a\", \"a\"] }",
    "\"\\(one([\"x\", \"x\"]))\\(two().count)\"", "11"
  ),
  ("var d = [\"a\": \"1\", \"b\": \"2\"]\nd[\"a\"] = nil", "\"\\(d.count)\"", "1"),
  ("var d = [\"a\": \"1\", \"b\": \"2\"]", "d.keys.sorted().joined()", "ab"),
  ("var d = [\"a\": \"1\"]\nd.removeValue(forKey: \"a\")", "d[\"a\"] ?? \"none\"", "none"),
  (
    "var r = \"\"\nfor x in [\"a\", \"b\", \"c\"] { if x == \"b\" { break }\nr += x }", "r", "a"
  ),
  (
    "var r = \"\"\nfor x in [\"a\", \"b\", \"c\"] { if x == \"b\" { continue }\nr += x }", "r",
    "ac"
  ),
  (
    "var r = \"\"\nfunc f() { switch 1 {\ncase 1: break\ndefault: r = \"x\"\n}\nr += \"y\" }\nf()",
    "r", "y"
  ),
  (
    "struct S { var x: String }\nvar a = S(x: \"1\")\nvar b = a\nb.x = \"2\"", "a.x + b.x", "12"
  ),
  (
    "struct S { var x: String\nmutating func set() { self.x = \"2\" } }\n"
      + "var a = S(x: \"1\")\nvar b = a\nb.set()", "a.x + b.x", "12"
  ),
  (
    "struct S { var x: String\nmutating func set() { x = \"2\" } }\n"
      + "var a = S(x: \"1\")\na.set()", "a.x", "2"
  ),
  ("", "[\"a\", \"b\"].joined()", "ab"), ("", "\"\\([[1, 2], [3]].joined().count)\"", "3"),
  ("let o: String? = nil", "[o, \"a\"].compactMap { $0 }.joined()", "a"),
  (
    "let a = Target.target(name: \"t\")\nextension Target { func add() { dependencies.append(\"x\") } }"
      + "\na.add()", "\"\\(a.dependencies.count)\"", "1"
  ),
]

/// Statements, an expression after them, and a word of the refusal.
private let refusals: [(String, String, String)] = [
  (list, "l.shuffled()[0]", "shuffled"), (list + "l.shuffle()", "l[0]", "shuffle"),
  (list, "l.randomElement()!", "randomElement"), (set, "s.first!", "order"),
  (set, "Array(s)[0]", "order"), (set, "s.joined()", "order"),
  (set, "s.map { $0 }[0]", "order"), (set, "s.first { $0 != \"\" }!", "order"),
  (set + "var r = \"\"\nfor x in s { r += x }", "r", "order"),
  (set + "var r = \"\"\ns.forEach { r += $0 }", "r", "order"),
  ("let d = [\"a\": \"1\", \"b\": \"2\"]", "d.values.joined()", "order"),
  ("let d = [\"a\": \"1\", \"b\": \"2\"]", "d.keys.first!", "order"),
  (list, "l.union([\"a\"]).first!", "union"), (list + "l.insert(\"x\")", "l[0]", "insert"),
  (list + "l.swapAt(0, 1)", "l[0]", "swapAt"), (list, "l.sorted(by: mystery)[0]", "sorted"),
  ("let v: [Version] = [\"1.10.0\", \"1.9.0\"]", "v.sorted()[0]", "compare"),
  ("let v: Version = \"1.10.0\"", "v < \"1.9.0\" ? \"a\" : \"b\"", "`<`"),
  ("let n: Double = 1", "\"\\(n)\"", "Double"), ("let n = 1.5", "\"\\(n)\"", "1.5"),
  ("typealias Names = Set<String>\nlet n: Names = [\"a\", \"a\"]", "n[0]", "Names"),
  (
    "var x = \"a\"\nfunc f(_ y: inout String) { y = \"b\" }\nf(&x)", "x", "`&`"
  ),
  (
    "var x = \"a\"\nfunc f() { if mystery() { return }\nx = \"b\" }\nf()", "x", "mystery"
  ),
  ("var x = \"a\"\nfunc f() { x = \"b\" }\nif mystery() { f() }", "x", "mystery"),
  ("var x = \"a\"\nmystery { x = \"b\" }", "x", "mystery"),
  (
    "var x = \"a\"\nfor n in [1, 2] { if mystery(n) { break }\nx = \"b\" }", "x", "mystery"
  ),
  ("struct S { var x: String\ninit(_ y: String) { x = y + y } }", "S(\"a\").x", "initializer"),
  ("setenv(\"A\", \"b\", 1)", "Context.environment[\"A\"] ?? \"none\"", "setenv"),
  ("let x: String? = mystery()", "x.map { _ in \"b\" } ?? \"a\"", "mystery"),
  ("var x = [\"a\"]\nx += mystery()", "\"\\(x.count)\"", "mystery"),
  ("let d = [\"é\": 1]", "\"e\\u{301}x\".contains(\"é\") ? \"a\" : \"b\"", "contains"),
  ("switch 1 {\ncase 1: fallthrough\ndefault: break\n}", "\"a\"", "fallthrough"),
]

/// Statements that may end the file early or not, so that the package may not be declared.
private let undecided = [
  "switch mystery() { case 1: return\ndefault: break }", "if mystery() { return }",
]

@Suite struct `The evaluation of a manifest` {
  @Test(arguments: answers + EvaluationEdges.answers + OptionalValues.answers)
  func `every method returns the same as in Swift`(
    before: String, expression: String, end: String
  ) throws {
    #expect(try read(before, expression).dependencies[0].location == "https://e.com/" + end)
  }

  @Test(arguments: refusals + EvaluationEdges.refusals + OptionalValues.refusals)
  func `what cannot be evaluated exactly is refused by name`(
    before: String, expression: String, word: String
  ) throws {
    let error = #expect(throws: ManifestError.self) { try read(before, expression) }
    #expect(error?.kind == .refused)
    #expect(error?.reason.contains(word) == true, "\(error?.reason ?? "")")
  }

  @Test(
    arguments: [
      (list + "l.insert(\"x\", at: 9)", "past"), (list + "l.remove(at: 3)", "past"),
      (list + "l[7] = \"x\"", "past"), ("precondition(1 == 2)", "precondition"),
      ("let z = 0\nlet n = 5 / z", "divides by zero"), ("let n = 5 % (1 - 1)", "divides by zero"),
      ("var e: [String] = []\ne.removeLast()", "past"),
    ])
  func `what stops in Swift is malformed`(before: String, word: String) throws {
    let error = #expect(throws: ManifestError.self) { try read(before, "\"a\"") }
    #expect(error?.kind == .malformed)
    #expect(error?.reason.contains(word) == true)
  }

  @Test func `break in an undecided switch does not end the file`() throws {
    let manifest = try read("switch mystery() { case 1: break\ndefault: break }", "\"a\"")
    #expect(manifest.dependencies[0].location == "https://e.com/a")
  }

  @Test(arguments: undecided)
  func `a file that may end before its package is refused`(before: String) throws {
    let error = #expect(throws: ManifestError.self) { try read(before, "\"a\"") }
    #expect(error?.kind == .refused)
    #expect(error?.reason.contains("mystery") == true, "\(error?.reason ?? "")")
  }
}
