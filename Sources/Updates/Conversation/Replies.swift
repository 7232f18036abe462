import Forges
import Logging
import Store
import Time

/// Answers comments, each once and after its command is done: with a reply, a reaction and an entry in
/// the state.
///
/// If the process dies in between, the next pass finds the reply by its marker. Adding the same
/// reaction again has no effect.
struct Replies: Sendable {
  let forge: any Forge
  let identity: Account
  let world: World
  let repository: RepositoryName

  /// Answers a comment and marks it as processed.
  ///
  /// - Parameters:
  ///   - comment: the number of the comment.
  ///   - number: the number of the pull request.
  ///   - reaction: the reaction to the comment.
  ///   - text: the reply; nil: only the reaction.
  ///   - changes: the changes to record in the marker.
  ///   - fallback: the reply if the forge has no reactions and `text` is nil; nil: none is needed.
  /// - Throws: a temporary `ForgeError`, or `DatabaseError`.
  func finish(
    _ comment: Int, on number: Int, with reaction: Reaction, saying text: String? = nil,
    changes: [ReplyMarker.Change] = [], orElse fallback: String?
  ) async throws {
    // A request of an operator has no comment.
    guard comment > 0 else { return try await markProcessed(comment) }
    do throws(ForgeError) {
      if let text { try await write(text, changes, to: comment, on: number) }
      let isMarked = try await react(reaction, to: comment, on: number)
      if !isMarked, text == nil, let fallback {
        try await write(fallback, [], to: comment, on: number)
      }
    } catch {
      // The thread may be locked or the comment deleted; the command is done all the same.
      guard !error.isTemporary, [.forbidden, .notFound, .rejected].contains(error.code) else {
        throw error
      }
      world.log.warning("a comment cannot be answered", ["reason": error.message])
    }
    try await markProcessed(comment)
  }

  /// Marks a comment with a reaction; returns false if the forge has none, or its server is too old.
  private func react(
    _ reaction: Reaction, to comment: Int, on number: Int
  ) async throws(ForgeError) -> Bool {
    guard let reactions = forge.reactions else { return false }
    do throws(ForgeError) {
      try await reactions.react(reaction, to: comment, on: number, in: repository)
      return true
    } catch {
      guard error.code == .unsupported else { throw error }
      return false
    }
  }

  /// Saves that a comment is processed.
  func markProcessed(_ comment: Int) async throws {
    try await world.store.markProcessed(
      comment: comment, of: forge.id(of: repository), now: world.now())
  }

  /// Whether the state says that a comment is processed.
  func isProcessed(_ comment: Comment) async throws -> Bool {
    try await world.store.isProcessed(
      comment: comment.id, of: forge.id(of: repository))
  }

  /// Whether a comment has a reaction of ours, which is the last step of an answer.
  func hasReaction(_ comment: Comment, on number: Int) async throws(ForgeError) -> Bool {
    guard comment.reactions != 0, let reactions = forge.reactions else { return false }
    return try await reactions.reactors(to: comment.id, on: number, in: repository)
      .contains(identity.login)
  }

  /// The markers of our own comments, oldest first.
  func answers(in thread: [Comment], on number: Int) -> [ReplyMarker] {
    thread.filter { $0.author?.login == identity.login }.flatMap { comment in
      ReplyMarker.all(
        in: comment, on: number, of: forge.id(of: repository))
    }
  }

  /// Writes a reply to a comment, once.
  func write(
    _ text: String, _ changes: [ReplyMarker.Change], to comment: Int, on number: Int
  ) async throws(ForgeError) {
    let thread = try await forge.comments(on: number, in: repository)
    guard !answers(in: thread, on: number).contains(where: { $0.comment == comment }) else {
      return
    }
    let markers = changes.map { ReplyMarker(comment: comment, change: $0).text }
    let marker = markers.isEmpty ? ReplyMarker(comment: comment, change: .none).text : ""
    let body = ([text.withoutMarkers, "", marker] + markers).joined(separator: "\n")
    _ = try await forge.comment(body, on: number, in: repository)
  }
}
