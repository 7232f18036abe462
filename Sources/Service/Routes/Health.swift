import HTTPServer

extension Route {
  /// `GET /healthz`: the process runs and responds.
  ///
  /// It runs on the server's own thread, so it needs no thread of Swift's pool.
  package static let health = Route(.get, "/healthz") { _, _ in
    .answer(.text("alive\n"))
  } handler: { _, _ in
    .text("alive\n")
  }

  /// `GET /readyz`: 200 if the state is reachable and the service is not stopping.
  ///
  /// - Parameter whyNot: returns the reason why the service is not ready, or nil.
  /// - Returns: the route.
  package static func readiness(_ whyNot: @escaping @Sendable () async -> String?) -> Route {
    Route(.get, "/readyz") { _, _ in
      guard let reason = await whyNot() else { return .text("ready\n") }
      return .text("\(reason)\n", status: 503)
    }
  }

  /// `POST /webhooks/<forge>`.
  package static func webhooks(_ intake: Intake) -> Route {
    Route(.post, "/webhooks/:forge") { request, found in
      intake.admit(request, forge: found["forge"])
    } handler: { request, found in
      await intake.receive(request, forge: found["forge"])
    }
  }
}
