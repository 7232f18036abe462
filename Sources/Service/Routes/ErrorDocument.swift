package import HTTPServer
import JSON

extension ServerResponse {
  /// Returns an error below `/api/v1` as the document of `docs/api/openapi.yaml`:
  /// `{"schema": 1, "error": {"status": 404, "message": "not found"}}`.
  ///
  /// Other responses, and documents, stay as they are.
  ///
  /// - Parameter target: the target of the request as sent.
  /// - Returns: the response to send.
  package func forPrograms(asking target: some StringProtocol) -> ServerResponse {
    let type = headers.first { $0.name.lowercased() == "content-type" }?.value ?? ""
    guard status >= 400, target.hasPrefix("/api/v1/"), type.hasPrefix("text/plain") else {
      return self
    }
    let text = String(decoding: body, as: UTF8.self)
    let message = String(text.prefix { !$0.isNewline })
    let document = ServerResponse.error(status, message)
    return ServerResponse(
      status: status,
      headers: document.headers + headers.filter { $0.name.lowercased() != "content-type" },
      body: document.body)
  }

  /// The document of an error.
  static func error(_ status: Int, _ message: String) -> ServerResponse {
    let value: Value = [
      "schema": 1, "error": ["status": .int(status), "message": .string(message)],
    ]
    return .text(value.text(.indented()) + "\n", status: status, type: "application/json")
  }
}
