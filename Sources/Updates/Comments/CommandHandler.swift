import Forges
import Languages
import Logging
import Store
import Synchronization

/// Executes the commands in the comments of one repository.
///
/// Requests the permission of each author once per pass.
final class CommandHandler: Sendable {
  let pass: RepositoryPass
  let repository: RepositoryName
  private let permissions = Mutex<[String: Permission]>([:])

  init(pass: RepositoryPass, repository: RepositoryName) {
    self.pass = pass
    self.repository = repository
  }

  var forge: any Forge { pass.forge }
  var language: Language { pass.world.language }
  var id: RepositoryID { forge.id(of: repository) }
  var store: StateStore { pass.world.store }
  var closer: PullRequestCloser { pass.closer(in: repository) }
  var replies: Replies {
    Replies(forge: forge, identity: pass.identity, world: pass.world, repository: repository)
  }

  /// Updates the record of a pull request, then processes its new comments.
  func process(_ thread: CommentThread, _ activity: Activity) async throws {
    var thread = thread
    if let record = thread.record {
      thread.record = try await synchronise(record, with: activity)
    } else if let declined = thread.declined, activity.isOpen {
      thread.declined = try await synchronise(declined)
    }
    guard activity.comments != 0 else { return }
    let comments = try await forge.comments(on: thread.number, in: repository)
    let answers = replies.answers(in: comments, on: thread.number)
    for comment in comments {
      guard let result = parse(comment), try await !replies.isProcessed(comment) else {
        continue
      }
      let own = answers.filter { $0.comment == comment.id }
      if !own.isEmpty {
        for answer in own { try await store.apply(answer.change) }
        try await replies.markProcessed(comment.id)
      } else if try await replies.hasReaction(comment, on: thread.number) {
        try await replies.markProcessed(comment.id)
      } else {
        try await executeIfAllowed(result, of: comment, &thread)
      }
    }
  }

  private func executeIfAllowed(
    _ result: CommentCommand.ParseResult, of comment: Comment, _ thread: inout CommentThread
  ) async throws {
    guard let author = comment.author?.login, try await mayCommand(author) else {
      return try await replies.markProcessed(comment.id)
    }
    pass.world.log.info(
      "a comment contains a command", ["pull-request": "\(thread.number)", "author": author])
    try await execute(result, of: comment, by: author, &thread)
  }

  /// Parses a comment.
  ///
  /// Edited comments are ignored, because somebody else may have edited them.
  private func parse(_ comment: Comment) -> CommentCommand.ParseResult? {
    let me = pass.identity.login
    guard !comment.isEdited, comment.author?.login != me else { return nil }
    return CommentCommand.parse(comment.body, to: ["martlet"] + forge.kind.text.names(of: me))
  }

  /// Requests a permission.
  ///
  /// If the forge does not allow the request, the author has none.
  private func permission(of login: String) async throws(ForgeError) -> Permission {
    do throws(ForgeError) {
      return try await forge.permission(of: login, in: repository)
    } catch {
      guard error.code == .forbidden else { throw error }
      pass.world.log.warning(
        "the permission of a comment's author cannot be requested", ["reason": error.message])
      return .none
    }
  }

  /// Whether an account may write to the repository.
  func mayCommand(_ login: String) async throws -> Bool {
    if let known = permissions.withLock({ $0[login] }) { return known >= .write }
    let permission = try await permission(of: login)
    permissions.withLock { $0[login] = permission }
    return permission >= .write
  }
}
