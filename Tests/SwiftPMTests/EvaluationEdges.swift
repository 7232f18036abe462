/// Swift at the edges of what is evaluated, compared with Swift 6.3.1.
enum EvaluationEdges {
  /// Statements, an expression after them, and what Swift 6.3.1 prints for it.
  static let answers: [(String, String, String)] = [
    (
      "let x: (url: String, name: String)\nif 1 < 2 { x = (\"a\", \"b\") } else { x = (\"c\", \"d\") }",
      "x.url + x.name", "ab"
    ),
    ("var l = [String]()\nvar d = [String: Int]()\nl.append(\"\\(d.count)\")", "l.joined()", "0"),
    ("#if canImport(_Concurrency)\nlet y = \"c\"\n#else\nlet y = \"n\"\n#endif", "y", "c"),
    ("var v = \"x\"\nswitch \"a\" { case \"b\": v = \"x\"\ncase _: v = \"y\" }", "v", "y"),
    (
      "extension String { func f() -> String { \"s\" } }\nextension Int { func f() -> String { \"i\" } }",
      "1.f()", "i"
    ),
    (
      "struct S { var x = \"1\" }\nvar l = [S(), S()]\nfor var s in l { s.x = \"2\" }", "l[0].x",
      "1"
    ),
    ("let a = \"1\", b = \"2\"", "a + b", "12"),
    ("var a: Int = 1, b: String = \"x\"", "\"\\(a)\" + b", "1x"),
    ("", "\"\\(7 / 2) \\(-7 / 2) \\(7 % 3) \\(-7 % 3)\"", "3 -3 1 -1"),
    ("", "\"\\(1 + 2 * 3 - 4)\"", "3"),
    ("var x = 1\nx = x + 1; x -= 3\nx *= 5", "\"\\(x)\"", "-5"),
    (
      "struct A { var n: String { \"a\" } }\nstruct B { var n: String { \"b\" } }", "B().n + A().n",
      "ba"
    ),
    (
      "struct A { func n() -> String { \"a\" } }\nstruct B { func n() -> String { \"b\" } }",
      "B().n() + A().n()", "ba"
    ),
    ("let x = 7 / 2 * 2 + 7 % 4 - -3", "\"\\(x)\"", "12"),
    ("let x = 2 + 3 * 4 - 10 / 5", "\"\\(x)\"", "12"),
    ("let x = 1 - 2 - 3 + 4 * 2 % 3", "\"\\(x)\"", "-2"),
    ("var x = \"a\", y = x + \"b\", z = y + \"c\"", "z", "abc"),
    (
      "func g() -> String { \"top\" }\nstruct S { func g() -> String { \"in\" }\nfunc h() -> String { g() } }",
      "S().h() + g()", "intop"
    ),
    ("let x = [1, 2, 3].filter { $0 % 2 == 1 }.map { $0 * 2 }", "\"\\(x.count)\\(x[1])\"", "26"),
    (
      "var n = \"top\"\nstruct S { var n: String { \"in\" }\nfunc h() -> String { n } }",
      "S().h() + n", "intop"
    ),
    (
      "func n(_ x: Int) -> String { \"top\" }\nstruct S { func n() -> String { \"in\" }\nfunc h() -> String { n() } }",
      "S().h() + n(1)", "intop"
    ),
    (
      "struct S { var x = \"f\"\nfunc n() -> String { x }\nfunc h() -> String { n() } }", "S().h()",
      "f"
    ),
    (
      "class K { var x = \"f\"\nfunc n() { x = \"g\" }\nfunc m() { n() } }\nlet k = K()\nk.m()",
      "k.x", "g"
    ),
    (
      "struct S { var x = \"f\"\nmutating func n() { x = \"g\" }\nmutating func m() { n() } }\nvar k = S()\nk.m()",
      "k.x", "g"
    ),
    ("let n: [Set<String>] = [[\"a\", \"a\"]]", "\"\\(n[0].count)\"", "1"),
    (
      "let s = [\"5\", \"-5\", \"+5\", \"05\", \" 5\", \"\", \"-\", \"0x5\", \"1e3\", \"99999999999999999999\", \"-0\"]",
      "s.map { \"\\(Int($0) ?? 7)\" }.joined(separator: \",\")", "5,-5,5,5,7,7,7,7,7,7,0"
    ),
    ("var r = \"\"\nif let n = Int(\"q\") { r = \"\\(n)\" } else { r = \"no\" }", "r", "no"),
    ("", "\"\\(Int(\"x\") == nil)\\(Int(\"6\") == 6)\"", "truetrue"),
    (
      "let s = [\"true\", \"True\", \"1\"]", "s.map { \"\\(Bool($0) ?? false)\" }.joined()",
      "truefalsefalse"
    ),
    ("let e = [\"1\", \"x\", \"3\"]", "e.compactMap { Int($0) }.map { \"\\($0)\" }.joined()", "13"),
    (
      "var r = \"\"\nswitch 5 { case 1...3: r = \"a\"\ncase 4..<6: r = \"b\"\ndefault: r = \"c\" }",
      "r", "b"
    ),
    ("let l = [(\"a\", (\"b\", 1))]", "l.map { $0.1.0 + $0.0 }.joined()", "ba"),
    ("let l = (\"a\", (\"b\", 1))", "l.1.0", "b"),
  ]

