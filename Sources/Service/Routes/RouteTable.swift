package import HTTPServer

/// All addresses of the service; the first route that fits answers.
package struct RouteTable: Sendable {
  private let routes: [Route]
  private let missing: @Sendable (ServerRequest) -> ServerResponse

  /// Gathers routes.
  ///
  /// - Parameters:
  ///   - routes: in the order in which they are tried.
  ///   - missing: answers what no route has the path of, with 404.
  package init(
    _ routes: [Route],
    missing: @escaping @Sendable (ServerRequest) -> ServerResponse = { _ in
      .text("there is nothing here\n", status: 404)
    }
  ) {
    self.routes = routes
    self.missing = missing
  }

  /// Answers a request: 404 where no route has its path, 405 where none has its method.
  package func callAsFunction(_ request: ServerRequest) async -> ServerResponse {
    guard let path = decoded(request.path) else { return .text("not an address\n", status: 400) }
    var allowed: [Route.Method] = []
    for route in routes {
      guard let captures = route.captures(path) else { continue }
      if route.method.rawValue == request.method { return await route.handler(request, captures) }
      allowed.append(route.method)
    }
    guard !allowed.isEmpty else { return missing(request) }
    var response = ServerResponse.text("not asked in this way\n", status: 405)
    response.headers.append(
      HeaderField("Allow", allowed.map(\.rawValue).joined(separator: ", ")))
    return response
  }

  /// The parts between slashes, their escapes undone; nil where one is broken.
  private func decoded(_ path: Substring) -> [String]? {
    var parts: [String] = []
    for part in path.split(separator: "/") {
      var bytes: [UInt8] = []
      var rest = part.utf8[...]
      while let byte = rest.popFirst() {
        guard byte == UInt8(ascii: "%") else {
          bytes.append(byte)
          continue
        }
        guard let digits = String(rest.prefix(2)), digits.utf8.count == 2,
          let value = UInt8(digits, radix: 16)
        else { return nil }
        bytes.append(value)
        rest = rest.dropFirst(2)
      }
      parts.append(String(decoding: bytes, as: UTF8.self))
    }
    return parts
  }
}
