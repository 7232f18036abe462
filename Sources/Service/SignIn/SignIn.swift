package import Configuration
import Crypto
import HTTPServer
package import Logging
import Synchronization
package import Time

/// Signs people in with the operator's provider of OpenID Connect: the authorization code flow with
/// PKCE.
///
///     GET /sign-in               sends the browser to the provider
///     GET /sign-in/callback      the provider sends it back with a code
///     POST /sign-out             ends the session
package final class SignIn: Sendable {
  /// The people who are signed in.
  package let sessions: PageSessions
  private let provider: OpenIDProvider
  private let groups: PageGroups
  /// `https://martlet.acme.dev/sign-in/callback`.
  private let callback: String
  private let issuer: String
  private let log: Logger
  private let now: @Sendable () -> Timestamp
  /// Made for this process: only it can write the cookies of attempts.
  private let key = Array(randomText().utf8)
  /// The attempts that were answered, with their ends: each is answered once.
  private let answered = Mutex<[String: Timestamp]>([:])

  private static let cookie = "martlet-sign-in"
  private static let path = "/sign-in"
  private static let mostAnswered = 10_000

  /// Creates the sign-in of a service.
  ///
  /// - Parameters:
  ///   - settings: the provider and its groups.
  ///   - provider: speaks with it.
  ///   - publicURL: the address of the pages.
  ///   - now: the present time.
  ///   - log: receives a line for each person who signs in or is refused.
  package init(
    _ settings: OpenIDSettings, provider: OpenIDProvider, publicURL: String,
    now: @escaping @Sendable () -> Timestamp, log: Logger
  ) {
    self.provider = provider
    groups = settings.groups
    issuer = settings.issuer
    let base = publicURL.hasSuffix("/") ? String(publicURL.dropLast()) : publicURL
    callback = base + Self.path + "/callback"
    sessions = PageSessions(isSecure: publicURL.lowercased().hasPrefix("https://"), now: now)
    self.now = now
    self.log = log
  }

  /// Sends a browser to the provider.
  func begin(_ request: ServerRequest) async throws(SignInFailure) -> ServerResponse {
    let fields = [String: String](query: request.query)
    let attempt = SignInAttempt(now: now(), returnTo: fields["return-to"] ?? "/")
    let address = try await provider.address(of: attempt, returningTo: callback)
    return secured(
      ServerResponse(
        status: 303,
        headers: [
          HeaderField("Location", address),
          sessions.setCookie(Self.cookie, attempt.sealed(with: key), path: Self.path, seconds: 600),
        ]))
  }

  /// Handles the provider's answer.
  func end(_ request: ServerRequest) async throws(SignInFailure) -> ServerResponse {
    let fields = [String: String](query: request.query)
    guard let sealed = request.cookie(Self.cookie),
      let attempt = SignInAttempt(sealed: sealed, with: key, now: now()),
      let state = fields["state"],
      equalInConstantTime(Array(state.utf8), Array(attempt.state.utf8)), take(attempt)
    else { throw .refused("This answer belongs to no sign-in of this browser. Please try again.") }
    // RFC 9207: the answer of another provider.
    guard fields["iss"].map({ $0 == issuer }) ?? true else {
      throw .refused("The answer is of another provider.")
    }
    if let error = fields["error"] {
      throw .refused("The provider refused the sign-in (\(error.prefix(60))).")
    }
    guard let code = fields["code"], !code.isEmpty else {
      throw .refused("The provider's answer has no code.")
    }
    let person = try await provider.person(code: code, attempt, returningTo: callback)
    guard let scope = groups.scope(of: person.groups) else {
      log.warning(
        "a person was refused, because no group of theirs is in 'sign-in'",
        ["name": person.name, "groups": "\(person.groups.count)", "client": request.client])
      throw .refused(
        "You are \(person.name) at the provider, but none of your groups may use these pages. "
          + "Operators list the groups in 'sign-in'.")
    }
    log.info(
      "a person signed in",
      ["name": person.name, "role": scope.rawValue, "client": request.client])
    return secured(
      ServerResponse(
        status: 303,
        headers: [
          HeaderField("Location", SignInAttempt.local(attempt.returnTo)),
          sessions.begin(person.name, as: scope),
          sessions.setCookie(Self.cookie, "", path: Self.path, seconds: 0),
        ]))
  }

  /// Ends the session of a form of our own pages; it may have ended by itself.
  ///
  /// - Returns: the cookie that removes it from the browser.
  func signOut(_ request: ServerRequest) throws(SignInFailure) -> HeaderField {
    guard let visitor = sessions.visitor(of: request) else { return sessions.end(of: request) }
    let fields = [String: String](query: String(decoding: request.body, as: UTF8.self)[...])
    guard equalInConstantTime(Array((fields["key"] ?? "").utf8), Array(visitor.formKey.utf8)) else {
      throw .refused("This form was not sent by a page of yours.")
    }
    log.info("a person signed out", ["name": visitor.name, "client": request.client])
    return sessions.end(of: request)
  }

  /// Whether an attempt isn't answered yet; it is from now on.
  private func take(_ attempt: SignInAttempt) -> Bool {
    let now = now()
    return answered.withLock { answered in
      answered = answered.filter { $0.value > now }
      guard answered[attempt.state] == nil, answered.count < Self.mostAnswered else { return false }
      answered[attempt.state] = attempt.expiresAt
      return true
    }
  }
}
