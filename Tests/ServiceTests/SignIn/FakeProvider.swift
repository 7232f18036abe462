import Configuration
import Crypto
import HTTP
import HTTPServer
import JSON
import Logging
import Store
import Synchronization
import TestSupport
import Testing
import Text
import Time

@testable import Service

/// A provider of OpenID Connect in this process, with one person.
final class FakeProvider: Sendable {
  static let issuer = "https://id.acme.dev/realm"

  /// What the provider answers.
  struct State {
    var issuer = FakeProvider.issuer
    /// The names of its keys; all are the same key.
    var keyNames: [String] = ["k1"]
    /// The header of ID tokens.
    var head: [(String, Value)] = [("alg", "RS256"), ("kid", "k1")]
    /// Claims besides the usual ones, which they replace; nil removes one.
    var claims: [String: Value?] = [:]
    /// Changes the finished token.
    var change: @Sendable (String) -> String = { $0 }
    /// The nonces and challenges of codes.
    var codes: [String: (nonce: String, challenge: String)] = [:]
    var requests: [String] = []
    var isDown = false
    var methods: Value = ["client_secret_basic", "client_secret_post"]
    var authorization = "https://id.acme.dev/authorize?tenant=acme"
    var algorithm = "RS256"
  }

  let state = Mutex(State())
  let now: @Sendable () -> Timestamp

  init(now: @escaping @Sendable () -> Timestamp) { self.now = now }

  func set(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }

  /// The person agrees: returns the code of the redirection.
  func agree(to address: String) throws -> [String: String] {
    let query = try #require(address.split(separator: "?", maxSplits: 1).last)
    let fields = [String: String](query: query)
    #expect(fields["tenant"] == "acme")
    #expect(fields["response_type"] == "code" && fields["code_challenge_method"] == "S256")
    #expect(fields["redirect_uri"] == "https://martlet.acme.dev/sign-in/callback")
    #expect(fields["scope"] == "openid profile email groups")
    let code = "code-\(fields["state"] ?? "")"
    set {
      $0.codes[code] = (fields["nonce"] ?? "", fields["code_challenge"] ?? "")
    }
    return ["code": code, "state": fields["state"] ?? ""]
  }

  var client: HTTP.Client {
    Client { request throws(HTTPError) in
      let (isDown, state) = self.state.withLock { state in
        state.requests.append("\(request.method.rawValue) \(request.url)")
        return (state.isDown, state)
      }
      if isDown { throw HTTPError(.timedOut, url: request.url, detail: "") }
      switch request.url {
      case "\(Self.issuer)/.well-known/openid-configuration": return Self.json(Self.about(state))
      case "https://id.acme.dev/keys": return Self.json(Self.keys(state))
      case "https://id.acme.dev/token": return self.token(request)
      default: return Response(status: 404)
      }
    }
  }

  private static func about(_ state: State) -> Value {
    [
      "issuer": .string(state.issuer), "authorization_endpoint": .string(state.authorization),
      "token_endpoint": "https://id.acme.dev/token", "jwks_uri": "https://id.acme.dev/keys",
      "token_endpoint_auth_methods_supported": state.methods,
    ]
  }

  private static func keys(_ state: State) -> Value {
    let modulus =
      "wAqnfjK84AgL-K7N56dp6Sl8bQ8izSOZ6QahhWTpF8oglHj-RLjvI9MZKn2IEh2zt3saL6uGZv3ZUmo-BaiUidf-gDh"
      + "YUBSkV5so1tMb5mEovGYtDlIpMXL-6eWpJjru34ADZ0ZjrMi3TC50WOnLOKWAr1_7fSSKbZwA6OnhTKSVwu4KvFAG22"
      + "PBi5S09ObN4eOaqmPJ9sFdgXswFjUqIGfo7a6FR0_czepw1mPzdoyXGqHsoL5zOSALEtvvnHMZNWhFjxtdarg1WF3lE"
      + "liGNu9cd51eyCtvVvJXaM36bdvQWizbWrFVVyxNqtp4wvZQ80qhnA1O_o6S28V4q5psSw"
    let keys = state.keyNames.map { name -> Value in
      [
        "kty": "RSA", "use": "sig", "alg": .string(state.algorithm), "kid": .string(name),
        "n": .string(modulus), "e": "AQAB",
      ]
    }
    // Keys of other kinds are left out.
    return ["keys": .array([["kty": "OKP", "crv": "Ed25519", "x": "AA"]] + keys)]
  }

