import HTTPServer

extension Route {
  /// Passes every response to a function.
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

  /// Rejects requests without the operator's token before their body is read.
  func guarded(by access: PageAccess) -> Route {
    var route = self
    route.admit = { request, found in
      access.refusal(of: request).map(Admission.answer) ?? admit(request, found)
    }
    route.handler = { request, found in
      if let refusal = access.refusal(of: request) { return refusal }
      return await handler(request, found)
    }
    return route
  }
}
