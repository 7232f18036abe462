import HTTP
import JSON
import Time

extension BitbucketForge {
  /// `GET activities`: comments on the pull request and on lines, with their replies.
  package func comments(
    on number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> [Comment] {
    let activities: [BitbucketActivity] = try await host.values(
      get(repository, "pull-requests", "\(number)", "activities"))
    var seen: Set<Int> = []
    return activities.compactMap(\.comment).flatMap(\.withReplies)
      .filter { seen.insert($0.id).inserted }
      .sorted { ($0.createdDate ?? 0, $0.id) < ($1.createdDate ?? 0, $1.id) }.map(\.value)
  }

  /// `POST comments`; after a lost response the comments are read, so that none is repeated.
  package func comment(
    _ body: String, on number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> Comment {
    let call = HostCall.write(
      .post, path(repository, ["pull-requests", "\(number)", "comments"]),
      ["text": .string(BitbucketText.shown(body))], scope: .account, isContent: true)
    let made: BitbucketComment = try await host.write(call) { () async throws(ForgeError) in
      let me = try await user()
      let newest = try await comments(on: number, in: repository).last {
        $0.author?.login == me.login
      }
      guard let newest, newest.body == body else { return nil }
      return BitbucketComment(id: newest.id, version: 0, text: body, author: me)
    }
    return made.value
  }

  /// `PUT comments/ID` with the comment's version, which is read before.
  package func updateComment(
    _ id: Int, on number: Int, to body: String, in repository: RepositoryName
  ) async throws(ForgeError) {
    let parts = ["pull-requests", "\(number)", "comments", "\(id)"]
    let text = BitbucketText.shown(body)
    for _ in 1...3 {
      let present: BitbucketComment = try await host.read(
        .get(path(repository, parts), scope: .account))
      if present.text == text { return }
      do throws(ForgeError) {
        try await host.repeatable(
          .write(
            .put, path(repository, parts),
            ["text": .string(text), "version": .int(present.version)], scope: .account))
        return
      } catch {
        guard error.code == .conflict else { throw error }
      }
    }
    throw ForgeError(
      .conflict, subject: "comment \(id)", detail: "others change it at the same time")
  }
}

/// A comment in Bitbucket's format, with its replies.
struct BitbucketComment: Decodable, Sendable {
  var id: Int
  /// Increases when it is edited.
  var version: Int
  var text: String
  var author: BitbucketUser?
  /// In milliseconds since 1970.
  var createdDate: Int64?
  var comments: [BitbucketComment]?

  var withReplies: [BitbucketComment] { [self] + (comments ?? []).flatMap(\.withReplies) }

  var value: Comment {
    Comment(
      id: id, author: author?.account, body: BitbucketText.read(text),
      createdAt: BitbucketPullRequest.time(createdDate), isEdited: version > 0, reactions: nil)
  }
}
