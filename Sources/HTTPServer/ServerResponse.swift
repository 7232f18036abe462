/// What a handler answers.
package struct ServerResponse: Hashable, Sendable {
  /// Of three digits; the server adds the words for it.
  package var status: Int
  /// Besides `Date` and `Content-Length`, which the server adds.
  package var headers: [HeaderField]
  /// Sent as it is; left out in the answer to a `HEAD`.
  package var body: [UInt8]

  /// Answers with bytes of a kind that the headers tell.
  package init(status: Int, headers: [HeaderField] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// Answers with text.
  package static func text(
    _ text: String, status: Int = 200, type: String = "text/plain; charset=utf-8"
  ) -> ServerResponse {
    ServerResponse(
      status: status, headers: [HeaderField("Content-Type", type)], body: Array(text.utf8))
  }

  /// An answer of the server itself, after which it hangs up.
  static func refusal(_ status: Int, _ words: String) -> ServerResponse {
    var response = ServerResponse.text(words + "\n", status: status)
    response.headers.append(HeaderField("Connection", "close"))
    return response
  }

  /// The same answer, after which the connection is closed.
  var closing: ServerResponse {
    var response = self
    response.headers.removeAll { $0.name.lowercased() == "connection" }
    response.headers.append(HeaderField("Connection", "close"))
    return response
  }

  static let malformed = refusal(400, "The head of the request is malformed or ambiguous.")
  static let tooLarge = refusal(413, "The request is larger than this server takes.")
  static let tooLate = refusal(503, "The answer took too long.")
  static let tooBusy = refusal(503, "The server has no room for this request now.")
  static let stopping = refusal(503, "The server is shutting down.")
}
