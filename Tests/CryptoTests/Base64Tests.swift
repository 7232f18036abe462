import Crypto
import Testing

/// The examples of RFC 4648 section 10, then the characters that differ between the alphabets.
private let spellings: [(bytes: [UInt8], standard: String, url: String)] = [
  ([], "", ""),
  (Array("f".utf8), "Zg==", "Zg"),
  (Array("fo".utf8), "Zm8=", "Zm8"),
  (Array("foo".utf8), "Zm9v", "Zm9v"),
  (Array("foob".utf8), "Zm9vYg==", "Zm9vYg"),
  (Array("fooba".utf8), "Zm9vYmE=", "Zm9vYmE"),
  (Array("foobar".utf8), "Zm9vYmFy", "Zm9vYmFy"),
  ([0xfb, 0xff, 0xbf], "+/+/", "-_-_"),
]

@Suite struct `Base64 coding` {
  @Test(arguments: spellings)
  func `Both alphabets are encoded and decoded`(bytes: [UInt8], standard: String, url: String) {
    #expect(Base64.encode(bytes) == standard)
    #expect(Base64.encode(bytes, .url) == url)
    #expect(Base64.decode(standard) == bytes)
    #expect(Base64.decode(url, .url) == bytes)
  }

  @Test(arguments: ["Z", "Zg", "Zg=", "Zh==", "Zm9=", "Z===", "====", "Zm9v\n", "Z m9", "-_-_"])
  func `Anything but the canonical encoding is refused`(text: String) {
    #expect(Base64.decode(text) == nil)
  }

  @Test(arguments: ["Z", "Zg==", "Zh", "+/+/", "Zm9vYmFyé"])
  func `Anything but the canonical URL encoding is refused`(text: String) {
    #expect(Base64.decode(text, .url) == nil)
  }

  @Test(arguments: 0..<64)
  func `Encoded bytes decode to the same bytes`(seed: Int) {
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
    let bytes = (0..<seed).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 33)
    }
    #expect(Base64.decode(Base64.encode(bytes)) == bytes)
    #expect(Base64.decode(Base64.encode(bytes, .url), .url) == bytes)
    #expect([UInt8](hexadecimal: bytes.hexadecimal) == bytes)
  }

  @Test(arguments: ["0", "0g", "é", "0x00", " 00 "])
  func `Text that is not hexadecimal is refused`(text: String) {
    #expect([UInt8](hexadecimal: text) == nil)
  }

  @Test func `Hexadecimal is parsed in either case`() {
    #expect([UInt8](hexadecimal: "00fFA1") == [0x00, 0xff, 0xa1])
  }
}
