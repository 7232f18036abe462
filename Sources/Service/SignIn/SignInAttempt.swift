import Crypto
import Time

/// What a browser must bring back from the provider, in a cookie that only this process can write.
///
/// The provider's answer is accepted only from the browser that began, which prevents that somebody is
/// signed in as another person.
struct SignInAttempt: Hashable, Sendable {
  /// How long a person may take at the provider.
  static let lifetime = Duration.minutes(10)

  /// Connects the answer with the attempt.
  var state = randomText()
  /// Connects the ID token with the attempt.
  var nonce = randomText()
  /// Proves to the provider that the code is redeemed by who asked for it (RFC 7636).
  var verifier = randomText()
  var expiresAt: Timestamp
  /// The page to which the person returns.
  var returnTo: String

  /// Begins an attempt.
  init(now: Timestamp, returnTo: String) {
    expiresAt = now + Self.lifetime
    self.returnTo = Self.local(returnTo)
  }

  /// The challenge for `verifier`.
  var challenge: String {
    Base64.encode(Digest(.sha256, of: verifier).bytes, .url)
  }

  /// Returns a path of this service; `/` for anything else, such as another site's address.
  static func local(_ path: String) -> String {
    let isPlain = path.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }
    let isLocal = path.hasPrefix("/") && !path.hasPrefix("//") && path.utf8.count <= 1000
    return isPlain && isLocal ? path : "/"
  }

  /// The value of the cookie, with a code that only the holder of the key can compute.
  func sealed(with key: [UInt8]) -> String {
    let fields = [
      state, nonce, verifier, "\(expiresAt.seconds)", Base64.encode(Array(returnTo.utf8), .url),
    ].joined(separator: ".")
    return "\(fields).\(Self.code(fields, key))"
  }

  /// Reads the value of a cookie; nil if it wasn't written with the key, or is too old.
  init?(sealed text: String, with key: [UInt8], now: Timestamp) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 6, let seconds = Int64(parts[3]),
      let path = Base64.decode(parts[4], .url)
    else { return nil }
    let fields = parts.dropLast().joined(separator: ".")
    guard equalInConstantTime(Array(parts[5].utf8), Array(Self.code(fields, key).utf8)) else {
      return nil
    }
    (state, nonce, verifier) = (parts[0], parts[1], parts[2])
    expiresAt = Timestamp(seconds: seconds)
    returnTo = String(decoding: path, as: UTF8.self)
    guard expiresAt > now else { return nil }
  }

  private static func code(_ fields: String, _ key: [UInt8]) -> String {
    Digest.hmac(.sha256, of: Array("martlet sign-in \(fields)".utf8), key: key).hexadecimal
  }
}
