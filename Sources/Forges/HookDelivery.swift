/// One attempt to deliver a webhook, as the forge reports it.
package struct HookDelivery: Hashable, Sendable {
  /// The number of this attempt.
  package var id: Int
  /// The same for all attempts.
  package var guid: String
  /// The forge's word for the event, such as `push` or `check_run`.
  package var event: String
  /// The status of our response; 0 if there was none.
  package var status: Int
  /// Whether the forge still waits for a response.
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

/// Lists the deliveries of webhooks and repeats them.
package protocol HookDelivering: Sendable {
  /// Lists the newest attempts, newest first.
  func hookDeliveries(limit: Int) async throws(ForgeError) -> [HookDelivery]

  /// Requests another attempt.
  func redeliver(_ id: Int) async throws(ForgeError)
}
