import HTTP
import Testing

@Suite struct `An absolute URL` {
  @Test(arguments: [
    ("https://Registry.NPMjs.org", "https://registry.npmjs.org", "/", nil),
    ("https://a.dev:443/x?y=1#z", "https://a.dev", "/x", "y=1"),
    ("http://a.dev:8080/x/../y", "http://a.dev:8080", "/y", nil),
    ("https://a.dev/@scope%2fname", "https://a.dev", "/@scope%2fname", nil),
    ("HTTP://[::1]:80/", "http://[::1]", "/", nil),
    ("http://0x7f.1/", "http://127.0.0.1", "/", nil),
    ("http://2130706433/", "http://127.0.0.1", "/", nil),
    ("https://a.dev?q", "https://a.dev", "/", "q"),
  ])
  func `A URL is parsed`(
    text: String, origin: String, path: String, query: String?
  ) throws {
    let url = try AbsoluteURL(text)
    #expect(url.origin.description == origin)
    #expect(url.path == path)
    #expect(url.query == query)
  }

  @Test(arguments: [
    "", "a.dev", "/path", "ftp://a.dev/", "file:///etc/passwd", "javascript:alert(1)",
    "https://", "https://a b/", "https://a.dev/a b", "https://a.dev:99999/",
    "https://a.dev/\r\nX: y", "https://a.dev/\u{0}x", "https://user@a.dev/",
    "https://user:pass@a.dev/", "https://a.dev:x/", "https://[::1/",
  ])
  func `Another URL is refused`(text: String) {
    let error = #expect(throws: HTTPError.self) { try AbsoluteURL(text) }
    #expect(error?.code == .invalidURL)
  }

  @Test(arguments: [
    ("https://user:pass@a.dev/x?token=1", "https://a.dev/x"),
    ("ftp://a@b@a.dev/x#y", "ftp://a.dev/x"),
    ("ftp://a.dev/@scope/name?x", "ftp://a.dev/@scope/name"),
    ("nonsense?secret", "nonsense"),
  ])
  func `An error shows neither user nor query`(text: String, shown: String) {
    let error = #expect(throws: HTTPError.self) { try AbsoluteURL(text) }
    #expect(error?.url == shown)
  }

  @Test(arguments: [
    ("/c", "https://a.dev/c"), ("c", "https://a.dev/b/c"), ("../c", "https://a.dev/c"),
    ("?x=2", "https://a.dev/b/?x=2"), ("//b.dev/c", "https://b.dev/c"),
    ("http://b.dev/c", "http://b.dev/c"), ("#top", "https://a.dev/b/?x=1"),
  ])
  func `A reference is resolved`(reference: String, result: String) throws {
    let base = try AbsoluteURL("https://a.dev/b/?x=1")
    #expect(try base.resolving(reference).text == result)
  }

  @Test(arguments: ["ftp://b.dev/", "//user@b.dev/", "javascript:x", "/a b\r\n"])
  func `A reference to anything else is refused`(reference: String) throws {
    let base = try AbsoluteURL("https://a.dev/b/")
    #expect(throws: HTTPError.self) { try base.resolving(reference) }
  }
}
