import HTTPServer

extension Route {
  /// Lets somebody look at every answer.
  func observed(_ observe: @escaping @Sendable (ServerResponse) -> Void) -> Route {
    replacing { request, found in
      let response = await handler(request, found)
      observe(response)
      return response
    }
  }

  /// Answers only those whom a gate lets in.
  func guarded(by gate: PageGate) -> Route {
    replacing { request, found in
      if let refusal = gate.refusal(of: request) { return refusal }
      return await handler(request, found)
    }
  }

  private func replacing(_ other: @escaping Handler) -> Route {
    var route = self
    route.handler = other
    return route
  }
}
