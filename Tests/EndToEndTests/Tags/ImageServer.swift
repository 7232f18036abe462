import HTTP
import Synchronization
import TestSupport

/// A registry of images on loopback that asks for tokens and lists two tags a page.
///
/// Images whose names begin with `private/` need a token for the user `bot` with the password
/// `secret`.
final class ImageServer: Sendable {
  private let server: LoopbackServer
  private let failures: Failures

  private final class Failures: Sendable {
    let statuses = Mutex<[String: Int]>([:])
  }

  /// The address without a slash at its end.
  var url: String { String(server.url().dropLast()) }

  /// The paths of the requests so far.
  var paths: [String] { server.requests.map(\.path) }

  /// Serves the tags of images by name.
  init(_ images: [String: [String]]) throws {
    let failures = Failures()
    self.failures = failures
    let address = Address()
    server = try LoopbackServer { request in
      if request.path == "/token" { return Self.token(request) }
      guard let name = images.keys.first(where: { request.path.hasPrefix("/v2/\($0)/") }) else {
        return .json("{}", status: 404)
      }
      if let status = failures.statuses.withLock({ $0[name] }) {
        return .json("{}", status: status)
      }
      guard request.headers["Authorization"] == "Bearer \(name)" else {
        let challenge = "Bearer realm=\"\(address.text.withLock(\.self))/token\",service=\"s\""
        return .json("{}", status: 401, headers: ["WWW-Authenticate": challenge])
      }
      let rest = request.target.dropFirst("/v2/\(name)/".count)
      return Self.answer(String(rest), name, images[name] ?? [])
    }
    address.text.withLock { $0 = String(server.url().dropLast()) }
  }

  private final class Address: Sendable {
    let text = Mutex("")
  }

  /// Makes every request for an image fail with a status; nil ends that.
  func fail(_ name: String, with status: Int?) {
    failures.statuses.withLock { $0[name] = status }
  }

  /// The digest of a tag.
  static func digest(_ tag: String) -> String {
    let digits = tag.utf8.map { String($0 % 16, radix: 16) }.joined()
    return "sha256:" + digits + String(repeating: "0", count: 64 - digits.count)
  }

  private static func token(_ request: LoopbackServer.Received) -> LoopbackServer.Reply {
    let scope = request.target.split(separator: "repository%3A").last ?? ""
    let name = scope.replacing("%3Apull", with: "").replacing("%2F", with: "/")
    // Base64 of bot:secret.
    let isKnown = request.headers["Authorization"] == "Basic Ym90OnNlY3JldA=="
    guard isKnown || !name.hasPrefix("private/") else { return .json("{}", status: 401) }
    return .json("{\"token\": \"\(name)\"}")
  }

  private static func answer(
    _ rest: String, _ name: String, _ tags: [String]
  ) -> LoopbackServer.Reply {
    if rest.hasPrefix("manifests/") {
      let tag = String(rest.dropFirst("manifests/".count))
      guard tags.contains(tag) else { return .json("{}", status: 404) }
      let labels = #"{"org.opencontainers.image.source": "https://github.com/birds/\#(name)"}"#
      return .json(
        #"{"annotations": \#(labels)}"#, headers: ["Docker-Content-Digest": digest(tag)])
    }
    let start = rest.split(separator: "last=").dropFirst().first.flatMap { Int($0) } ?? 0
    let page = tags.dropFirst(start).prefix(2)
    var headers: Headers = [:]
    if start + 2 < tags.count {
      headers["Link"] = "</v2/\(name)/tags/list?last=\(start + 2)>; rel=\"next\""
    }
    let list = page.map { "\"\($0)\"" }.joined(separator: ", ")
    return .json("{\"tags\": [\(list)]}", headers: headers)
  }
}
