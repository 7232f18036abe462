import Text
package import HTTPServer

/// A route of the service: a method, a path, and a handler.
///
///     Route(.get, "/healthz") { _, _ in .text("alive\n") }
///     Route(.post, "/webhooks/:forge") { request, found in await intake(request, found["forge"]) }
package struct Route: Sendable {
  /// The supported methods.
  package enum Method: String, Hashable, Sendable {
    case get = "GET"
    case post = "POST"
  }

  /// Handles a request; parts of the path that begin with a colon are passed by name.
  package typealias Handler = @Sendable (ServerRequest, Captures) async -> ServerResponse
  /// Decides about a request by its head; it runs on the server's own thread and must not block.
  package typealias Admit = @Sendable (ServerRequest, Captures) -> Admission

  let method: Method
  let parts: [String]
  var admit: Admit
  var handler: Handler

  /// Creates a route.
  ///
  /// - Parameters:
  ///   - method: the method; `HEAD` counts as `GET`.
  ///   - path: parts between slashes; `:name` matches one part, a final `*name` matches the rest.
  ///   - admit: decides before the body is read; by default short bodies are admitted.
  ///   - handler: returns the response.
  package init(
    _ method: Method, _ path: String,
    admit: @escaping Admit = { _, _ in .receive(.small) }, handler: @escaping Handler
  ) {
    self.method = method
    self.admit = admit
    parts = path.slashParts().map(String.init)
    self.handler = handler
  }

  /// Returns the named parts of a path; nil if the path does not match.
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

/// The named parts of a path.
package struct Captures: Hashable, Sendable {
  fileprivate(set) var values: [String: String] = [:]

  /// Returns a named part; empty if the route has no such name.
  package subscript(name: String) -> String { values[name] ?? "" }
}
