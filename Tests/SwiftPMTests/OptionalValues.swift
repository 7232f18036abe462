/// Values of an optional type in lists, dictionaries, tuples and fields, compared with Swift 6.3.1.
enum OptionalValues {
  /// Statements, an expression after them, and what Swift 6.3.1 prints for it.
  static let answers: [(String, String, String)] = [
    ("let l: [String?] = [\"a\"]", "l[0]!", "a"),
    (
      "let l: [String?] = [\"a\", nil, \"b\"]",
      "l.compactMap { $0 }.map { \"\\($0)\" }.joined()", "ab"
    ),
    ("let l: [String?] = [\"a\", nil, \"b\"]", "l.flatMap { $0 }.joined()", "ab"),
    (
      "let l: [[String]?] = [[\"a\"], nil]",
      "\"\\(l.compactMap { $0 }.count)\\(l.flatMap { $0 ?? [] }.count)\"", "11"
    ),
    (
      "struct S { var x: String? }\nlet l = [S(x: \"a\")].map { $0.x }",
      "l.compactMap { $0 }.joined()", "a"
    ),
    ("let o: String? = \"x\"", "o.map { $0 + \"y\" } ?? \"z\"", "xy"),
    ("let o: [String]? = [\"x\", \"y\"]", "o.map { \"\\($0.count)\" } ?? \"z\"", "2"),
    ("let o: [String]? = [\"x\", \"y\"]", "(o?.map { $0 + \"!\" } ?? []).joined()", "x!y!"),
    ("let o: [String]? = [\"x\", \"y\"]", "o?.first ?? \"n\"", "x"),
    ("let o: [String]? = [\"x\", \"y\"]", "o?[1] ?? \"n\"", "y"),
    ("let o: [String: [String]]? = [\"x\": [\"y\"]]", "o?[\"x\"]?.first ?? \"n\"", "y"),
    ("let o: [String: [String]] = [\"x\": [\"y\"]]", "o[\"x\"]?[0] ?? \"n\"", "y"),
    ("func f(_ x: String? = \"a\") -> String { x ?? \"n\" }", "f() + f(\"b\") + f(nil)", "abn"),
    ("func f(_ s: Set<String> = [\"a\", \"a\"]) -> String { \"\\(s.count)\" }", "f()", "1"),
    ("let s: Set<String>\ns = [\"a\", \"a\"]", "\"\\(s.count)\"", "1"),
    ("let l: [Set<String>] = [[\"a\", \"a\"]]", "\"\\(l[0].count)\"", "1"),
    ("let s: Set<String>? = [\"a\", \"a\"]", "\"\\(s!.count)\"", "1"),
    ("let l = [\"a\", \"b\"]\nlet m = [l.first, l.last].compactMap { $0 }", "m.joined()", "ab"),
    ("let d = [\"a\": \"b\"]\nlet m = [\"a\", \"c\"].compactMap { d[$0] }", "m.joined()", "b"),
    ("let x: String? = \"a\"\nlet y = x.flatMap { [$0].first }", "y ?? \"n\"", "a"),
    (
      "let x: [Int?] = [1, nil, 3]",
      "\"\\(x.compactMap { $0 }.count)\\(x.filter { $0 == nil }.count)\\(x.contains(nil))\\(x.contains(3))\\(x == [1, nil, 3])\"",
      "21truetruetrue"
    ),
    ("let x: [Int?] = [3, nil, 1]\nvar n = 0\nfor i in x { n += i ?? 10 }", "\"\\(n)\"", "14"),
    (
      "let x: [Int?] = [3, nil, 1]\nvar n = 0\nfor i in x { guard let i = i else { continue }; n += i }",
      "\"\\(n)\"", "4"
    ),
    (
      "let x: [Int?] = [3, nil, 1]\nvar n = 0\nfor i in x { guard let i else { continue }; n += i }",
      "\"\\(n)\"", "4"
    ),
    (
      "let x: [(String, Int?)] = [(\"a\", 1)]\nvar r = \"\"\nfor (a, b) in x { r += \"\\(a)\\(b!)\" }",
      "r", "a1"
    ),
    ("let x: Array<String>? = [\"a\"]", "\"\\(x!.count)\"", "1"),
    ("let l: [String?] = [\"b\", \"a\"]", "l.sorted { $0! < $1! }.map { $0! }.joined()", "ab"),
    (
      "let l: [String?] = [\"b\", \"a\"]",
      "l.enumerated().map { \"\\($0.offset)\\($0.element!)\" }.joined()", "0b1a"
    ),
    ("let l: [String?] = [\"b\", \"a\"]", "l.contains { $0 == \"a\" } ? \"y\" : \"n\"", "y"),
    ("let l: [String?] = [\"b\"]\nlet x = l[0] ?? \"z\"", "\"\\(x)\"", "b"),
    (
      "let l: [String?] = [\"b\"]\nlet x = l[0]\nvar y = \"n\"\nif let x = x { y = \"\\(x)\" }",
      "y", "b"
    ),
    ("let l: [[String]?] = [[\"b\"]]\nlet x = l[0]?.map { $0 + \"!\" }", "x![0]", "b!"),
    ("let l: [[String]?] = [[\"b\"]]\nlet x = l[0].map { \"\\($0.count)\" }", "x!", "1"),
    ("func t() throws -> String { \"a\" }\nlet x = try? t()", "x ?? \"n\"", "a"),
    ("let o: String? = \"a\"\nlet x = o!", "\"\\(x)\"", "a"),
    ("let o: [Int: Int?] = [1: 2]", "\"\\(o.count)\\(o.isEmpty)\"", "1false"),
    ("let a: String? = \"x\", b: String? = \"x\"", "a == b ? \"y\" : \"n\"", "y"),
    ("let a: Int? = 5", "a == 5 && a! > 4 ? \"y\" : \"n\"", "y"),
    ("let a: Bool? = true", "a == true && a ?? false ? \"y\" : \"n\"", "y"),
  ]