  /// Statements, an expression after them, and a word of the refusal.
  ///
  /// Swift accepts all of them.
  static let refusals: [(String, String, String)] = [
    ("let v = [1].first ?? -(5)", "\"\\(v)\"", "in parentheses"),
    ("", "\"abc\".contains(\"\") ? \"a\" : \"b\"", "contains"),
    ("", "\"\\r\\n\".contains(\"\\n\") ? \"a\" : \"b\"", "contains"),
    ("", "URL(fileURLWithPath: \"/a/b\").path == \"/a/b\" ? \"a\" : \"b\"", "`URL`"),
    ("", "URL(string: \"\") == nil ? \"a\" : \"b\"", "`URL`"),
    ("", "Double(\"x\") == nil ? \"a\" : \"b\"", "`Double`"),
    ("", "UInt(\"-1\") == nil ? \"a\" : \"b\"", "`UInt`"),
    ("let v = \"1.\" + \"x\"", "Version(v) == nil ? \"a\" : \"b\"", "`Version`"),
    ("var r = \"\"\nswitch 5 { case ...3: r = \"a\"\ndefault: r = \"c\" }", "r", "pattern"),
    ("", "[1].map(String.init(describing:)).joined()", "labels"),
    ("let n = 6 & 3", "\"\\(n)\"", "`&`"),
    ("var v = \"x\"\nvar w: Int = 1 { didSet { v = \"y\" } }\nw = 2", "v", "`didSet`"),
    ("var v = \"x\"\nvar w: Int { get { 1 } set { v = \"y\" } }\nw = 2", "v", "`set`"),
    ("var v = \"x\"\nvar w: Int { get { 1 } set { v = \"y\" } }\nw = 2", "\"\\(w)\"", "`set`"),
    (
      "func f(_ a: Int) -> String { \"a\" }\nfunc f(_ b: String) -> String { \"b\" }", "f(1)",
      "overloads"
    ),
    (
      "func f() -> String { \"a\" }\nfunc f(_ b: String = \"q\") -> String { \"b\" }", "f()",
      "overloads"
    ),
    ("extension String { var count: Int { 7 } }", "\"\\(\"ab\".count)\"", "file defines"),
    (
      "extension Array { func f() -> String { \"arr\" } }\nextension Array where Element == Int { func f() -> String { \"ints\" } }",
      "[1].f()", "more than once"
    ),
    ("var x = \"a\"\ndo { defer { x = \"b\" }\nx = \"c\" }", "x", "`defer`"),
    ("var x = \"a\"\nfunc f() { defer { x = \"b\" }; x = \"c\" }\nf()", "x", "`defer`"),
    ("enum E { static var a = \"1\" }\nE.a = \"2\"", "E.a", "`E.a`"),
    ("var x = \"1\"\nlet f = { [x] in x }\nx = \"2\"", "f()", "has a closure with a capture list"),
    ("let x: String? = \"a\"", "\"\\(x)\"", "optional"),
    ("let d = [\"a\": \"b\"]", "\"\\(d[\"a\"])\"", "optional"),
    ("let l = [\"a\"]", "\"\\(l.first)\"", "optional"),
    ("let l = [\"a\", \"b\", \"c\"]", "l.dropFirst()[1]", "uses an index of a slice"),
    ("let l = [\"a\", \"b\", \"c\"]", "l.suffix(2)[1]", "uses an index of a slice"),
    ("enum E: String { case a, b = \"q\" }", "E(rawValue: \"q\") == .b ? \"y\" : \"n\"", "`==`"),
    (
      "enum E { case a(Int)\nvar n: String { switch self { case .a(let x): return \"\\(x)\" } } }",
      "E.a(3).n", "`E.a`"
    ),
    (
      "var r = \"\"\nouter: for i in 1...3 { for j in 1...3 { if j == 2 { continue outer }; r += \"\\(i)\\(j)\" } }",
      "r", "labels a statement"
    ),
    (
      "var r = \"\"\nouter: for i in 1...3 { for j in 1...3 { if j == 2 { break outer }; r += \"\\(i)\\(j)\" } }",
      "r", "labels a statement"
    ),
    ("", "\"\\(1 << 4) \\(255 >> 2) \\(5 | 2) \\(5 ^ 1) \\(~5)\"", "`<<`"),
    ("let x: Any = 5\nvar r = \"n\"\nif x is Int { r = \"y\" }", "r", "`is`"),
    ("let x: Any = 5\nvar r = \"n\"\nif let y = x as? String { r = \"\\(y)\" }", "r", "`as?`"),
    ("let x = 5 is String", "\"\\(x)\"", "`is`"),
    (
      "infix operator <>\nfunc <> (a: String, b: String) -> String { b + a }", "\"a\" <> \"b\"",
      "`<>`"
    ),
    ("prefix operator ^^\nprefix func ^^ (a: String) -> String { a + a }", "^^\"b\"", "`^^`"),
    (
      "class A { func f() -> String { \"a\" } }\nclass B: A { override func f() -> String { \"b\" + super.f() } }\nlet x: A = B()",
      "x.f()", "overrides a member"
    ),
    (
      "func f(_ x: Int) -> String { \"i\" }\nfunc f(_ x: Double) -> String { \"d\" }", "f(3)",
      "overloads"
    ),
    (
      "var r = \"\"\nswitch 2 { case let x where x > 1: r = \"big\"\ndefault: r = \"small\" }", "r",
      "chooses by a pattern"
    ),
    (
      "var r = \"\"\nswitch \"abc\" { case let s where s.hasPrefix(\"a\"): r = s\ndefault: r = \"no\" }",
      "r", "chooses by a pattern"
    ),
    (
      "var r = \"\"\nlet o: Int? = 3\nswitch o { case .some(let x): r = \"\\(x)\"\ncase .none: r = \"n\" }",
      "r", "chooses by a pattern"
    ),
    (
      "var r = \"\"\nlet o: Int? = 3\nswitch o { case let x?: r = \"\\(x)\"\ncase nil: r = \"n\" }",
      "r", "chooses by a pattern"
    ),
    (
      "@resultBuilder enum B { static func buildBlock(_ x: String...) -> String { x.joined() } }\n@B func f() -> String { \"a\"\n\"b\" }",
      "f()", "`@resultBuilder`"
    ),
    (
      "@propertyWrapper struct W { var wrappedValue: String { \"w\" } }\nstruct S { @W var x }",
      "S().x", "`@propertyWrapper`"
    ),
    (
      "struct S { var x: String { didSet { x = \"d\" } } }\nvar s = S(x: \"a\")\ns.x = \"b\"",
      "s.x",
      "`didSet`"
    ),
    (
      "struct S { var y = \"1\"; var x: String { get { y } set { y = newValue + \"!\" } } }\nvar s = S()\ns.x = \"b\"",
      "s.y", "`set`"
    ),
    ("var x = 5\nx |= 2; x <<= 1", "\"\\(x)\"", "`|=`"),
    ("struct S { let x: String? }", "\"\\(S(x: \"a\").x)\"", "optional"),
    ("func f() -> String? { \"a\" }", "\"\\(f())\"", "optional"),
    ("func f(_ x: String?) -> String { \"\\(x)\" }", "f(\"a\")", "optional"),
    ("let d = [\"a\": \"b\"]\nlet e = d[\"a\"]", "\"\\(e)\"", "optional"),
  ]
}
