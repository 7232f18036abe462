import Crypto
import Testing

@Suite struct `An RSA private key` {
  @Test(arguments: [Fixture.pkcs1, Fixture.pkcs8, "\r\nnote\r\n" + Fixture.pkcs1])
  func `Both key formats give the same signature`(pem: String) throws {
    let key = try RSAPrivateKey(pem: pem)
    let signature = try key.signature(of: Array("header.claims".utf8))
    #expect(Base64.encode(signature) == Fixture.signature)
  }

  @Test func `Concurrent tasks can sign with one key`() async throws {
    let key = try RSAPrivateKey(pem: Fixture.pkcs8)
    try await withThrowingTaskGroup(of: [UInt8].self) { group in
      for _ in 0..<32 { group.addTask { try key.signature(of: Array("header.claims".utf8)) } }
      for try await signature in group {
        #expect(Base64.encode(signature) == Fixture.signature)
      }
    }
  }

  @Test(arguments: ["", "no key", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"])
  func `Text without a key is refused`(pem: String) {
    expect(.unreadableKey, of: pem)
  }

  @Test func `A truncated key is refused`() {
    for length in stride(from: 0, to: Fixture.pkcs8.count - 30, by: 97) {
      expect(.unreadableKey, of: String(Fixture.pkcs8.prefix(length)))
    }
  }

  @Test func `An encrypted key is refused without asking for a password`() {
    expect(.unreadableKey, of: Fixture.encrypted)
  }

  @Test func `An elliptic curve key is refused`() {
    expect(.notRSA, of: Fixture.curve)
  }

  @Test func `A short key is refused`() {
    expect(.shortKey(bits: 1024), of: Fixture.short)
  }

  private func expect(_ code: CryptoError.Code, of pem: String) {
    let error = #expect(throws: CryptoError.self) { try RSAPrivateKey(pem: pem) }
    #expect(error?.code == code)
  }
}
