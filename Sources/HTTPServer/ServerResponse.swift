/// A response to a request.
package struct ServerResponse: Hashable, Sendable {
  /// The status code.
  package var status: Int
  /// The header fields; the server adds `Date` and `Content-Length`.
  package var headers: [HeaderField]
  /// The body; omitted in the response to a `HEAD`.
  package var body: [UInt8]

  /// Creates a response.
  package init(status: Int, headers: [HeaderField] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// Creates a response with text.
  package static func text(
    _ text: String, status: Int = 200, type: String = "text/plain; charset=utf-8"
  ) -> ServerResponse {
    ServerResponse(
      status: status, headers: [HeaderField("Content-Type", type)], body: Array(text.utf8))
  }

  /// Creates a response after which the connection is closed.
  static func refusal(_ status: Int, _ message: String) -> ServerResponse {
    var response = ServerResponse.text(message + "\n", status: status)
    response.headers.append(HeaderField("Connection", "close"))
    return response
  }

  /// The same response, after which the connection is closed.
  var closing: ServerResponse {
    var response = self
    response.headers.removeAll { $0.name.lowercased() == "connection" }
    response.headers.append(HeaderField("Connection", "close"))
    return response
  }

  static let malformed = refusal(400, "The request is malformed or ambiguous.")
  static let headTooLarge = refusal(431, "The head of the request is too large.")
  static let otherVersion = refusal(505, "This server supports HTTP 1.1.")
  static let tooLarge = refusal(413, "The request is larger than this server accepts.")
  static let tooLate = refusal(503, "The response took too long.")
  static let tooBusy = refusal(503, "The server has no room for this request now.")
  static let stopping = refusal(503, "The server is shutting down.")
}

extension ServerResponse {
  /// The response as it is sent, without the library.
  var bytes: [UInt8] {
    let fields = headers + [HeaderField("Content-Length", "\(body.count)")]
    let head = fields.map { "\($0.name): \($0.value)\r\n" }.joined()
    return Array("HTTP/1.1 \(status) \(reason)\r\n\(head)\r\n".utf8) + body
  }

  private var reason: String {
    switch status {
    case 431: "Request Header Fields Too Large"
    case 505: "HTTP Version Not Supported"
    default: "Bad Request"
    }
  }
}
