import Forges
import Logging
import Store

/// Answers comments, each once and after what they ask for is done: words, a sign, a note in the
/// state.
///
/// Killed in between, the next pass finds the words by their marker; the same sign given again
/// leaves one.
struct Replies: Sendable {
  let forge: any Forge
  let identity: Account
  let world: World
  let repository: RepositoryName

  /// Ends the matter of a comment.
  ///
  /// - Parameters:
  ///   - comment: the forge's number of it.
  ///   - number: the pull request's.
  ///   - sign: what the comment is marked with.
  ///   - words: what is said in any case.
  ///   - deeds: what was changed, for the marker.
  ///   - plain: what is said where the forge knows no signs, and nothing else was said.
  /// - Throws: `ForgeError` that may pass, or `DatabaseError`.
  func finish(
    _ comment: Int, on number: Int, by sign: Reaction, saying words: String? = nil,
    deeds: [ReplyMarker.Deed] = [], orElse plain: String
  ) async throws {
    do throws(ForgeError) {
      if let words { try await say(words, deeds, to: comment, on: number) }
      if let reactions = forge.reactions {
        try await reactions.react(sign, to: comment, on: number, in: repository)
      } else if words == nil {
        try await say(plain, [], to: comment, on: number)
      }
    } catch {
      // A locked talk or a comment that is gone: what was asked is done all the same.
      guard !error.isTemporary, [.forbidden, .notFound, .rejected].contains(error.code) else {
        throw error
      }
      world.log.warning("a comment cannot be answered", ["reason": error.words])
    }
    try await markProcessed(comment)
  }

  /// Remembers that a comment needs no more attention.
  func markProcessed(_ comment: Int) async throws {
    try await world.store.heed(
      comment: comment, of: repository.description, forge: forge.name, now: world.now())
  }

  /// Whether a comment has been dealt with, as the state says.
  func isProcessed(_ comment: Comment) async throws -> Bool {
    try await world.store.isHeeded(
      comment: comment.id, of: repository.description, forge: forge.name)
  }

  /// Whether a comment bears a sign of ours: the last thing that is done about it.
  func isSigned(_ comment: Comment, on number: Int) async throws(ForgeError) -> Bool {
    guard comment.reactions > 0, let reactions = forge.reactions else { return false }
    return try await reactions.reactors(to: comment.id, on: number, in: repository)
      .contains(identity.login)
  }

  /// The markers of our own comments, oldest first.
  func answers(in thread: [Comment], on number: Int) -> [ReplyMarker] {
    thread.filter { $0.author?.login == identity.login }.flatMap { comment in
      ReplyMarker.all(
        in: comment, on: number, of: repository.description, forge: forge.name)
    }
  }

  /// Says something about a comment, once.
  func say(
    _ words: String, _ deeds: [ReplyMarker.Deed], to comment: Int, on number: Int
  ) async throws(ForgeError) {
    let thread = try await forge.comments(on: number, in: repository)
    guard !answers(in: thread, on: number).contains(where: { $0.comment == comment }) else {
      return
    }
    let markers = deeds.map { ReplyMarker(comment: comment, deed: $0).text }
    let mark = markers.isEmpty ? ReplyMarker(comment: comment, deed: .none).text : ""
    let text = ([words.withoutMarkers, "", mark] + markers).joined(separator: "\n")
    _ = try await forge.comment(text, on: number, in: repository)
  }
}
