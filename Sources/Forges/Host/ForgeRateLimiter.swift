package import Time

/// The properties of a request that a forge's limits depend on.
package struct RequestSlot: Hashable, Codable, Sendable {
  /// The owner whose limit it uses, in lower case; nil: the credential's own limit.
  package var owner: String?
  /// Whether it changes something: such requests are sent one at a time.
  package var isWrite: Bool
  /// Whether it creates something that notifies people, which hosts limit separately.
  package var isContent: Bool
  /// Names the request in errors.
  package var summary: String
  /// Whether a person waits for the result, so that the request passes others that wait.
  ///
  /// The process that admits requests knows it; messages of workers don't have it.
  package var isPrompt = false

  private enum CodingKeys: String, CodingKey {
    case owner, isWrite, isContent, summary
  }

  /// What a request's end says about the host's limits.
  package enum Result: String, Codable, Sendable {
    /// The host served it.
    case answered
    /// The host's secondary limit was exceeded: too many requests at a time.
    case refused
  }

  /// Describes a request.
  package init(owner: String?, isWrite: Bool, isContent: Bool, summary: String) {
    self.owner = owner
    self.isWrite = isWrite
    self.isContent = isContent
    self.summary = summary
  }
}

/// Admits requests to a forge, as many and as often as its limits allow; all users of one credential
/// share a rate limiter.
package struct ForgeRateLimiter: Sendable {
  /// Returns a ticket when the request may be sent; throws `rateLimited` if that takes too long, or
  /// `cancelled`.
  package var enter: @Sendable (RequestSlot) async throws(ForgeError) -> Int
  /// Returns a slot; the result is nil if the request failed for another reason.
  package var leave: @Sendable (_ ticket: Int, RequestSlot, RequestSlot.Result?) async -> Void
  /// Blocks requests until then, of an owner or all.
  package var close: @Sendable (Timestamp, _ owner: String?) async -> Void

  /// Combines the three functions.
  package init(
    enter: @escaping @Sendable (RequestSlot) async throws(ForgeError) -> Int,
    leave: @escaping @Sendable (_ ticket: Int, RequestSlot, RequestSlot.Result?) async -> Void,
    close: @escaping @Sendable (Timestamp, _ owner: String?) async -> Void
  ) {
    self.enter = enter
    self.leave = leave
    self.close = close
  }

  /// Runs `body` when the rate limiter admits it.
  func pass<Value: Sendable>(
    _ slot: RequestSlot, _ body: @Sendable () async throws(ForgeError) -> Value
  ) async throws(ForgeError) -> Value {
    let ticket = try await enter(slot)
    do throws(ForgeError) {
      let value = try await body()
      await leave(ticket, slot, .answered)
      return value
    } catch {
      // Block the forge before the slot is returned, so that no other request passes in between.
      if case .rateLimited(let until) = error.code { await close(until, error.owner) }
      await leave(ticket, slot, error.isSecondaryLimit ? .refused : nil)
      throw error
    }
  }
}

extension ForgeRateLimiter {
  /// The rate limiter of this process.
  init(_ limiter: HostRateLimiter) {
    self.init(
      enter: { slot async throws(ForgeError) in try await limiter.enter(slot) },
      leave: { ticket, slot, result in await limiter.leave(slot, ticket, result) },
      close: { date, owner in await limiter.close(until: date, for: owner) })
  }
}
