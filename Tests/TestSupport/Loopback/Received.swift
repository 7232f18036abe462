package import HTTP

extension LoopbackServer {
  /// A received request.
  package struct Received: Sendable {
    /// The method in capitals, as sent.
    package var method: String
    /// The path and query.
    package var target: String
    /// The headers in order of arrival.
    package var headers: Headers
    /// The body as sent, not decoded; empty if there was none.
    package var body: [UInt8]
    /// The number of the connection, counted from 1.
    package var connection: Int

    /// The target without its query.
    package var path: String { String(target.prefix { $0 != "?" }) }

    /// The body as UTF-8 text.
    package var text: String { String(decoding: body, as: UTF8.self) }
  }
}
