package import HTTP

extension LoopbackServer {
  /// A request as it came in.
  package struct Received: Sendable {
    package var method: String
    /// Path and query.
    package var target: String
    package var headers: Headers
    package var body: [UInt8]
    /// Which connection brought it, counted from 1.
    package var connection: Int

    /// The target without its query.
    package var path: String { String(target.prefix { $0 != "?" }) }

    /// The body as UTF-8.
    package var text: String { String(decoding: body, as: UTF8.self) }
  }
}
