package import HTTP

extension LoopbackServer {
  /// A request as it came in.
  package struct Received: Sendable {
    /// In capitals, as it was sent.
    package var method: String
    /// Path and query.
    package var target: String
    /// In the order in which they arrived.
    package var headers: Headers
    /// As it was sent, not decoded; empty where there was none.
    package var body: [UInt8]
    /// Which connection brought it, counted from 1.
    package var connection: Int

    /// The target without its query.
    package var path: String { String(target.prefix { $0 != "?" }) }

    /// The body as UTF-8.
    package var text: String { String(decoding: body, as: UTF8.self) }
  }
}
