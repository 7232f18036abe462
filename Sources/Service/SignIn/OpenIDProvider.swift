package import Configuration
import Crypto
package import HTTP
import JSON
import Logging
import Text
package import Time

/// The operator's provider of OpenID Connect: its addresses, its keys, and what it says about people.
package actor OpenIDProvider {
  private let settings: OpenIDSettings
  private let client: HTTP.Client
  private let now: @Sendable () -> Timestamp
  private var known: (addresses: Addresses, since: Timestamp)?
  private var keys: (all: [NamedKey], since: Timestamp)?

  private static let kept = Duration.seconds(3600)
  /// Keys are read again for an unknown name, but not more often than this.
  private static let pause = Duration.seconds(30)
  private static let bodyLimit = 1 << 20

  /// Sends nothing yet.
  ///
  /// - Parameters:
  ///   - settings: the provider.
  ///   - client: sends requests once, without following redirects.
  ///   - now: the present time.
  package init(
    _ settings: OpenIDSettings, by client: HTTP.Client, now: @escaping @Sendable () -> Timestamp
  ) {
    self.settings = settings
    self.client = client
    self.now = now
  }

  private struct Addresses {
    var authorization: String
    var token: String
    var keys: String
    /// Whether the client's password is sent in the body, because the header isn't supported.
    var sendsSecretInBody: Bool
  }

  private struct NamedKey {
    var name: String?
    var key: VerificationKey
  }

  /// Returns the address to which a browser is sent.
  func address(of attempt: SignInAttempt, returningTo url: String) async throws(SignInFailure)
    -> String
  {
    let addresses = try await addresses()
    let fields = [
      ("response_type", "code"), ("client_id", settings.clientID), ("redirect_uri", url),
      ("scope", (["openid", "profile", "email"] + settings.scopes).joined(separator: " ")),
      ("state", attempt.state), ("nonce", attempt.nonce), ("code_challenge", attempt.challenge),
      ("code_challenge_method", "S256"),
    ]
    let sign = addresses.authorization.contains("?") ? "&" : "?"
    return addresses.authorization + sign + Self.form(fields)
  }

  /// Redeems a code for an ID token, and checks it.
  ///
  /// - Parameters:
  ///   - code: from the provider's answer.
  ///   - attempt: the attempt that the answer belongs to.
  ///   - url: as in `address`.
  /// - Returns: who the person is.
  /// - Throws: `SignInFailure`.
  func person(
    code: String, _ attempt: SignInAttempt, returningTo url: String
  ) async throws(SignInFailure) -> IDToken.Person {
    let token = try IDToken(try await idToken(code, attempt, url))
    guard try await isSigned(token) else {
      throw .refused("The ID token is not signed with a key of the provider.")
    }
    let rules = IDToken.Rules(
      issuer: settings.issuer, clientID: settings.clientID, groups: settings.groupsClaim)
    return try token.person(rules, nonce: attempt.nonce, now: now())
  }

  /// Reads the provider's description and its keys, for `doctor`.
  ///
  /// - Returns: why people can't sign in; nil if the provider answers as it must.
  package func problem() async -> String? {
    do throws(SignInFailure) {
      _ = try await addresses()
      return try await readKeys().isEmpty ? "The provider has no key for RS256 or ES256." : nil
    } catch {
      return error.message
    }
  }

  private func idToken(
    _ code: String, _ attempt: SignInAttempt, _ url: String
  ) async throws(SignInFailure) -> String {
    let addresses = try await addresses()
    var fields = [
      ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", url),
      ("code_verifier", attempt.verifier),
    ]
    let secret = settings.clientSecret.reveal()
    var credential: Secret?
    if addresses.sendsSecretInBody {
      fields += [("client_id", settings.clientID), ("client_secret", secret)]
    } else {
      // RFC 6749, section 2.3.1: both are encoded as in a form.
      let pair = "\(Self.encoded(settings.clientID)):\(Self.encoded(secret))"
      credential = Secret("Basic \(Base64.encode(Array(pair.utf8)))")
    }
    let answer = try await send(
      Request(
        .post, addresses.token,
        headers: [
          "Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json",
        ], body: Array(Self.form(fields).utf8), deadline: .seconds(15), bodyLimit: Self.bodyLimit,
        credential: credential, isIdempotent: false))
    guard let token = answer["id_token"]?.string else {
      throw .provider("The provider's answer has no ID token.")
    }
    return token
  }

  private func isSigned(_ token: IDToken) async throws(SignInFailure) -> Bool {
    if let found = keys, now() - found.since < Self.kept, Self.isSigned(token, by: found.all) {
      return true
    }
    // The provider may have new keys.
    if let found = keys, now() - found.since < Self.pause { return false }
    return Self.isSigned(token, by: try await readKeys())
  }

  private static func isSigned(_ token: IDToken, by keys: [NamedKey]) -> Bool {
    let own = keys.filter { token.keyID == nil || $0.name == token.keyID }
    return own.contains { token.isSigned(by: $0.key) }
  }

  private func readKeys() async throws(SignInFailure) -> [NamedKey] {
    let document = try await read(try await addresses().keys)
    guard let all = document["keys"]?.array else {
      throw .provider("The provider's list of keys has another form.")
    }
    let found = all.prefix(100).compactMap { Self.key($0) }
    keys = (found, now())
    return found
  }

  /// Reads a JSON Web Key (RFC 7517); nil for keys that aren't for signatures with RS256 or ES256.
  private static func key(_ value: Value) -> NamedKey? {
    guard value["use"].map({ $0.string == "sig" }) ?? true else { return nil }
    func number(_ name: String) -> [UInt8] {
      value[name]?.string.flatMap { Base64.decode($0, .url) } ?? []
    }
    let key: VerificationKey?
    switch value["kty"]?.string {
    case "RSA": key = try? VerificationKey(modulus: number("n"), exponent: number("e"))
    case "EC" where value["crv"]?.string == "P-256":
      key = try? VerificationKey(x: number("x"), y: number("y"))
    default: key = nil
    }
    guard let key, value["alg"].map({ $0.string == key.algorithm.rawValue }) ?? true else {
      return nil
    }
    return NamedKey(name: value["kid"]?.string, key: key)
  }

  private func addresses() async throws(SignInFailure) -> Addresses {
    if let known, now() - known.since < Self.kept { return known.addresses }
    let base = settings.issuer.hasSuffix("/") ? String(settings.issuer.dropLast()) : settings.issuer
    let document = try await read("\(base)/.well-known/openid-configuration")
    guard document["issuer"]?.string == settings.issuer else {
      throw .provider(
        "The provider calls itself '\(document["issuer"]?.string?.prefix(200) ?? "")', not "
          + "'\(settings.issuer)'; write 'issuer' as it does.")
    }
    let methods = document["token_endpoint_auth_methods_supported"]?.array?.compactMap(\.string)
    let found = Addresses(
      authorization: try address(document["authorization_endpoint"]),
      token: try address(document["token_endpoint"]), keys: try address(document["jwks_uri"]),
      sendsSecretInBody: methods.map {
        !$0.contains("client_secret_basic") && $0.contains("client_secret_post")
      } ?? false)
    known = (found, now())
    return found
  }

  /// An address of the provider: over HTTPS, unless the operator named the provider without.
  private func address(_ value: Value?) throws(SignInFailure) -> String {
    let text = value?.string ?? ""
    let isPlain = settings.issuer.hasPrefix("http://") && text.hasPrefix("http://")
    guard text.hasPrefix("https://") || isPlain, (try? AbsoluteURL(text)) != nil,
      text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "#") })
    else { throw .provider("The provider's description lacks an address over HTTPS.") }
    return text
  }

  private func read(_ url: String) async throws(SignInFailure) -> Value {
    try await send(
      Request(
        .get, url, headers: ["Accept": "application/json"], deadline: .seconds(15),
        bodyLimit: Self.bodyLimit))
  }

  private func send(_ request: Request) async throws(SignInFailure) -> Value {
    let host = (try? AbsoluteURL(request.url).origin.host) ?? ""
    let response: Response
    do throws(HTTPError) {
      response = try await client.send(request)
    } catch {
      throw SignInFailure(
        status: 503, message: "The provider at \(host) does not respond (\(error.code)).")
    }
    let value = try? Document(response.body, named: "the answer").root.value
    guard response.status == 200, let value, value.object != nil else {
      // The error of OAuth is a word of a fixed list; the description is free text.
      let word =
        value?["error"]?.string.map { " (\($0.filter(\.isLetterOrDash).prefix(60)))" } ?? ""
      throw .provider("The provider at \(host) answered \(response.status)\(word).")
    }
    return value
  }

  private static func form(_ fields: [(String, String)]) -> String {
    fields.map { "\($0.0)=\(encoded($0.1))" }.joined(separator: "&")
  }

  private static func encoded(_ text: String) -> String {
    PercentEncoding(keeping: "-._~").encode(text)
  }
}

extension Character {
  fileprivate var isLetterOrDash: Bool {
    isASCII && (isLetter || self == "_" || self == "-")
  }
}
