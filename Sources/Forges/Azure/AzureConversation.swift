import HTTP
import JSON
import Time

extension AzureForge {
  /// `GET threads`: comments by people and bots, with replies and those on lines.
  package func comments(
    on number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> [Comment] {
    let me = try await account()
    let threads = try await threads(on: number, in: repository)
    for thread in threads {
      for author in thread.texts.compactMap(\.author) { memory.remember(author) }
    }
    var result: [Comment] = []
    for thread in threads {
      for comment in thread.texts { result.append(try comment.value(in: thread.id, me)) }
    }
    return result.sorted {
      ($0.createdAt ?? Timestamp(seconds: 0), $0.id) < (
        $1.createdAt ?? Timestamp(seconds: 0), $1.id
      )
    }
  }

  func threads(
    on number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> [AzureThread] {
    let parts = ["pullRequests", "\(number)", "threads"]
    return try await host.all(HostCall.get(path(repository, parts), scope: .account).versioned())
  }

  /// `POST threads`, without a status: a thread with one would have to be resolved before the merge.
  ///
  /// After a lost response the comments are read, so that none is repeated.
  package func comment(
    _ body: String, on number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> Comment {
    let me = try await account()
    let comment: JSONValue = [
      "parentCommentId": 0, "content": .string(AzureText.shown(body)), "commentType": "text",
    ]
    let call = HostCall.write(
      .post, path(repository, ["pullRequests", "\(number)", "threads"]),
      ["comments": .array([comment])], scope: .account, isContent: true
    ).versioned()
    let made: AzureThread = try await host.write(call) { () async throws(ForgeError) in
      let ours = try await threads(on: number, in: repository).filter {
        $0.texts.first?.author?.account(me).login == me.login
      }
      let newest = ours.max { $0.id < $1.id }
      return newest?.texts.first?.content == AzureText.shown(body) ? newest : nil
    }
    guard let first = made.texts.first else {
      throw ForgeError(.malformed, subject: call.summary, detail: "a thread without a comment")
    }
    return try first.value(in: made.id, me)
  }

  /// `PATCH comments/ID`.
  package func updateComment(
    _ id: Int, on number: Int, to body: String, in repository: RepositoryName
  ) async throws(ForgeError) {
    let numbers = AzureComment.numbers(of: id)
    let parts = [
      "pullRequests", "\(number)", "threads", "\(numbers.thread)", "comments", "\(numbers.comment)",
    ]
    try await host.repeatable(
      HostCall.write(
        .patch, path(repository, parts), ["content": .string(AzureText.shown(body))],
        scope: .account
      ).versioned())
  }
}

/// A thread of comments in Azure DevOps' format.
struct AzureThread: Decodable, Sendable {
  var id: Int
  var comments: [AzureComment]?
  var isDeleted: Bool?
  var lastUpdatedDate: String?

  /// The comments by accounts; the host itself writes comments about votes and pushes.
  var texts: [AzureComment] {
    guard isDeleted != true else { return [] }
    return (comments ?? []).filter { $0.isDeleted != true && $0.commentType != "system" }
  }
}

/// A comment in Azure DevOps' format.
struct AzureComment: Decodable, Sendable {
  /// The number in its thread.
  var id: Int
  var author: AzureIdentity?
  var content: String?
  /// `text`, `codeChange` or `system`.
  var commentType: String?
  var publishedDate: String?
  var lastContentUpdatedDate: String?
  var isDeleted: Bool?

  /// A thread has at most 500 comments.
  private static let commentsPerThread = 1_000

  /// The thread and the number in it of an identifier of `value`.
  static func numbers(of id: Int) -> (thread: Int, comment: Int) {
    (id / commentsPerThread, id % commentsPerThread)
  }

  /// The host numbers comments in each thread; the identifier has both numbers.
  func value(in thread: Int, _ me: AzureAccount) throws(ForgeError) -> Comment {
    guard (0..<Self.commentsPerThread).contains(id) else {
      throw ForgeError(
        .malformed, subject: "thread \(thread)", detail: "a comment has number \(id)")
    }
    let created = HostTime.date(publishedDate)
    let edited = HostTime.date(lastContentUpdatedDate)
    let isEdited = created.flatMap { created in edited.map { $0 > created } } ?? false
    return Comment(
      id: thread * Self.commentsPerThread + id, author: author?.account(me),
      body: AzureText.read(content ?? ""), createdAt: created, isEdited: isEdited, reactions: nil)
  }
}
