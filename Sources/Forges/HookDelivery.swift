/// A delivery of a webhook as the forge remembers it.
package struct HookDelivery: Hashable, Sendable {
  /// Of this attempt.
  package var id: Int
  /// The same for all attempts.
  package var guid: String
  /// The header `X-GitHub-Event`: `push`, `check_run`.
  package var event: String
  /// The status that was answered; 0 where nothing was.
  package var status: Int
  /// Whether the forge still waits for an answer.
  package var isPending: Bool

  /// Describes an attempt.
  package init(id: Int, guid: String, event: String, status: Int, isPending: Bool = false) {
    self.id = id
    self.guid = guid
    self.event = event
    self.status = status
    self.isPending = isPending
  }
}

/// A forge that tells what it delivered, and delivers again when asked: GitHub does for an App.
package protocol HookDelivering: Sendable {
  /// Lists the newest attempts, newest first.
  func hookDeliveries(limit: Int) async throws(ForgeError) -> [HookDelivery]

  /// Asks for another attempt.
  func redeliver(_ id: Int) async throws(ForgeError)
}
