import Crypto
import HTTPServer
import Logging

/// Requires a name of the service in `Host`, and the operator's token.
struct PageAccess: Sendable {
  let token: Secret?
  let names: ServedNames

  /// Returns nil if the request is allowed, otherwise the response.
  func refusal(of request: ServerRequest) -> ServerResponse? {
    foreignName(of: request) ?? missingToken(of: request)
  }

  /// Returns the response to a request for another name, or from a page of another site.
  ///
  /// A request of HTTP 1.0 without `Host` comes from no browser.
  private func foreignName(of request: ServerRequest) -> ServerResponse? {
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
    guard let token else { return nil }
    if let given = Self.token(in: request.header("Authorization") ?? ""),
      equalInConstantTime(Array(given.utf8), Array(token.reveal().utf8))
    {
      return nil
    }
    var response = secured(.text("a token is required\n", status: 401))
    response.headers.append(
      HeaderField("WWW-Authenticate", "Basic realm=\"martlet\", charset=\"UTF-8\""))
    return response
  }

  private static func token(in header: String) -> String? {
    let words = header.split(separator: " ", maxSplits: 1)
    guard words.count == 2 else { return nil }
    switch words[0].lowercased() {
    case "bearer": return String(words[1])
    case "basic":
      guard let bytes = Base64.decode(String(words[1])) else { return nil }
      let text = String(decoding: bytes, as: UTF8.self)
      return text.firstIndex(of: ":").map { String(text[text.index(after: $0)...]) }
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
