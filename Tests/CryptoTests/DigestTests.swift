import Crypto
import Testing

/// Examples from the companion to FIPS 180-4, one row per message, with their MD5.
private struct Example: CustomTestStringConvertible {
  var message: String
  var md5: String
  var sha1: String
  var sha256: String
  var sha512: String

  var testDescription: String { "\(message.count) letters" }

  func expected(_ algorithm: Digest.Algorithm) -> String {
    switch algorithm {
    case .md5: md5
    case .sha1: sha1
    case .sha256: sha256
    case .sha512: sha512
    }
  }
}

private let examples = [
  Example(
    message: "",
    md5: "d41d8cd98f00b204e9800998ecf8427e",
    sha1: "da39a3ee5e6b4b0d3255bfef95601890afd80709",
    sha256: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    sha512: """
      cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce\
      47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e
      """),
  Example(
    message: "abc",
    md5: "900150983cd24fb0d6963f7d28e17f72",
    sha1: "a9993e364706816aba3e25717850c26c9cd0d89d",
    sha256: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    sha512: """
      ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a\
      2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f
      """),
  Example(
    message: "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
    md5: "8215ef0796a20bcaaae116d3876c664a",
    sha1: "84983e441c3bd26ebaae4aa1f95129e5e54670f1",
    sha256: "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
    sha512: """
      204a8fc6dda82f0a0ced7beb8e08a41657c16ef468b228a8279be331a703c335\
      96fd15c13b1b07f9aa1d3bea57789ca031ad85c7a71dd70354ec631238ca3445
      """),
  Example(
    message: String(repeating: "a", count: 1_000_000),
    md5: "7707d6ae4e027c70eea2a935c2296f21",
    sha1: "34aa973cd4c4daa4f61eeb2bdbad27316534016f",
    sha256: "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0",
    sha512: """
      e718483d0ce769644e2e42c7bc15b4638e1f98b13b2044285632a803afa973eb\
      de0ff244877ea60a4cb0432ce577c31beb009c5c2c49aa2e4eadb217ad8cc09b
      """),
]

/// Test cases 1, 2, 3 and 6 of RFC 4231, and an empty key.
private let codes: [(key: [UInt8], message: [UInt8], code: String)] = [
  (
    Array(repeating: 0x0b, count: 20), Array("Hi There".utf8),
    "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
  ),
  (
    Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
    "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
  ),
  (
    Array(repeating: 0xaa, count: 20), Array(repeating: 0xdd, count: 50),
    "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
  ),
  (
    Array(repeating: 0xaa, count: 131),
    Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
    "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
  ),
  ([], [], "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"),
]

@Suite struct `A digest` {
  @Test(arguments: examples, Digest.Algorithm.allCases)
  private func `The examples of the standard are reproduced`(
    example: Example, algorithm: Digest.Algorithm
  ) {
    let digest = Digest(algorithm, of: example.message)
    #expect(digest.hexadecimal == example.expected(algorithm))
  }

  @Test(arguments: Digest.Algorithm.allCases, [1, 7, 64, 1000])
  func `An incremental digest equals that of the whole input`(
    algorithm: Digest.Algorithm, size: Int
  ) {
    let whole = (0..<3000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    var running = RunningDigest(algorithm)
    for start in stride(from: 0, to: whole.count, by: size) {
      running.update(Array(whole[start..<min(start + size, whole.count)]))
    }
    #expect(running.finish() == Digest(algorithm, of: whole))
  }

  @Test(arguments: codes)
  func `The examples of RFC 4231 are reproduced`(key: [UInt8], message: [UInt8], code: String) {
    #expect(Digest.hmac(.sha256, of: message, key: key).hexadecimal == code)
  }

  @Test func `An npm integrity value is a digest in Base64`() {
    let integrity = Digest(.sha1, of: "abc").base64
    #expect(integrity == "qZk+NkcGgWq6PiVxeFDCbJzQ2J0=")
  }

  @Test(arguments: [
    ("", "", true), ("same", "same", true), ("same", "sane", false), ("same", "sam", false),
    ("", "a", false),
  ])
  func `Comparison in constant time returns whether bytes are equal`(
    left: String, right: String, equal: Bool
  ) {
    #expect(equalInConstantTime(Array(left.utf8), Array(right.utf8)) == equal)
  }
}
