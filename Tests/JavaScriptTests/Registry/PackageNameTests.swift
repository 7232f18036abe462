import Testing

@testable import JavaScript

@Suite struct `The name of a package` {
  @Test(arguments: [
    ("left-pad", nil, "left-pad"), ("@a/b.c_d", "@a", "@a%2fb.c_d"),
    ("JSONStream", nil, "JSONStream"),
    ("constructor", nil, "constructor"), ("a~b!", nil, "a~b!"), ("@a/.b", "@a", "@a%2f.b"),
    ("@a/_b", "@a", "@a%2f_b"), ("hasOwnProperty", nil, "hasOwnProperty"),
  ])
  func `a name is one part of a URL`(text: String, scope: String?, escaped: String) throws {
    let name = try #require(PackageName(text))
    #expect(name.scope == scope)
    #expect(name.escaped == escaped)
    #expect(name.description == text)
  }

  @Test(arguments: [
    "", ".", "..", "../x", "a/b", "/a", "a/", "@a", "@a/", "@/b", "@a/b/c", "@a/..", "@../a",
    "@./a",
    "_x", "__proto__", ".bin", "node_modules", "Node_Modules", "favicon.ico", " a", "a ", "a b",
    "a%2fb", "a?b", "a#b", "a\\b", "é", "a\u{0}b", "@a/b?c", "http://x/y",
    String(repeating: "a", count: 600),
  ])
  func `a name that leaves its folder, or that npm rejects, is invalid`(text: String) {
    #expect(PackageName(text) == nil)
  }
}
