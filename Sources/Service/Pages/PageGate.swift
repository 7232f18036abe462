import Crypto
import HTTPServer
import Logging

/// Requires the operator's token.
struct PageGate: Sendable {
  let token: Secret?

  /// Returns nil if the request is allowed, otherwise the response.
  ///
  /// The token can be a `Bearer` token, or the password of basic authentication with any user, so
  /// that browsers ask for it.
  func refusal(of request: ServerRequest) -> ServerResponse? {
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
