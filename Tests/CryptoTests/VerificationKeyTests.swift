import Crypto
import Testing

@Suite struct `A key that verifies signatures` {
  private let message = Array("header.claims".utf8)

  private func bytes(_ text: String) throws -> [UInt8] {
    try #require(Base64.decode(text, .url))
  }

  /// Generated with OpenSSL 3.0, as the signature below.
  private func curve() throws -> VerificationKey {
    try VerificationKey(
      x: bytes("RSL6EbMK5P1jw-hTf_QbwOJhPWej97UmOffktOlfdVM"),
      y: bytes("Gk6gpRYq3-kRwdg0rJVwZF7tMTxEnkQjpivuk-uwaY4"))
  }

  private let signature =
    "Ea1u0Q5aa_z1DhAD_MKNFZweK7u2OZGMBZsjRQSRg72YVaDqISIbrS4rtk8FK-FCfzdfEiP2ZNjUIP-c9volZg"

  @Test func `ES256 accepts the signature of OpenSSL and no other`() throws {
    let (key, signature) = (try curve(), try bytes(signature))
    #expect(key.isSignature(signature, of: message))
    #expect(!key.isSignature(signature, of: [1]))
    for index in signature.indices {
      var other = signature
      other[index] ^= 1
      #expect(!key.isSignature(other, of: message))
    }
    #expect(!key.isSignature([], of: message))
    #expect(!key.isSignature([UInt8](repeating: 0, count: 64), of: message))
    #expect(!key.isSignature(signature + [0], of: message))
  }

  @Test func `RS256 accepts the signature of the private key and no other`() throws {
    let own = try RSAPrivateKey(pem: Fixture.pkcs8)
    let key = try VerificationKey(modulus: bytes(Fixture.modulus), exponent: [1, 0, 1])
    var signature = try own.signature(of: message)
    #expect(key.isSignature(signature, of: message))
    #expect(!key.isSignature(signature, of: [1]))
    signature[3] ^= 1
    #expect(!key.isSignature(signature, of: message))
    #expect(!(try curve()).isSignature(signature, of: message))
  }

  @Test func `Keys that are short or aren't on the curve are refused`() throws {
    #expect(throws: CryptoError.self) {
      try VerificationKey(x: [1], y: [2])
    }
    #expect(throws: CryptoError.self) {
      try VerificationKey(x: [UInt8](repeating: 1, count: 33), y: [2])
    }
    for count in [0, 1, 64, 128, 5000] {
      #expect(throws: CryptoError.self) {
        try VerificationKey(modulus: [UInt8](repeating: 0xC5, count: count), exponent: [1, 0, 1])
      }
    }
  }
}
