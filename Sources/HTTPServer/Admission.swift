/// The decision about a request by its head.
package enum Admission: Hashable, Sendable {
  /// Read the body, then call the handler.
  case receive(BodyLimits)
  /// Send this response without reading the body or calling the handler.
  case answer(ServerResponse)
}

/// The limits for a request's body.
package struct BodyLimits: Hashable, Sendable {
  /// The maximum size of the body, in bytes.
  package var limit: Int
  /// The name under which bodies share `budget`.
  package var account: String
  /// The maximum size of all bodies of the account, in bytes.
  package var budget: Int

  /// Creates limits.
  package init(limit: Int, account: String, budget: Int) {
    self.limit = limit
    self.account = account
    self.budget = budget
  }

  /// The limits for forms and other short bodies of unauthenticated clients.
  package static let small = BodyLimits(limit: 64 << 10, account: "small", budget: 1 << 20)
}

/// The body as announced by the head.
enum AnnouncedBody: Hashable, Sendable {
  case none
  case length(Int)
  case chunked
}
