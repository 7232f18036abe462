import Ecosystem
import HTTPServer

/// The registries and forges of the samples, on a port of this machine.
///
/// `https://rubygems.org/info/aviary` is answered at `http://127.0.0.1:PORT/rubygems.org/info/aviary`.
struct SampleWeb {
  private let server: Server
  /// What leads there: the start of a URL that the world knows, and what it is here.
  let mirrors: [String: String]
  /// Where it listens.
  let address: String

  /// Answers with the pages of all samples until it is stopped.
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

  /// Ends the server.
  func stop() async { await server.stop(within: .seconds(1)) }

  private static func path(of url: String) -> String { "/" + url.dropFirst("https://".count) }

  private static func origin(of url: String) -> String {
    String(url.dropFirst("https://".count).prefix { $0 != "/" })
  }
}
