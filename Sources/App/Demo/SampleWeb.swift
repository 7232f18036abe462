import Ecosystem
import HTTPServer

/// The registries and forges of the samples, on a local port.
///
/// `https://rubygems.org/info/aviary` is served at
/// `http://127.0.0.1:PORT/rubygems.org/info/aviary`.
struct SampleWeb {
  private let server: Server
  /// The mirrors: the original URL prefixes with the local ones.
  let mirrors: [String: String]
  /// The address of the server.
  let address: String

  /// Serves the pages of all samples until it is stopped.
  init(_ samples: [Sample]) throws(Problem) {
    let pages = samples.reduce(into: [:]) { $0.merge($1.pages) { first, _ in first } }
    let answers = Dictionary(
      pages.map { (Self.path(of: $0.key), $0.value) }, uniquingKeysWith: { first, _ in first })
    do throws(ServerError) {
      server = try Server(ServerOptions()) { request in
        answers[String(request.path)].map { .text($0) } ?? .text("", status: 404)
      }
    } catch {
      throw Problem(.failed, "cannot listen on 127.0.0.1: \(error)")
    }
    let address = "http://127.0.0.1:\(server.port)"
    let origins = Set(pages.keys.map(Self.origin))
    mirrors = Dictionary(
      uniqueKeysWithValues: origins.map { ("https://\($0)/", "\(address)/\($0)/") })
    self.address = address
  }

  /// Stops the server.
  func stop() async { await server.stop(within: .seconds(1)) }

  private static func path(of url: String) -> String { "/" + url.dropFirst("https://".count) }

  private static func origin(of url: String) -> String {
    String(url.dropFirst("https://".count).prefix { $0 != "/" })
  }
}
