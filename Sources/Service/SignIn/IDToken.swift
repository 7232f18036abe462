import Crypto
import JSON
import Time

/// A reason why somebody isn't signed in.
struct SignInFailure: Error, Hashable, Sendable {
  var status: Int
  /// A sentence for the person and the log, without secrets.
  var message: String

  /// The provider's fault.
  static func provider(_ message: String) -> SignInFailure {
    SignInFailure(status: 502, message: message)
  }

  /// The token or the request isn't accepted.
  static func refused(_ message: String) -> SignInFailure {
    SignInFailure(status: 403, message: message)
  }
}

/// The parts of an ID token, which isn't checked yet (RFC 7519, and OpenID Connect Core 1.0, section 2).
struct IDToken: Sendable {
  let algorithm: VerificationKey.Algorithm
  /// The name of the key; nil: the provider has only one.
  let keyID: String?
  private let claims: Value
  private let signed: [UInt8]
  private let signature: [UInt8]

  /// Reads a token in the compact form.
  ///
  /// - Throws: `SignInFailure` for other forms and algorithms: one without a signature, and one with the
  ///   client's secret as key, are refused.
  init(_ text: String) throws(SignInFailure) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard text.utf8.count <= 1 << 16, parts.count == 3,
      let head = Self.object(parts[0]), let claims = Self.object(parts[1]),
      let signature = Base64.decode(parts[2], .url)
    else { throw .provider("The provider's ID token is not a signed JSON Web Token.") }
    let name = head["alg"]?.string ?? ""
    guard let algorithm = VerificationKey.Algorithm(rawValue: name) else {
      throw .refused("The ID token is signed with '\(name.prefix(20))'; use RS256 or ES256.")
    }
    guard head["crit"] == nil else {
      throw .refused("The ID token has a critical extension that is not supported.")
    }
    self.algorithm = algorithm
    keyID = head["kid"]?.string
    self.claims = claims
    signed = Array("\(parts[0]).\(parts[1])".utf8)
    self.signature = signature
  }

  /// Whether a key made the signature.
  func isSigned(by key: VerificationKey) -> Bool {
    key.algorithm == algorithm && key.isSignature(signature, of: signed)
  }

  /// Checks the claims of a token whose signature is right (OpenID Connect Core 1.0, section 3.1.3.7).
  ///
  /// - Parameters:
  ///   - rules: what the token must be for.
  ///   - nonce: what the attempt sent.
  ///   - now: the present time.
  /// - Returns: who the person is.
  /// - Throws: `SignInFailure`.
  func person(
    _ rules: Rules, nonce: String, now: Timestamp
  ) throws(SignInFailure) -> Person {
    guard claims["iss"]?.string == rules.issuer else {
      throw .refused("The ID token is of another issuer.")
    }
    let audience = Self.texts(claims["aud"])
    let party = claims["azp"]
    guard audience.contains(rules.clientID),
      audience.count == 1 || party != nil, party.map({ $0.string == rules.clientID }) ?? true
    else { throw .refused("The ID token is for another client.") }
    try checkTimes(now.seconds)
    guard let given = claims["nonce"]?.string,
      equalInConstantTime(Array(given.utf8), Array(nonce.utf8))
    else { throw .refused("The ID token belongs to another sign-in.") }
    guard let subject = claims["sub"]?.string, !subject.isEmpty else {
      throw .refused("The ID token has no subject.")
    }
    let name = ["preferred_username", "email", "name"].compactMap { claims[$0]?.string }
      .first { !$0.isEmpty }
    return Person(
      name: String((name ?? subject).prefix(100)), groups: Set(Self.texts(claims[rules.groups])))
  }

  /// What a token must be for.
  struct Rules: Sendable {
    var issuer: String
    var clientID: String
    /// The claim with the groups.
    var groups: String
  }

  /// A person with the groups that the provider lists.
  struct Person: Hashable, Sendable {
    var name: String
    var groups: Set<String>
  }

  /// How far clocks may differ, in seconds.
  private static let skew: Int64 = 60
  /// How old a new token may be, in seconds.
  private static let longest: Int64 = 3600

  private func checkTimes(_ now: Int64) throws(SignInFailure) {
    guard let end = Self.seconds(claims["exp"]), end > now - Self.skew else {
      throw .refused("The ID token has expired.")
    }
    guard let start = Self.seconds(claims["iat"]), start <= now + Self.skew,
      start >= now - Self.longest
    else { throw .refused("The ID token is not of the present time; check the clocks.") }
    if let begin = claims["nbf"] {
      guard let seconds = Self.seconds(begin), seconds <= now + Self.skew else {
        throw .refused("The ID token is not valid yet.")
      }
    }
  }

  /// A time; fractions are cut off.
  private static func seconds(_ value: Value?) -> Int64? {
    guard let value else { return nil }
    if let whole = value.int { return (0...1 << 40).contains(whole) ? Int64(whole) : nil }
    guard let number = value.double, (0...1e12).contains(number) else { return nil }
    let whole = number.rounded(.down)
    return Int64(exactly: whole)
  }

  /// A text, or the texts of an array; an array with anything else has none.
  private static func texts(_ value: Value?) -> [String] {
    if let text = value?.string { return [text] }
    let all = value?.array ?? []
    let texts = all.compactMap(\.string)
    return texts.count == all.count ? texts : []
  }

  private static func object(_ part: String) -> Value? {
    guard let bytes = Base64.decode(part, .url),
      let value = try? Document(bytes, named: "the token").root.value, value.object != nil
    else { return nil }
    return value
  }
}
