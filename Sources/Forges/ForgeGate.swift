package import FoundationEssentials

/// A request that waits for its turn at a forge, as far as limits are concerned.
package struct ForgeTurn: Hashable, Codable, Sendable {
  /// Whose limit it spends, in small letters; nil: the credential's own.
  package var owner: String?
  /// Whether something changes that stays: such requests go one by one.
  package var isWrite: Bool
  /// Whether it makes what people are notified of, which hosts count apart.
  package var isContent: Bool
  /// The request in short, for errors.
  package var place: String

  /// What a request says about the host's limits.
  package enum Result: String, Codable, Sendable {
    /// The host served it.
    case answered
    /// A secondary limit: the host served too many at a time.
    case refused
  }

  /// Describes a request.
  package init(owner: String?, isWrite: Bool, isContent: Bool, place: String) {
    self.owner = owner
    self.isWrite = isWrite
    self.isContent = isContent
    self.place = place
  }
}

/// Lets requests through to a forge, as many and as often as it wants; all who ask the forge with
/// one credential share one.
package struct ForgeGate: Sendable {
  /// Returns when it is the request's turn, with a ticket; throws `rateLimited` where that takes too
  /// long, and `cancelled`.
  package var enter: @Sendable (ForgeTurn) async throws(ForgeError) -> Int
  /// Ends a turn; the result is nil if the request failed for another reason.
  package var leave: @Sendable (_ ticket: Int, ForgeTurn, ForgeTurn.Result?) async -> Void
  /// Closes the gate until then, for an owner or for all.
  package var close: @Sendable (Date, _ owner: String?) async -> Void

  /// Joins the three.
  package init(
    enter: @escaping @Sendable (ForgeTurn) async throws(ForgeError) -> Int,
    leave: @escaping @Sendable (_ ticket: Int, ForgeTurn, ForgeTurn.Result?) async -> Void,
    close: @escaping @Sendable (Date, _ owner: String?) async -> Void
  ) {
    self.enter = enter
    self.leave = leave
    self.close = close
  }

  /// Runs `body` when it is its turn.
  func pass<Value: Sendable>(
    _ turn: ForgeTurn, _ body: @Sendable () async throws(ForgeError) -> Value
  ) async throws(ForgeError) -> Value {
    let ticket = try await enter(turn)
    do throws(ForgeError) {
      let value = try await body()
      await leave(ticket, turn, .answered)
      return value
    } catch {
      // Close the gate before the turn ends, so that no other request passes in between.
      if case .rateLimited(let until) = error.code { await close(until, error.owner) }
      await leave(ticket, turn, error.isSecondaryLimit ? .refused : nil)
      throw error
    }
  }
}

extension ForgeGate {
  /// The gate of this process.
  init(_ gate: GitHubGate) {
    self.init(
      enter: { turn async throws(ForgeError) in try await gate.enter(turn) },
      leave: { ticket, turn, result in await gate.leave(turn, ticket, result) },
      close: { date, owner in await gate.close(until: date, for: owner) })
  }
}
