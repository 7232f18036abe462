import Configuration
import Crypto
import HTTPServer
import Logging

/// Who looks at a page or calls the API.
struct PageVisitor: Hashable, Sendable {
  /// The name of the token; empty for the token without a name, or for everybody.
  var name = ""
  /// Whether the visitor may act.
  var isOperator = false
  /// Whether the token came as `Bearer`, which browsers never send by themselves.
  var isProgram = false
  /// What forms contain to show that they are ours; only the holder of the token can know it.
  var formKey = ""
  /// Whether the visitor has a session, which can be ended.
  var isSignedIn = false
}

/// Requires a name of the service in `Host`, and one of the operator's tokens.
struct PageAccess: Sendable {
  let tokens: [PageToken]
  let names: ServedNames
  /// The people who are signed in; nil: there is no sign-in.
  let sessions: PageSessions?

  /// - Parameters:
  ///   - token: the token for looking; nil without one.
  ///   - tokens: further tokens.
  ///   - sessions: the people who are signed in; nil without a provider.
  ///   - names: the names under which the pages are reached.
  init(
    token: Secret?, tokens: [PageToken] = [], sessions: PageSessions? = nil, names: ServedNames
  ) {
    self.sessions = sessions
    let first = token.map { token in
      var entry = PageToken()
      entry.token = token
      return entry
    }
    self.tokens = [first].compactMap(\.self) + tokens
    self.names = names
  }

  /// Returns who sends a request; nil if a token is required and missing.
  func visitor(of request: ServerRequest) -> PageVisitor? {
    guard !tokens.isEmpty || sessions != nil else { return PageVisitor() }
    if let visitor = sessions?.visitor(of: request) { return visitor }
    guard let (given, isProgram) = Self.token(in: request.header("Authorization") ?? "") else {
      return nil
    }
    // All are compared, so that the time doesn't depend on which one matches.
    let matches = tokens.filter { entry in
      equalInConstantTime(Array(given.utf8), Array(entry.token.reveal().utf8))
    }
    guard let entry = matches.first(where: { $0.scope == .operator }) ?? matches.first else {
      return nil
    }
    let key = Digest.hmac(
      .sha256, of: Array("martlet form".utf8), key: Array(entry.token.reveal().utf8))
    return PageVisitor(
      name: entry.name, isOperator: entry.scope == .operator, isProgram: isProgram,
      formKey: key.hexadecimal)
  }

  /// Returns nil if the request is allowed, otherwise the response.
  func refusal(of request: ServerRequest) -> ServerResponse? {
    foreignName(of: request) ?? missingToken(of: request)
  }

  /// Returns the response to a request for another name, or from a page of another site.
  ///
  /// A request of HTTP 1.0 without `Host` comes from no browser.
  func foreignName(of request: ServerRequest) -> ServerResponse? {
    let host = request.header("Host") ?? ""
    guard host.isEmpty || names.includes(host) else {
      return secured(
        .text(
          "The host name \(host.onOneLine) is not configured. "
            + "Add the address to 'public-url' in the operator's file.\n", status: 421))
    }
    let origin = request.header("Origin")
    guard request.method != "GET", let origin, !names.includes(origin: origin, at: host) else {
      return nil
    }
    return secured(.text("A page of another site can't change anything here.\n", status: 403))
  }

  /// The token can be a `Bearer` token, or the password of basic authentication with any user, so
  /// that browsers ask for it.
  private func missingToken(of request: ServerRequest) -> ServerResponse? {
    guard visitor(of: request) == nil else { return nil }
    let isPage = !request.path.hasPrefix("/api/") && request.path != "/metrics"
    if sessions != nil, isPage, request.method == "GET", request.header("Authorization") == nil {
      return invitation(request)
    }
    var response = secured(.text("a token is required\n", status: 401))
    response.headers.append(
      HeaderField("WWW-Authenticate", "Basic realm=\"martlet\", charset=\"UTF-8\""))
    return response
  }

  /// Returns the response that sends a person to the sign-in, and back to the page afterwards.
  private func invitation(_ request: ServerRequest) -> ServerResponse {
    let query = request.target == "/" ? "" : "?return-to=\(escaped(request.target))"
    return secured(
      ServerResponse(status: 303, headers: [HeaderField("Location", "/sign-in" + query)]))
  }

  private static func token(in header: String) -> (token: String, isProgram: Bool)? {
    let words = header.split(separator: " ", maxSplits: 1)
    guard words.count == 2 else { return nil }
    switch words[0].lowercased() {
    case "bearer": return (String(words[1]), true)
    case "basic":
      guard let bytes = Base64.decode(String(words[1])) else { return nil }
      let text = String(decoding: bytes, as: UTF8.self)
      return text.firstIndex(of: ":").map { (String(text[text.index(after: $0)...]), false) }
    default: return nil
    }
  }
}

extension String {
  /// The visible ASCII characters, at most 100.
  fileprivate var onOneLine: String {
    String(decoding: utf8.filter { (0x21...0x7E).contains($0) }.prefix(100), as: UTF8.self)
  }
}
