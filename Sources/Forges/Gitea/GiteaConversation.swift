import HTTP
import JSON
import Time

extension GiteaForge {
  /// `GET issues/N/comments`: all at once, without the host's own entries.
  package func comments(
    on number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> [Comment] {
    let found: [GiteaComment] = try await host.read(
      get(repository, "issues", "\(number)", "comments"))
    return found.map(\.value)
  }

  /// `POST issues/N/comments`; after a lost response the comments are read, so that none is repeated.
  package func comment(
    _ body: String, on number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> Comment {
    let call = change(
      .post, repository, "issues", "\(number)", "comments", body: ["body": .string(body)],
      isContent: true)
    let made: GiteaComment = try await host.write(call) { () async throws(ForgeError) in
      try await newestComment(on: number, in: repository, ifEqual: body)
    }
    return made.value
  }

  /// Returns our newest comment if it has this text.
  private func newestComment(
    on number: Int, in repository: RepositoryName, ifEqual text: String
  ) async throws(ForgeError) -> GiteaComment? {
    let me = try await user().login
    let all: [GiteaComment] = try await host.read(
      get(repository, "issues", "\(number)", "comments"))
    let newest = all.last { $0.user?.login == me }
    return newest?.body == text ? newest : nil
  }

  /// `PATCH issues/comments/ID`, without the pull request's number.
  package func updateComment(
    _ id: Int, on number: Int, to body: String, in repository: RepositoryName
  ) async throws(ForgeError) {
    try await host.repeatable(
      change(
        .patch, repository, "issues", "comments", "\(id)", body: ["body": .string(body)]))
  }

  /// `POST issues/comments/ID/reactions`, which accepts an equal one that exists.
  package func react(
    _ reaction: Reaction, to comment: Int, on number: Int, in repository: RepositoryName
  ) async throws(ForgeError) {
    try await host.repeatable(
      change(
        .post, repository, "issues", "comments", "\(comment)", "reactions",
        body: ["content": .string(reaction.rawValue)]))
  }

  /// `GET issues/comments/ID/reactions`, which is `null` or empty without any.
  package func reactors(
    to comment: Int, on number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> [String] {
    struct Payload: Decodable, Sendable {
      var user: GiteaUser?
    }
    let call = get(repository, "issues", "comments", "\(comment)", "reactions")
    let found = try await host.retrying(call.summary) { () async throws(ForgeError) -> [Payload] in
      let response = try await host.send(call)
      if response.body.isEmpty { return [] }
      let list: [Payload]? = try HostPayload.decode(response, call)
      return list ?? []
    }
    return found.compactMap(\.user?.login)
  }
}

/// A comment in Gitea's format.
private struct GiteaComment: Decodable, Sendable {
  var id: Int
  var body: String?
  var user: GiteaUser?
  var createdAt: String?
  var updatedAt: String?
  var htmlUrl: String?

  /// Gitea doesn't count the reactions of a comment.
  var value: Comment {
    Comment(
      id: id, author: user?.account, body: body ?? "", createdAt: HostTime.date(createdAt),
      isEdited: updatedAt != nil && createdAt != updatedAt, reactions: nil, webURL: htmlUrl ?? "")
  }
}
