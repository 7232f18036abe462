/// What becomes of a request whose head has arrived and whose body has not.
package enum Admission: Hashable, Sendable {
  /// The body is read, then the handler is called.
  case receive(BodyAllowance)
  /// The answer is known: no body is read and no handler is called.
  case answer(ServerResponse)
}

/// How much of a request's body is read.
package struct BodyAllowance: Hashable, Sendable {
  /// The largest body, in bytes.
  package var limit: Int
  /// Bodies with the same name share `budget`.
  package var account: String
  /// The bytes that all bodies of the account hold at once.
  package var budget: Int

  /// Joins the bounds.
  package init(limit: Int, account: String, budget: Int) {
    self.limit = limit
    self.account = account
    self.budget = budget
  }

  /// For forms and other short bodies of senders who have proved nothing.
  package static let small = BodyAllowance(limit: 64 << 10, account: "small", budget: 1 << 20)
}

/// What the head of a request says about its body.
enum AnnouncedBody: Hashable, Sendable {
  case none
  case length(Int)
  case chunked
}
