package import HTTPServer

/// An address of the service and what answers there.
///
///     Route(.get, "/healthz") { _, _ in .text("alive\n") }
///     Route(.post, "/webhooks/:forge") { request, found in await intake(request, found["forge"]) }
package struct Route: Sendable {
  /// What can be asked.
  package enum Method: String, Hashable, Sendable {
    case get = "GET"
    case post = "POST"
  }

  /// Answers a request; parts of the path that begin with a colon are given by name.
  package typealias Handler = @Sendable (ServerRequest, Captures) async -> ServerResponse
  /// Decides by the head of a request; it runs on the server's own thread and must not block.
  package typealias Admit = @Sendable (ServerRequest, Captures) -> Admission

  let method: Method
  let parts: [String]
  var admit: Admit
  var handler: Handler

  /// Joins an address with its handler.
  ///
  /// - Parameters:
  ///   - method: what is asked; `HEAD` counts as `GET`.
  ///   - path: parts between slashes; `:name` stands for one part, a last `*name` for all the rest.
  ///   - admit: decides before the body is read; short bodies are admitted unless it is given.
  ///   - handler: answers.
  package init(
    _ method: Method, _ path: String,
    admit: @escaping Admit = { _, _ in .receive(.small) }, handler: @escaping Handler
  ) {
    self.method = method
    self.admit = admit
    parts = path.split(separator: "/").map(String.init)
    self.handler = handler
  }

  /// The parts of a path that stand for names; nil where the path is another.
  func captures(_ path: [String]) -> Captures? {
    var captures = Captures()
    for (index, part) in parts.enumerated() {
      if part.hasPrefix("*") {
        guard index < path.count else { return nil }
        captures.values[String(part.dropFirst())] = path[index...].joined(separator: "/")
        return captures
      }
      guard index < path.count else { return nil }
      if part.hasPrefix(":") {
        captures.values[String(part.dropFirst())] = path[index]
      } else if part != path[index] {
        return nil
      }
    }
    return path.count == parts.count ? captures : nil
  }
}

/// What a path says at the places that a route names.
package struct Captures: Hashable, Sendable {
  fileprivate(set) var values: [String: String] = [:]

  /// The part of a name; empty for a name that the route does not have.
  package subscript(name: String) -> String { values[name] ?? "" }
}
