import Forges
import Logging
import Store
import Synchronization

/// Attends to talks of one repository, and asks once a pass who may command there.
final class CommandHandler: Sendable {
  let pass: RepositoryPass
  let repository: RepositoryName
  private let permissions = Mutex<[String: Permission]>([:])

  init(pass: RepositoryPass, repository: RepositoryName) {
    self.pass = pass
    self.repository = repository
  }

  var forge: any Forge { pass.forge }
  var store: StateStore { pass.world.store }
  var replies: Replies {
    Replies(forge: forge, identity: pass.identity, world: pass.world, repository: repository)
  }

  /// Takes note of the pull request's state, then of its comments.
  func process(_ thread: CommentThread, _ activity: Activity) async throws {
    var thread = thread
    if let record = thread.record {
      thread.record = try await synchronise(record, with: activity)
    }
    guard activity.comments != 0 else { return }
    let comments = try await forge.comments(on: thread.number, in: repository)
    let answers = replies.answers(in: comments, on: thread.number)
    for comment in comments {
      guard let reading = reading(of: comment), try await !replies.isProcessed(comment) else {
        continue
      }
      let mine = answers.filter { $0.comment == comment.id }
      if !mine.isEmpty {
        for answer in mine { try await redo(answer.deed) }
        try await replies.markProcessed(comment.id)
      } else if try await replies.isSigned(comment, on: thread.number) {
        try await replies.markProcessed(comment.id)
      } else {
        try await executeIfAllowed(reading, of: comment, &thread)
      }
    }
  }

  /// Makes the state agree with what an answer of ours says.
  private func redo(_ deed: ReplyMarker.Deed) async throws {
    switch deed {
    case .none: break
    case .ignore(let ignore): try await store.save(ignore)
    case .unignore(let ignore): try await store.remove(ignore)
    }
  }

  private func executeIfAllowed(
    _ reading: CommentCommand.Reading, of comment: Comment, _ thread: inout CommentThread
  ) async throws {
    guard let author = comment.author?.login, try await mayCommand(author) else {
      return try await replies.markProcessed(comment.id)
    }
    pass.world.log.info(
      "a comment speaks to us", ["pull-request": "\(thread.number)", "author": author])
    try await execute(reading, of: comment, by: author, &thread)
  }

  /// Edited words could be anybody's whom moderators let edit: said once is what counts.
  private func reading(of comment: Comment) -> CommentCommand.Reading? {
    let me = pass.identity.login
    guard !comment.isEdited, comment.author?.login != me else { return nil }
    return CommentCommand.read(comment.body, to: ["martlet"] + forge.kind.text.names(of: me))
  }

  /// Not to be told who may write counts as nobody.
  private func permission(of login: String) async throws(ForgeError) -> Permission {
    do throws(ForgeError) {
      return try await forge.permission(of: login, in: repository)
    } catch {
      guard error.code == .forbidden else { throw error }
      pass.world.log.warning("who may command cannot be asked", ["reason": error.words])
      return .none
    }
  }

  private func mayCommand(_ login: String) async throws -> Bool {
    if let known = permissions.withLock({ $0[login] }) { return known >= .write }
    let permission = try await permission(of: login)
    permissions.withLock { $0[login] = permission }
    return permission >= .write
  }
}