  private func token(_ request: Request) -> Response {
    let fields = [String: String](
      query: String(decoding: request.body ?? [], as: UTF8.self)[...])
    let pair = Base64.encode(Array("martlet:s%2Fcr%3At".utf8))
    let isKnown =
      request.credential?.reveal() == "Basic \(pair)" || fields["client_secret"] == "s/cr:t"
    guard isKnown else {
      return Response(status: 401, body: Array(#"{"error":"invalid_client"}"#.utf8))
    }
    return state.withLock { state in
      // A code can be used once.
      guard let (nonce, challenge) = state.codes.removeValue(forKey: fields["code"] ?? ""),
        Base64.encode(Digest(.sha256, of: fields["code_verifier"] ?? "").bytes, .url) == challenge
      else { return Response(status: 400, body: Array(#"{"error":"invalid_grant"}"#.utf8)) }
      return Self.json(["id_token": .string(state.change(token(state, nonce)))])
    }
  }

  private func token(_ state: State, _ nonce: String) -> String {
    let now = Int(now().seconds)
    var claims: [String: Value?] = [
      "iss": .string(Self.issuer), "aud": "martlet", "sub": "42", "iat": .int(now),
      "exp": .int(now + 300), "nonce": .string(nonce), "preferred_username": "ann",
      "groups": ["platform", "all"],
    ]
    claims.merge(state.claims) { $1 }
    let members = claims.sorted { $0.key < $1.key }.compactMap { name, value in
      value.map { (name, $0) }
    }
    let parts = [Object(state.head), Object(members)].map { object in
      Base64.encode(Array(Value.object(object).text(.compact).utf8), .url)
    }
    let text = parts.joined(separator: ".")
    let signature = try? RSAPrivateKey(pem: SigningKey.pem).signature(of: Array(text.utf8))
    return "\(text).\(Base64.encode(signature ?? [], .url))"
  }

  private static func json(_ value: Value) -> Response {
    Response(status: 200, body: Array(value.text(.compact).utf8))
  }
}

/// A browser that looks at the pages of a service with a sign-in.
final class SignInScene: Sendable {
  let provider: FakeProvider
  private let clock = ManualClock()
  private let table: RouteTable
  private let jar = Mutex<[String: String]>([:])

  init(token: String? = nil, publicURL: String = "https://martlet.acme.dev/") async throws {
    let clock = clock
    provider = FakeProvider { clock.now }
    var settings = OpenIDSettings()
    settings.issuer = FakeProvider.issuer
    settings.clientID = "martlet"
    settings.clientSecret = Secret("s/cr:t")
    settings.groups.operators = ["platform"]
    settings.groups.viewers = ["all"]
    settings.scopes = ["groups"]
    let log = Logger(threshold: .error, now: { 0 }) { _ in }
    let signIn = SignIn(
      settings, provider: OpenIDProvider(settings, by: provider.client, now: { clock.now }),
      publicURL: publicURL, now: { clock.now }, log: log)
    let pages = Pages(
      store: try await StateStore.inMemory(), token: token.map { Secret($0) }, signIn: signIn,
      names: ServedNames(publicURLs: [publicURL]), forges: { [:] }, now: { clock.now }, log: log)
    table = RouteTable(pages.routes, missing: pages.missing)
  }

  func wait(_ duration: Duration) { clock.advance(by: duration) }

  /// The cookies of the browser, which a test may change.
  var cookies: [String: String] {
    get { jar.withLock { $0 } }
    set { jar.withLock { $0 = newValue } }
  }

  /// Sends a request with the cookies, and keeps those of the response.
  func send(
    _ method: String, _ target: String, body: String = "", _ more: [HeaderField] = []
  ) async -> ServerResponse {
    let cookie = cookies.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      .joined(separator: "; ")
    let own = cookie.isEmpty ? [] : [HeaderField("Cookie", cookie)]
    let response = await table(
      ServerRequest(
        method, target, headers: [HeaderField("Host", "martlet.acme.dev")] + own + more,
        body: Array(body.utf8)))
    for field in response.headers where field.name == "Set-Cookie" {
      let pair = field.value.prefix { $0 != ";" }.split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let isOver = field.value.contains("Max-Age=0;")
      jar.withLock { $0[String(pair[0])] = isOver ? nil : String(pair[1]) }
    }
    return response
  }

  /// The place to which a response sends the browser.
  func location(_ response: ServerResponse) -> String {
    response.headers.first { $0.name == "Location" }?.value ?? ""
  }

  /// Goes to the provider and agrees there; returns the address of the way back.
  func agree(returningTo page: String? = nil) async throws -> String {
    let query = page.map { "?return-to=\(escaped($0))" } ?? ""
    let response = await send("GET", "/sign-in\(query)")
    #expect(response.status == 303, "\(text(response))")
    let fields = try provider.agree(to: location(response))
    return "/sign-in/callback?code=\(fields["code"] ?? "")&state=\(fields["state"] ?? "")"
  }

  /// Signs in, and returns the last response.
  func signIn() async throws -> ServerResponse { await send("GET", try await agree()) }

  func text(_ response: ServerResponse) -> String { String(decoding: response.body, as: UTF8.self) }
}
