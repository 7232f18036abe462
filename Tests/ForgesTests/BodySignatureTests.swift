import Crypto
import Logging
import Testing

@testable import Forges

@Suite struct `The signature of a body` {
  private let secret = Secret("It's a Secret to Everybody")
  private let digits = "757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17"

  /// The example of GitHub's page "Validating webhook deliveries".
  @Test func `a signature is the HMAC of the body's bytes`() {
    let signature = BodySignature(prefix: "sha256=")
    let body = Array("Hello, World!".utf8)
    #expect(signature.matches("sha256=\(digits)", body, secret))
    #expect(signature.matches("sha256=\(digits.uppercased())", body, secret))
    #expect(!signature.matches("sha256=\(digits)", Array("Hello, World?".utf8), secret))
    #expect(!signature.matches("sha256=\(digits)", body, Secret("another")))
    #expect(!signature.matches(digits, body, secret))
    #expect(BodySignature(prefix: "").matches(digits, body, secret))
  }

  @Test func `an empty secret is never right`() {
    let code = Digest.hmac(.sha256, of: Array("{}".utf8), key: []).hexadecimal
    #expect(!BodySignature(prefix: "").matches(code, Array("{}".utf8), Secret("")))
  }
}
