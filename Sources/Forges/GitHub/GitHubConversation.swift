import HTTP
import JSON

extension GitHubForge {
  /// `GET issues/N/comments`, a hundred a page; comments on lines of a diff are not among them.
  package func comments(
    on number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> [Comment] {
    try await host.list(
      .get(
        repository.path("issues", "\(number)", "comments"), [("per_page", "100")],
        scope: .owner(repository.owner))
    ) { (page: [GitHubComment]) in page.map(\.value) }
  }

  /// `POST issues/N/comments`; after a lost reply they are read, so that nothing is said twice.
  package func comment(
    _ body: String, on number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> Comment {
    let call = HostCall.write(
      .post, repository.path("issues", "\(number)", "comments"), ["body": .string(body)],
      scope: .owner(repository.owner), isContent: true)
    let made: GitHubComment = try await host.write(call) { () async throws(ForgeError) in
      try await lastWords(on: number, in: repository, ifThey: body)
    }
    return made.value
  }

  /// Our newest comment, if it says just this.
  private func lastWords(
    on number: Int, in repository: RepositoryName, ifThey say: String
  ) async throws(ForgeError) -> GitHubComment? {
    let me = try await identity().login
    let newest = try await comments(on: number, in: repository).last { $0.author?.login == me }
    guard let newest, newest.body == say else { return nil }
    return GitHubComment(
      id: newest.id, body: newest.body, user: GitHubUser(login: me))
  }

  /// `PATCH issues/comments/ID`; the pull request's number is not needed.
  package func updateComment(
    _ id: Int, on number: Int, to body: String, in repository: RepositoryName
  ) async throws(ForgeError) {
    try await host.repeatable(
      .write(
        .patch, repository.path("issues", "comments", "\(id)"), ["body": .string(body)],
        scope: .owner(repository.owner)))
  }

  /// `POST issues/comments/ID/reactions`, which answers an equal one that is there.
  package func react(
    _ reaction: Reaction, to comment: Int, on number: Int, in repository: RepositoryName
  ) async throws(ForgeError) {
    try await host.repeatable(
      .write(
        .post, repository.path("issues", "comments", "\(comment)", "reactions"),
        ["content": .string(reaction.rawValue)], scope: .owner(repository.owner)))
  }

  /// `GET issues/comments/ID/reactions`; a login is there once for each sign.
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

  /// `POST issues/N/assignees`, which keeps those that are there; nobody takes no request.
  package func assign(
    _ logins: [String], to number: Int, in repository: RepositoryName
  ) async throws(ForgeError) {
    guard !logins.isEmpty else { return }
    try await host.repeatable(
      .write(
        .post, repository.path("issues", "\(number)", "assignees"),
        ["assignees": .array(logins.map(Value.string))], scope: .owner(repository.owner)))
  }

  /// `POST pulls/N/requested_reviewers`; of `org/team` the team's slug, as GitHub wants it.
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

  /// `PATCH issues/N`, a pull request being an issue there.
  package func setMilestone(
    _ milestone: Int, of number: Int, in repository: RepositoryName
  ) async throws(ForgeError) {
    try await host.repeatable(
      .write(
        .patch, repository.path("issues", "\(number)"), ["milestone": .int(milestone)],
        scope: .owner(repository.owner)))
  }
}

/// A comment as GitHub writes it.
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
