import Testing
import Text

@Suite struct `Percent encoding` {
  @Test(arguments: [
    ("", ""), ("left-pad_1.0~x", "left-pad_1.0~x"), ("@acme/web", "%40acme%2Fweb"),
    ("a b%", "a%20b%25"), ("é", "%C3%A9"), (".", "%2E"), ("..", "%2E%2E"), ("...", "..."),
  ])
  func `A component is encoded and decoded`(text: String, encoded: String) {
    #expect(PercentEncoding.component.encode(text) == encoded)
    #expect(PercentEncoding.decode(encoded) == text)
    #expect(PercentEncoding.decodeStrictly(Array(encoded.utf8)[...]) == Array(text.utf8))
  }

  @Test func `Marks that an encoding keeps are not encoded`() {
    let marker = PercentEncoding(keeping: "._/@+", digits: .lowercase)
    #expect(marker.encode("/a ms-x@1.0+b") == "/a%20ms%2dx@1.0+b")
  }

  @Test(arguments: ["%", "%4", "%4g", "%+f", "%-1", "a%zzb", "%é"])
  func `An invalid escape is kept, or refused by the strict decoder`(text: String) {
    #expect(PercentEncoding.decode(text) == text)
    #expect(PercentEncoding.decodeStrictly(Array(text.utf8)[...]) == nil)
  }

  @Test func `A plus sign is a space in forms only`() {
    #expect(PercentEncoding.decode("a+b%2B", plusIsSpace: true) == "a b+")
    #expect(PercentEncoding.decode("a+b%2B") == "a+b+")
  }

  @Test func `A decoded text replaces invalid UTF-8`() {
    #expect(PercentEncoding.decode("%FFa") == "\u{FFFD}a")
  }
}
