import HTTPServer

extension Route {
  /// Passes every answer to a function, too.
  func observed(_ observe: @escaping @Sendable (ServerResponse) -> Void) -> Route {
    var route = self
    route.admit = { request, found in
      let admission = admit(request, found)
      if case .answer(let response) = admission { observe(response) }
      return admission
    }
    route.handler = { request, found in
      let response = await handler(request, found)
      observe(response)
      return response
    }
    return route
  }

  /// Refuses those without the operator's token, before a body is read.
  func guarded(by gate: PageGate) -> Route {
    var route = self
    route.admit = { request, found in
      gate.refusal(of: request).map(Admission.answer) ?? admit(request, found)
    }
    route.handler = { request, found in
      if let refusal = gate.refusal(of: request) { return refusal }
      return await handler(request, found)
    }
    return route
  }
}
