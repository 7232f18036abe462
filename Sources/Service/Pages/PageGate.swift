import Crypto
import HTTPServer
import Logging

/// Lets those in who know the operator's token.
struct PageGate: Sendable {
  let token: Secret?

  /// Nil where the request may pass, else what it is answered.
  ///
  /// The token is taken as `Bearer`, or as the password of basic authentication with any user, so
  /// that browsers ask for it.
  func refusal(of request: ServerRequest) -> ServerResponse? {
    guard let token else { return nil }
    if let given = Self.token(in: request.header("Authorization") ?? ""),
      equalInConstantTime(Array(given.utf8), Array(token.reveal().utf8))
    {
      return nil
    }
    var response = secured(.text("a token is asked for\n", status: 401))
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
