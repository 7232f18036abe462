import HTTP
import JSON
import Time

extension GitHubForge {
  /// `GET issues/N/comments`, a hundred a page, without comments on lines of a diff.
  package func comments(
    on number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> [Comment] {
    try await host.list(
      .get(
        repository.path("issues", "\(number)", "comments"), [("per_page", "100")],
        scope: .owner(repository.owner))
    ) { (page: [GitHubComment]) in page.map(\.value) }
  }

  /// `POST issues/N/comments`; after a lost response the comments are read, so that none is repeated.
  package func comment(
    _ body: String, on number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> Comment {
    let call = HostCall.write(
      .post, repository.path("issues", "\(number)", "comments"), ["body": .string(body)],
      scope: .owner(repository.owner), isContent: true)
    let made: GitHubComment = try await host.write(call) { () async throws(ForgeError) in
      try await newestComment(on: number, in: repository, ifEqual: body)
    }
    return made.value
  }

  /// Returns our newest comment if it has this text.
  private func newestComment(
    on number: Int, in repository: RepositoryName, ifEqual text: String
  ) async throws(ForgeError) -> GitHubComment? {
    let me = try await identity().login
    let newest = try await comments(on: number, in: repository).last { $0.author?.login == me }
    guard let newest, newest.body == text else { return nil }
    return GitHubComment(
      id: newest.id, body: newest.body, user: GitHubUser(login: me))
  }

  /// `PATCH issues/comments/ID`, without the pull request's number.
  package func updateComment(
    _ id: Int, on number: Int, to body: String, in repository: RepositoryName
  ) async throws(ForgeError) {
    try await host.repeatable(
      .write(
        .patch, repository.path("issues", "comments", "\(id)"), ["body": .string(body)],
        scope: .owner(repository.owner)))
  }

  /// `POST issues/comments/ID/reactions`, which returns an equal one that exists.
  package func react(
    _ reaction: Reaction, to comment: Int, on number: Int, in repository: RepositoryName
  ) async throws(ForgeError) {
    try await host.repeatable(
      .write(
        .post, repository.path("issues", "comments", "\(comment)", "reactions"),
        ["content": .string(reaction.rawValue)], scope: .owner(repository.owner)))
  }

  /// `GET issues/comments/ID/reactions`; a login is listed once for each of its reactions.
  package func reactors(
    to comment: Int, on number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> [String] {
    struct Payload: Decodable {
      var user: GitHubUser?
    }
    return try await host.list(
      .get(
        repository.path("issues", "comments", "\(comment)", "reactions"), [("per_page", "100")],
        scope: .owner(repository.owner))
    ) { (page: [Payload]) in page.compactMap(\.user?.login) }
  }

  /// `POST issues/N/assignees`, which keeps present ones and ignores accounts without access; no
  /// request for an empty list.
  package func assign(
    _ logins: [String], to number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> [String] {
    struct Payload: Decodable {
      var assignees: [GitHubUser]
    }
    guard !logins.isEmpty else { return [] }
    let answer: Payload = try await host.write(
      .write(
        .post, repository.path("issues", "\(number)", "assignees"),
        ["assignees": .array(logins.map(Value.string))], scope: .owner(repository.owner)))
    return logins.filter { login in
      !answer.assignees.contains { $0.login.lowercased() == login.lowercased() }
    }
  }

  /// `POST pulls/N/requested_reviewers`; `org/team` is sent as the team's slug.
  package func requestReviews(
    _ reviewers: [String], on number: Int, in repository: RepositoryName
  ) async throws(ForgeError) {
    guard !reviewers.isEmpty else { return }
    let teams = reviewers.compactMap { name in
      name.firstIndex(of: "/").map { String(name[name.index(after: $0)...]) }
    }
    let people = reviewers.filter { !$0.contains("/") }
    var body = Object()
    if !people.isEmpty { body["reviewers"] = .array(people.map(Value.string)) }
    if !teams.isEmpty { body["team_reviewers"] = .array(teams.map(Value.string)) }
    try await host.repeatable(
      .write(
        .post, repository.path("pulls", "\(number)", "requested_reviewers"), .object(body),
        scope: .owner(repository.owner)))
  }

  /// `PATCH issues/N`: pull requests are issues, too.
  package func setMilestone(
    _ milestone: Int, of number: Int, in repository: RepositoryName
  ) async throws(ForgeError) {
    try await host.repeatable(
      .write(
        .patch, repository.path("issues", "\(number)"), ["milestone": .int(milestone)],
        scope: .owner(repository.owner)))
  }
}

/// A comment in GitHub's format.
struct GitHubComment: Decodable, Sendable {
  struct Reactions: Decodable, Sendable {
    var totalCount: Int?
  }

  var id: Int
  var body: String?
  var user: GitHubUser?
  var createdAt: String?
  var updatedAt: String?
  var htmlUrl: String?
  var reactions: Reactions?

  var value: Comment {
    Comment(
      id: id, author: user?.account, body: body ?? "", createdAt: HostTime.date(createdAt),
      isEdited: updatedAt != nil && createdAt != updatedAt, reactions: reactions?.totalCount ?? 0,
      webURL: htmlUrl ?? "")
  }
}