  /// Statements, an expression after them, and a word of the refusal.
  ///
  /// Swift prints most of them with `Optional(...)`.
  static let refusals: [(String, String, String)] = [
    (
      "let o: String? = \"a\"; let l = [o]",
      "l.map { \"\\($0)\" }.joined()", "interpolates an optional value"
    ),
    (
      "let l: [String?] = [\"a\"]",
      "l.map { \"\\($0)\" }.joined()", "interpolates an optional value"
    ),
    (
      "let l: [String?] = [\"a\"]\nvar r = \"\"\nfor x in l { r += \"\\(x)\" }",
      "r", "interpolates an optional value"
    ),
    ("let l: [String?] = [\"a\"]", "\"\\(l[0])\"", "interpolates an optional value"),
    ("let l: [String?] = [\"a\", nil]", "\"\\(l.first == nil)\"", "nests optional values"),
    ("let l: [String?] = [nil]", "\"\\(l.first == nil)\"", "nests optional values"),
    (
      "let l: [String?] = [nil, \"a\"]\nvar r = \"none\"\nif let f = l.first { r = \"some\" }",
      "r", "nests optional values"
    ),
    ("let l: [String?] = [\"b\", \"a\"]", "(l.first ?? \"x\") ?? \"y\"", "nests optional values"),
    (
      "let d: [String: String?] = [\"a\": \"b\"]",
      "d.values.map { \"\\($0)\" }.joined()", "interpolates an optional value"
    ),
    (
      "let d: [String: String?] = [\"a\": nil]\nvar r = \"no\"\nif let v = d[\"a\"] { r = \"yes\" }",
      "r", "uses an element of a dictionary with optional values"
    ),
    (
      "var d: [String: String?] = [\"a\": \"x\"]\nd[\"a\"] = nil",
      "\"\\(d.count)\"", "assigns to an element"
    ),
    (
      "let n: String? = nil\nvar d: [String: String?] = [\"a\": \"x\"]\nd[\"a\"] = n",
      "\"\\(d.count)\"", "assigns to an element"
    ),
    ("let t: (String?, Int) = (\"a\", 1)", "\"\\(t.0)\"", "interpolates an optional value"),
    ("let t = (\"a\" as String?, 1)", "\"\\(t.0)\"", "interpolates an optional value"),
    ("let o: String? = \"a\"\nlet t = (o, 1)", "\"\\(t.0)\"", "interpolates an optional value"),
    (
      "func f(_ l: [String?]) -> String { l.map { \"\\($0)\" }.joined() }",
      "f([\"a\"])", "interpolates an optional value"
    ),
    (
      "func f() -> [String?] { [\"a\"] }",
      "f().map { \"\\($0)\" }.joined()", "interpolates an optional value"
    ),
    (
      "func f() -> [[String?]] { [[\"a\"]] }",
      "f().map { $0.map { \"\\($0)\" }.joined() }.joined()", "interpolates an optional value"
    ),
    (
      "let l = [\"a\"].map { $0.isEmpty ? nil : $0 }",
      "\"\\(l[0])\"", "interpolates an optional value"
    ),
    ("let l = [\"a\"].map { s -> String? in s }", "\"\\(l[0])\"", "interpolates an optional value"),
    (
      "let l = [\"a\"].map { (s: String) -> String? in if s == \"b\" { return nil }; return s }",
      "\"\\(l[0])\"", "interpolates an optional value"
    ),
    ("let l = [\"a\"].map { s in [s].first }", "\"\\(l[0])\"", "interpolates an optional value"),
    (
      "let l: [String?] = [\"a\"]\nlet m = l.filter { $0 != nil }",
      "\"\\(m[0])\"", "interpolates an optional value"
    ),
    (
      "let l: [String?] = [\"a\"]\nlet m = l + [\"b\"]",
      "\"\\(m[1])\"", "interpolates an optional value"
    ),
    ("var l: [String?] = []\nl.append(\"a\")", "\"\\(l[0])\"", "interpolates an optional value"),
    ("var l = [String?]()\nl.append(\"a\")", "\"\\(l[0])\"", "interpolates an optional value"),
    (
      "var l = Array<String?>()\nl.append(\"a\")",
      "\"\\(l[0])\"", "uses `Array of optional values`"
    ),
    (
      "var l = [String: String?]()\nl[\"a\"] = \"b\"",
      "l.values.map { \"\\($0)\" }.joined()", "assigns to an element"
    ),
    ("var l = [nil, \"a\"]\nl = [\"b\"]", "\"\\(l[0])\"", "interpolates an optional value"),
    ("var l: [String?]\nl = [\"b\"]", "\"\\(l[0])\"", "interpolates an optional value"),
    (
      "struct S { var l: [String?] }",
      "\"\\(S(l: [\"a\"]).l[0])\"", "interpolates an optional value"
    ),
    (
      "struct S { var l: [String?]\n mutating func f() { l = [\"b\"] } }\nvar s = S(l: [])\ns.f()",
      "\"\\(s.l[0])\"", "interpolates an optional value"
    ),
    (
      "struct S { var x: String?\n mutating func f() { x = \"b\" } }\nvar s = S(x: nil)\ns.f()\nlet q = [s].map { $0.x }",
      "\"\\(q[0])\"", "interpolates an optional value"
    ),
    (
      "struct S { var x: String? }\nlet s = S(x: \"a\")\nlet l = [s.x]",
      "\"\\(l[0])\"", "interpolates an optional value"
    ),
    (
      "struct S { var x: String? }\nlet l = [S(x: \"a\")].map(\\.x)",
      "\"\\(l[0])\"", "interpolates an optional value"
    ),
    (
      "let o: String? = nil\nvar r = \"\"\nswitch o { case .none: r = \"n\"\ndefault: r = \"d\" }",
      "r", "chooses by a pattern"
    ),
    ("let o: String? = nil", "o == .none ? \"y\" : \"n\"", "uses `.none`"),
    ("let o: String? = .none", "o == nil ? \"y\" : \"n\"", "uses `.none`"),
    ("let o: String? = .none\nvar r = \"a\"\nif let x = o { r = \"b\" }", "r", "uses `.none`"),
    ("let o: String? = .some(\"x\")\nvar r = \"a\"\nif let x = o { r = x }", "r", "uses `.some`"),
    ("let o: [String]? = [\"x\", \"y\"]", "\"\\(o?.count)\"", "interpolates an optional value"),
    ("let o: [String]? = [\"x\", \"y\"]", "\"\\(o?[1])\"", "interpolates an optional value"),
    (
      "let o: [String: [String]] = [\"x\": [\"y\"]]",
      "\"\\(o[\"x\"]?[0])\"", "interpolates an optional value"
    ),
    (
      "func f(_ x: String? = \"a\") -> String { \"\\(x)\" }",
      "f()", "interpolates an optional value"
    ),
    (
      "func f(_ s: String?...) -> String { s.map { \"\\($0)\" }.joined() }",
      "f(\"a\")", "interpolates an optional value"
    ),
    ("let f: (String) -> String? = { $0 }", "\"\\(f(\"a\"))\"", "interpolates an optional value"),
    (
      "let f: (String) -> String? = { $0 }",
      "[\"a\"].map(f).map { \"\\($0)\" }.joined()", "calls `.map`"
    ),
    ("let f = { (x: String?) in \"\\(x)\" }", "f(\"a\")", "interpolates an optional value"),
    ("let c = true\nlet x = c ? \"a\" : nil", "\"\\(x)\"", "interpolates an optional value"),
    (
      "let c = true\nlet x = c ? \"a\" : nil",
      "[x].map { \"\\($0)\" }.joined()", "interpolates an optional value"
    ),
    (
      "let c = true\nlet x: String? = if c { \"a\" } else { nil }\nlet l = [x]",
      "\"\\(l[0])\"", "interpolates an optional value"
    ),
    (
      "func g<T>(_ x: T) -> [T] { [x] }\nlet o: String? = \"a\"",
      "\"\\(g(o)[0])\"", "interpolates an optional value"
    ),
    ("func g<T>(_ x: T?) -> [T?] { [x] }", "\"\\(g(\"a\")[0])\"", "interpolates an optional value"),
    ("let x: Any = (\"a\" as String?) as Any", "\"\\(x)\"", "interpolates an optional value"),
    (
      "let l = [\"a\", \"b\"]\nlet m = [l.first, l.last]",
      "\"\\(m[1])\"", "interpolates an optional value"
    ),
    (
      "let d = [\"a\": \"b\"]\nlet m = [\"a\", \"c\"].map { d[$0] }",
      "\"\\(m[0])\"", "interpolates an optional value"
    ),
    (
      "let d = [\"a\": \"b\"]\nlet m = [\"a\": d[\"a\"]]",
      "m.values.map { \"\\($0)\" }.joined()", "interpolates an optional value"
    ),
    (
      "let d = [\"a\": \"b\"]\nlet m = [\"k\": d[\"a\"]]",
      "(m[\"k\"] ?? nil) ?? \"n\"", "uses an element of a dictionary with optional values"
    ),
    (
      "let x: String?? = \"a\"",
      "\"\\(x)\"", "declares a value as an optional of an optional value"
    ),
    (
      "let x: String?? = nil as String?",
      "x == nil ? \"y\" : \"n\"", "declares a value as an optional of an optional value"
    ),
    ("let x: String? = \"a\"\nlet y = x.map { [$0].first }", "\"\\(y)\"", "nests optional values"),
    (
      "let x: [(String, Int?)] = [(\"a\", 1)]\nvar r = \"\"\nfor (a, b) in x { r += \"\\(a)\\(b)\" }",
      "r", "interpolates an optional value"
    ),
    (
      "let x: [(String, Int?)] = [(\"a\", 1)]\nlet r = x.map { a, b in \"\\(b)\" }",
      "r.joined()", "interpolates an optional value"
    ),
    ("typealias O = String?\nlet x: O = \"a\"", "\"\\(x)\"", "declares a value as `O`"),
    ("typealias O = [String?]\nlet x: O = [\"a\"]", "\"\\(x[0])\"", "declares a value as `O`"),
    ("let x: Optional<String> = \"a\"", "\"\\(x)\"", "interpolates an optional value"),
    ("let x: String! = \"a\"", "\"\\(x)\"", "interpolates an optional value"),
    ("let x = Optional(\"a\")", "\"\\(x)\"", "`Optional`"),
    (
      "let x = Optional.some(\"a\")\nvar r = \"q\"\nif let x { r = x }",
      "r", "calls `Optional.some`"
    ),
    (
      "var l: [String?] = [\"a\", \"b\"]\nl.removeLast()",
      "\"\\(l[0])\"", "interpolates an optional value"
    ),
    (
      "var l: [String?] = [\"a\", \"b\"]\nlet x = l.removeLast()",
      "\"\\(x)\"", "interpolates an optional value"
    ),
    (
      "var l: [String?] = [\"a\", \"b\"]\nl.removeAll()\nl.append(\"c\")",
      "\"\\(l[0])\"", "interpolates an optional value"
    ),
    ("var l: [String?] = [\"a\"]\nl[0] = \"c\"", "\"\\(l[0])\"", "interpolates an optional value"),
    ("var l: [String?] = [\"a\"]\nl += [\"c\"]", "\"\\(l[1])\"", "interpolates an optional value"),
    (
      "var l: [String?] = [\"a\"]\nl.insert(\"c\", at: 0)",
      "\"\\(l[0])\"", "interpolates an optional value"
    ),
    (
      "let l: [String?] = [\"b\", \"a\"]",
      "l.reversed().map { \"\\($0)\" }.joined()", "interpolates an optional value"
    ),
    (
      "let l: [String?] = [\"b\", \"a\"]",
      "l.enumerated().map { \"\\($0.offset)\\($0.element)\" }.joined()",
      "interpolates an optional value"
    ),
    (
      "let l: [String?] = [\"b\", \"a\"]\nlet n = Array(l.prefix(1))",
      "\"\\(n[0])\"", "interpolates an optional value"
    ),
    (
      "let l: [String?] = []\nvar m = l\nm.append(\"x\")",
      "\"\\(m[0])\"", "interpolates an optional value"
    ),
    (
      "let l: [String?] = []\nvar m = l.filter { $0 != nil } + []\nm.append(\"x\")",
      "\"\\(m[0])\"", "interpolates an optional value"
    ),
    (
      "let d: [String: String] = [\"b\": \"a\"]\nvar m = [String]().map { d[$0] }\nm.append(\"x\")",
      "\"\\(m[0])\"", "interpolates an optional value"
    ),
    (
      "let l: [String?] = [\"b\", \"a\"]",
      "\"\\(l.first { $0 == \"a\" } == nil)\"", "nests optional values"
    ),
    (
      "let l: [String?] = [\"b\", \"a\"]\nvar r = \"\"\nl.forEach { r += \"\\($0)\" }",
      "r", "interpolates an optional value"
    ),
    (
      "var x: String? = \"a\"\nx = x ?? \"b\"\nlet y = [x]",
      "\"\\(y[0])\"", "interpolates an optional value"
    ),
    (
      "var x = [1: \"a\" as String?]\nx[1] = \"b\"",
      "x.values.map { \"\\($0)\" }.joined()", "assigns to an element"
    ),
    (
      "func t() throws -> String { \"a\" }\nlet x = try? t()",
      "\"\\(x)\"", "interpolates an optional value"
    ),
    ("let o: String? = \"a\"", "String(describing: o)", "makes a `String` of an optional value"),
    (
      "let o: [String?] = [\"a\"]",
      "String(describing: o[0])", "makes a `String` of an optional value"
    ),
    (
      "let o: [String?] = [\"a\"]",
      "o.map(String.init(describing:)).joined()", "names a function with its labels"
    ),
    (
      "var o: [String: [String?]] = [:]\no[\"a\", default: []].append(\"x\")",
      "\"\\(o[\"a\"]![0])\"", "interpolates an optional value"
    ),
    (
      "var o: [[String?]] = []\no.append([\"x\"])",
      "\"\\(o[0][0])\"", "interpolates an optional value"
    ),
    (
      "var o = [[String?]]()\no.append([\"x\"])",
      "\"\\(o[0][0])\"", "declares a value as a type with optional values"
    ),
    (
      "let o: [Double: Int] = [1: 2]",
      "o.keys.map { \"\\($0)\" }.joined()",
      "declares a value as a dictionary whose keys have such a type"
    ),
    ("let o: [Double] = [1, 2]", "\"\\(o.count)\\(o[0])\"", "declares a value as `Double`"),
    (
      "extension String? { var orG: String { self ?? \"\" } }\nlet n: String? = nil",
      "n.orG == \"\" ? \"y\" : \"n\"", "uses `.orG`, which the file defines for optional values"
    ),
    (
      "extension Equatable { var descH: String { \"\\(self)\" } }",
      "(\"a\" as String?).descH", "uses `.descH`, which the file defines"
    ),
  ]
}
