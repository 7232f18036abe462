import Configuration
import Crypto
import HTTPServer
import Synchronization
package import Time

/// The people who are signed in, by the random names of their sessions.
///
/// Sessions are in memory only: a restart ends them. The browser has the name in a cookie that no script
/// reads.
package final class PageSessions: Sendable {
  /// How long a session lasts; the groups of a person are read again afterwards.
  static let lifetime = Duration.seconds(8 * 3600)
  /// The most sessions; the oldest ones end first.
  private static let most = 10_000

  /// A person who is signed in.
  struct Session: Hashable, Sendable {
    var name: String
    var scope: PageToken.Scope
    var expiresAt: Timestamp
  }

  /// Whether browsers send the cookies over HTTPS only.
  let isSecure: Bool
  private let now: @Sendable () -> Timestamp
  private let sessions = Mutex<[String: Session]>([:])

  /// Creates a list without sessions.
  package init(isSecure: Bool, now: @escaping @Sendable () -> Timestamp) {
    self.isSecure = isSecure
    self.now = now
  }

  private var cookie: String { isSecure ? "__Host-martlet-session" : "martlet-session" }

  /// Begins a session.
  ///
  /// - Returns: the cookie for the browser.
  func begin(_ name: String, as scope: PageToken.Scope) -> HeaderField {
    let key = randomText()
    let session = Session(name: name, scope: scope, expiresAt: now() + Self.lifetime)
    sessions.withLock { sessions in
      let now = now()
      sessions = sessions.filter { $0.value.expiresAt > now }
      if sessions.count >= Self.most,
        let oldest = sessions.min(by: { $0.value.expiresAt < $1.value.expiresAt })
      {
        sessions[oldest.key] = nil
      }
      sessions[key] = session
    }
    return setCookie(cookie, key, path: "/", seconds: 8 * 3600)
  }

  /// Returns the visitor of a request's session; nil without one.
  func visitor(of request: ServerRequest) -> PageVisitor? {
    guard let key = request.cookie(cookie), let session = sessions.withLock({ $0[key] }),
      session.expiresAt > now()
    else { return nil }
    let form = Digest.hmac(.sha256, of: Array("martlet form".utf8), key: Array(key.utf8))
    return PageVisitor(
      name: session.name, isOperator: session.scope == .operator, formKey: form.hexadecimal,
      isSignedIn: true)
  }

  /// Ends the session of a request.
  ///
  /// - Returns: the cookie that removes it from the browser.
  func end(of request: ServerRequest) -> HeaderField {
    if let key = request.cookie(cookie) { sessions.withLock { $0[key] = nil } }
    return setCookie(cookie, "", path: "/", seconds: 0)
  }

  /// A cookie for requests to a path, which other sites' forms don't send.
  func setCookie(
    _ name: String, _ value: String, path: String, seconds: Int
  ) -> HeaderField {
    let secure = isSecure ? "; Secure" : ""
    return HeaderField(
      "Set-Cookie",
      "\(name)=\(value); Path=\(path); Max-Age=\(seconds); HttpOnly; SameSite=Lax\(secure)")
  }
}

extension ServerRequest {
  /// Returns the value of a cookie; nil if it is missing or sent twice.
  func cookie(_ name: String) -> String? {
    let fields = headers.filter { $0.name.lowercased() == "cookie" }.map(\.value)
    let pairs = fields.joined(separator: ";").split(separator: ";")
      .map { pair in pair.drop { $0 == " " } }
    let values = pairs.filter { $0.hasPrefix("\(name)=") }.map { $0.dropFirst(name.count + 1) }
    return values.count == 1 ? values.first.map(String.init) : nil
  }
}

/// 256 random bits as text for URLs and cookies.
func randomText() -> String {
  var random = SystemRandomNumberGenerator()
  let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &random) }
  return Base64.encode(bytes, .url)
}
