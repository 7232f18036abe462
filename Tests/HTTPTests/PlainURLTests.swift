import TestSupport
import Testing

@testable import HTTP

/// Parses a text with libcurl only.
private func asLibcurlReads(_ text: String) -> AbsoluteURL? {
  try? AbsoluteURL("https://elsewhere.dev/").resolving(text)
}

/// A text that can be a URL, from parts that parsers read differently.
private func text(_ random: inout SeededGenerator) -> String {
  let schemes = ["https://", "http://", "HTTP://", "http:/", "https:", "ftp://", "//", ""]
  let hosts = [
    "a.dev", "127.0.0.1", "127.1", "0x7f.1", "1.2.3.04", "256.1.1.1", "1.2.3.4.5", "A.dev", "a..b",
    "a.dev.", "-a", "a_b", "[::1]", "user@a.dev", "xn--a", "", "a b", "a.1", "1a.dev", "localhost",
  ]
  let ports = ["", "", ":80", ":443", ":8080", ":0", ":", ":080", ":65535", ":65536", ":x"]
  let paths = [
    "", "/", "/a", "/a/b", "/a/../b", "/./a", "/a//b", "/.a", "/a.", "/@s%2fn", "/@s/n", "/a%2e/b",
    "/%2E%2e/a", "/a%", "/a~b+c_d-e", "/a?b", "/a#b", "/a b", "/ä", "/a;b", "/a/..", "/a%2F..%2fb",
  ]
  return [schemes, hosts, ports, paths].map { $0.randomElement(using: &random) ?? "" }.joined()
}

@Suite struct `A plain URL` {
  @Test func `is parsed in the same way as by libcurl`() {
    var random = SeededGenerator(seed: 7)
    var plain = 0
    for _ in 0..<20_000 {
      let text = text(&random)
      guard let url = PlainURL(text) else { continue }
      plain += 1
      let theirs = asLibcurlReads(text)
      #expect(theirs?.origin == url.origin && theirs?.path == url.path, "\(text)")
      #expect(theirs?.query == nil)
    }
    #expect(plain > 200)
  }

  @Test(arguments: [
    "https://registry.npmjs.org/@scope%2fname", "http://127.0.0.1:4801/left-pad",
    "https://rubygems.org", "https://npm.acme.dev/proxy/",
  ])
  func `is the format of registry requests`(text: String) {
    #expect(PlainURL(text) != nil)
  }

  @Test(arguments: [
    "https://a.dev/a/../b", "https://0x7f.1/", "https://a.dev/?x", "HTTPS://a.dev/",
  ])
  func `needs no normalization`(text: String) {
    #expect(PlainURL(text) == nil)
    #expect((try? AbsoluteURL(text)) != nil)
  }
}
