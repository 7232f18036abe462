package import HTTPServer
import Text

/// All routes of the service; the first matching route handles a request.
package struct RouteTable: Sendable {
  private let routes: [Route]
  private let missing: @Sendable (ServerRequest) -> ServerResponse

  /// Creates a table.
  ///
  /// - Parameters:
  ///   - routes: in the order in which they are tried.
  ///   - missing: returns the response for a path without a route, with 404.
  package init(
    _ routes: [Route],
    missing: @escaping @Sendable (ServerRequest) -> ServerResponse = { _ in
      .text("not found\n", status: 404)
    }
  ) {
    self.routes = routes
    self.missing = missing
  }

  /// Decides about a request by its head; a request without a route is rejected without reading its
  /// body.
  package func admit(_ request: ServerRequest) -> Admission {
    let admission: Admission =
      switch find(request) {
      case .route(let route, let captures): route.admit(request, captures)
      case .none(let response): .answer(response)
      }
    guard case .answer(let response) = admission else { return admission }
    return .answer(response.forPrograms(asking: request.target))
  }

  /// Handles a request: 404 if no route matches the path, 405 if none has the method.
  package func callAsFunction(_ request: ServerRequest) async -> ServerResponse {
    let response =
      switch find(request) {
      case .route(let route, let captures): await route.handler(request, captures)
      case .none(let response): response
      }
    return response.forPrograms(asking: request.target)
  }

  private enum Found {
    case route(Route, Captures)
    /// No route; contains the response.
    case none(ServerResponse)
  }

  private func find(_ request: ServerRequest) -> Found {
    guard let path = decoded(request.path) else {
      return .none(.text("invalid path\n", status: 400))
    }
    var allowed: [Route.Method] = []
    for route in routes {
      guard let captures = route.captures(path) else { continue }
      if route.method.rawValue == request.method { return .route(route, captures) }
      allowed.append(route.method)
    }
    guard !allowed.isEmpty else { return .none(missing(request)) }
    var response = ServerResponse.text("method not allowed\n", status: 405)
    response.headers.append(
      HeaderField("Allow", allowed.map(\.rawValue).joined(separator: ", ")))
    return .none(response)
  }

  /// Splits a path and decodes its parts; nil if an escape is invalid.
  private func decoded(_ path: Substring) -> [String]? {
    var parts: [String] = []
    for part in path.slashParts() {
      guard let bytes = PercentEncoding.decodeStrictly(Array(part.utf8)[...]) else { return nil }
      parts.append(String(decoding: bytes, as: UTF8.self))
    }
    return parts
  }
}
