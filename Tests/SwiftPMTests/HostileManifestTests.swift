import TestSupport
import Testing
import Text

@testable import SwiftPM
@testable import SwiftSources

private func times(_ count: Int, _ text: String) -> String {
  String(repeating: text, count: count)
}

/// Evaluates a manifest and returns what that took, with the error.
private func evaluate(_ body: String) -> (used: EvaluationBudget, error: ManifestError?) {
  let text = SourceText(
    file: "Package.swift",
    "// swift-tools-version: 6.1\n\(body)\nlet package = Package(name: \"p\")\n")
  let surroundings = Evaluation.Surroundings(
    tools: ToolsVersion(6, 3, 1), mode: ToolsVersion(6, 1), system: "Linux",
    isVersion: { SemanticVersion($0) != nil })
  let scope = Scope()
  defer { scope.dissolve() }
  var used = EvaluationBudget()
  do throws(ManifestError) {
    let tokens = try Lexer.tokens(of: text.bytes)
    var parser = Parser(tokens: tokens)
    let statements = try parser.statements(until: .end)
    let evaluation = Evaluation(tokens: tokens, in: surroundings)
    defer { used = evaluation.budget }
    _ = try evaluation.run(statements, in: scope)
    return (evaluation.budget, nil)
  } catch {
    return (used, error)
  }
}

private let text = "var s = \"aaaaaaaaaaaaaaaa\"\n"
private let list = "var l = [1, 2, 3, 4]\n"

/// Manifests that ask for far too much, and a word of what they are refused with.
private let hostile: [(String, String)] = [
  (text + times(60, "s = s + s\n"), "`+`"), (text + times(60, "s += s\n"), "`+`"),
  (text + times(60, "s = \"\\(s)\\(s)\"\n"), "an interpolation"),
  (text + times(60, "s.append(s)\n"), "`.append`"),
  (text + times(60, "s = s.appending(s)\n"), "`.appending`"),
  (text + times(60, "s = [s, s].joined(separator: s)\n"), "`.joined`"),
  (text + times(60, "s = [s, s].joined()\n"), "`.joined`"),
  (text + "for _ in 1...9000 { for _ in 1...9000 { s += \"a\" } }", "computes too much"),
  (list + times(60, "l = l + l\n"), "`+`"), (list + times(60, "l += l\n"), "`+`"),
  (list + times(60, "l.append(contentsOf: l)\n"), "a list"),
  (list + times(60, "l.insert(contentsOf: l, at: 0)\n"), "`.insert`"),
  (list + times(60, "l = [l, l].flatMap { $0 }\n"), "`.flatMap`"),
  (list + times(60, "l = Array([l, l].joined())\n"), "`.joined`"),
  (list + "for _ in 1...9999 { l.append(1)\nl = l.reversed() }", "computes too much"),
  ("var d = [\"a\": [1]]\nfor i in 1...9999 { d[\"\\(i)\"] = [i] }", "computes too much"),
  (
    "var n: [Any] = []\n" + times(9000, "n = [n, n]\n"), "nests values too deep"
  ),
  ("var t: Any = 1\n" + times(100, "t = (t, t)\n"), "nests values too deep"),
  ("for _ in 0..<9999 { for _ in 0..<9999 {} }", "computes too much"),
  ("let r = Array(0..<900000000)", "a range"),
  ("let r = (0..<9000).map { _ in (0..<9000).map { $0 } }", "computes too much"),
  ("func f(_ n: Int) { f(n + 1) }\nf(0)", "computes too much"),
  (
    "let f = { (g: Any) in g }\nfunc h() -> Int { h() + h() }\nlet x = h()", "computes too much"
  ),
  ("let l = (0..<5000).map { \"\\($0)\" }\nlet s = l.filter { l.contains($0) }", "too much"),
  ("let l = (0..<5000).map { [$0] }\nlet s = Set(l)", "too much"),
  ("let l = (0..<9000).map { $0 }\nlet s = l.sorted { $0 > $1 }", "computes too much"),
  (text + times(18, "s = s + s\n") + "let b = s.contains(s + \"b\")", "`.contains`"),
  (
    "for _ in 1...9000 { if mystery() {\n" + times(9000, "a\n") + "} }", "code that is not run"
  ),
  (times(1 << 19, "["), "words"), (times(1 << 19, "("), "words"),
  (times(100_000, "["), "too deep"), (times(100_000, "("), "too deep"),
  ("let x = " + times(100_000, "{ "), "too deep"),
  ("let x = " + times(50_000, "a ? "), "too deep"),
  ("let x = " + times(9_000, "a + ") + "a", "too many steps"),
  ("let x = \"" + times(100_000, "\\(\""), "too deep"),
  (times(90_000, "a<"), "too many steps"), (times(300_000, "a "), "words"),
  (times(1 << 19, "#"), "number signs"), (times(200_000, "/*"), "without end"),
  (times(1 << 20, "\n"), "larger"),
]

@Suite struct `A hostile manifest` {
  @Test(arguments: hostile.map { (LongText($0.0), $0.1) })
  func `every operation pays before it works`(body: LongText, word: String) {
    let (used, error) = evaluate(body.value)
    #expect(error?.reason.contains(word) == true, "\(error?.reason ?? "no refusal")")
    #expect(used.usedBytes <= EvaluationBudget.bytes)
    #expect(used.usedSteps <= EvaluationBudget.steps)
  }

  /// Each level has another level inside a tree of operators that is as high as allowed: the deepest
  /// syntax trees that the parser accepts.
  @Test(arguments: [
    ("let x = {\n", "\n}" + times(60, " + 1")), ("let x = {\n", "\n}" + times(60, ".a")),
    ("let x = " + times(30, "true ? 1 : ") + "{\n", "\n}"), ("if true {\n", "\n}"),
    ("let x = " + times(18, "[") + "{\n", "\n}" + times(18, "]")),
    ("let x = " + times(60, "!") + "{\n", "\n}"), ("func f() {\n", "\n}\nf()"),
    ("struct S {\n", "\n}"), ("switch 1 { default:\n", "\n}"), ("#if os(Linux)\n", "\n#endif\n"),
    ("for _ in [1] {\n", "\n}"), ("let x = \"\\({\n", "\n}())\""),
  ])
  func `the deepest syntax tree is parsed, evaluated and freed on the stack of a task`(
    open: String, close: String
  ) {
    for depth in 1...45 {
      let (_, error) = evaluate(times(depth, open) + times(depth, close))
      if depth == 45 { #expect(error != nil) }
    }
  }

  @Test func `objects in a chain or a circle are freed`() {
    // Each object holds the one before it: freed from the last one, they would nest.
    let (_, error) = evaluate(
      """
      var last = Target(name: "t")
      for i in 0..<9000 {
        let next = Target(name: "t")
        next.path = last
        last.url = next
        last = next
      }
      """)
    #expect(error == nil)
  }

  @Test func `an ordinary manifest takes a small part of the budget`() {
    let target =
      ".target(name: \"t\", dependencies: [\"a\", .product(name: \"b\", package: \"c\")]),"
    let (used, error) = evaluate("let targets: [Target] = [\(times(400, target))]\n")
    #expect(error == nil)
    #expect(used.usedSteps < EvaluationBudget.steps / 10)
    #expect(used.usedBytes < EvaluationBudget.bytes / 10)
  }
}
