import Testing

@testable import Yarn

/// Texts with what Yarn's writers make of them.
///
///     ("a,b", "\"a,b\"")        b: "a,b"        resolved "a,b"
@Suite struct `The text of a lock` {
  @Test(arguments: [
    ("", "\"\""), ("a", "a"), ("true", "true"), ("trueish", "trueish"), ("false", "false"),
    ("null", "null"), ("1", "1"), ("1.0.0", "1.0.0"), ("^1", "^1"), ("*", "\"*\""), (".5", ".5"),
    ("_a", "_a"), ("@a/b", "\"@a/b\""), ("npm:^1.0.0", "\"npm:^1.0.0\""), ("a:", "\"a:\""),
    ("a b", "a b"), ("a  b ", "\"a  b \""), (" a", "\" a\""), ("a\t", "\"a\\t\""),
    ("a#b", "\"a#b\""), ("a,b", "\"a,b\""), ("[a]", "\"[a]\""), ("a]", "\"a]\""),
    ("{a}", "\"{a}\""), ("-a", "\"-a\""), ("?", "\"?\""), ("&a", "\"&a\""), ("!a", "\"!a\""),
    ("|", "\"|\""), (">", "\">\""), ("%", "\"%\""), ("`", "\"`\""), ("'a'", "\"'a'\""),
    ("a'b", "a'b"), ("\"", "\"\\\"\""), ("a\"b", "a\"b"), ("a\\b", "a\\b"), ("a\nb", "\"a\\nb\""),
    ("a\rb", "\"a\\rb\""), ("\u{7}a", "\u{7}a"), ("a\u{7F}", "a\u{7F}"), ("a\u{85}", "a\u{85}"),
    ("a\u{A0}b", "a\u{A0}b"), ("a\u{2028}", "\"a\u{2028}\""), ("\u{2028}a", "\"\u{2028}a\""),
    ("a\u{FEFF}", "a\u{FEFF}"), ("\u{1680}a", "\u{1680}a"), ("é", "é"), ("aé", "aé"), ("漢", "漢"),
    ("a🚀", "a🚀"), ("=", "="), ("<1", "<1"), ("~1", "~1"), ("a/b", "a/b"), ("a@1", "a@1"),
    ("a(b)", "a(b)"), ("https://a.b/c#d", "\"https://a.b/c#d\""),
  ])
  func `has quotes where Yarn 4 writes them`(text: String, written: String) {
    var package = BerryPackage(locator: Pattern(name: "a", range: "npm:1.0.0"))
    package.bin = ["b": text]
    var lock = BerryLock(version: 8, cacheKey: nil)
    lock.entries = [BerryLock.Entry(descriptors: [Pattern("a@npm:1.0.0")], package: package)]
    let bytes = String(decoding: lock.bytes(), as: UTF8.self)
    #expect(bytes.contains("  bin:\n    b: \(written)\n  languageName: node\n"))
  }

  @Test(arguments: [
    ("", "\"\""), ("a", "a"), ("true", "\"true\""), ("trueish", "\"trueish\""),
    ("false", "\"false\""), ("null", "null"), ("1", "\"1\""), ("1.0.0", "\"1.0.0\""),
    ("^1", "\"^1\""), ("*", "\"*\""), (".5", "\".5\""), ("_a", "\"_a\""), ("@a/b", "\"@a/b\""),
    ("npm:^1.0.0", "\"npm:^1.0.0\""), ("a:", "\"a:\""), ("a b", "\"a b\""),
    ("a  b ", "\"a  b \""), ("\u{1680}a", "\"\u{1680}a\""), ("a\t", "\"a\\t\""), ("a#b", "a#b"),
    ("a,b", "\"a,b\""), ("[a]", "\"[a]\""), ("a]", "\"a]\""), ("{a}", "\"{a}\""),
    ("-a", "\"-a\""), ("?", "\"?\""), ("&a", "\"&a\""), ("!a", "\"!a\""), ("|", "\"|\""),
    (">", "\">\""), ("%", "\"%\""), ("`", "\"`\""), ("'a'", "\"'a'\""), ("a'b", "a'b"),
    ("\"", "\"\\\"\""), ("a\"b", "\"a\\\"b\""), ("a\\b", "\"a\\\\b\""), ("a\nb", "\"a\\nb\""),
    ("a\rb", "\"a\\rb\""), ("\u{7}a", "\"\\u0007a\""), ("a\u{7F}", "a\u{7F}"),
    ("a\u{85}", "a\u{85}"), ("a\u{A0}b", "\"a\u{A0}b\""), ("a\u{2028}", "\"a\u{2028}\""),
    ("\u{2028}a", "\"\u{2028}a\""), ("a\u{FEFF}", "\"a\u{FEFF}\""), ("\u{1680}a", "\"\u{1680}a\""),
    ("é", "\"é\""), ("aé", "aé"), ("漢", "\"漢\""), ("a🚀", "a🚀"), ("=", "\"=\""),
    ("<1", "\"<1\""), ("~1", "\"~1\""), ("a/b", "a/b"), ("a@1", "a@1"), ("a(b)", "a(b)"),
    ("https://a.b/c#d", "\"https://a.b/c#d\""),
  ])
  func `has quotes where Yarn 1 writes them`(text: String, written: String) {
    var entry = ClassicLock.Entry(version: "x")
    entry.resolved = text
    var writer = ClassicLockWriter()
    writer.write([(["a@x"], entry)])
    let lock = String(decoding: writer.text, as: UTF8.self)
    #expect(lock.hasSuffix("a@x:\n  version x\n  resolved \(written)\n"))
  }
}
