import HTTP
import JSON

extension GitHubForge {
  /// `GET pulls` by creation, newest first; GitHub filters by head and base itself.
  package func pullRequests(
    _ query: PullRequestQuery, in repository: RepositoryName
  ) async throws(ForgeError) -> [PullRequest] {
    var parameters = [
      ("state", query.state.rawValue), ("sort", "created"), ("direction", "desc"),
      ("per_page", "\(min(max(query.limit, 1), 100))"),
    ]
    // Without the owner GitHub ignores the filter.
    if let head = query.head { parameters.append(("head", "\(repository.owner):\(head)")) }
    if let base = query.base { parameters.append(("base", base)) }
    let found = try await host.list(
      .get(repository.path("pulls"), parameters, scope: .owner(repository.owner)),
      limit: query.limit
    ) { (page: [GitHubPullRequest]) in page.map(\.value) }
    return found.filter { pull in query.head.map { $0 == pull.head } ?? true }
  }

  /// `GET pulls/N`, which, unlike lists, has the merge state.
  package func pullRequest(
    _ number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> PullRequest {
    try await details(number, in: repository).value
  }

  /// Reads a pull request with the properties that only GitHub's other APIs need.
  func details(
    _ number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> GitHubPullRequest {
    try await host.read(
      .get(repository.path("pulls", "\(number)"), scope: .owner(repository.owner)))
  }

  /// Reads a pull request before a GraphQL mutation of it.
  ///
  /// The process that keeps the credential learns from the answer which pull requests belong to the
  /// repository, so that it needs the whole answer and not that nothing has changed.
  func detailsForMutation(
    of number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> GitHubPullRequest {
    var call = HostCall.get(
      repository.path("pulls", "\(number)"), scope: .owner(repository.owner))
    call.isUncached = true
    return try await host.read(call)
  }

  /// `POST pulls`; after a 422 because it exists, lists are read until one contains it.
  package func open(
    _ draft: PullRequestDraft, in repository: RepositoryName
  ) async throws(ForgeError) -> Creation<PullRequest> {
    let call = HostCall.write(
      .post, repository.path("pulls"),
      [
        "title": .string(draft.title), "body": .string(draft.body), "head": .string(draft.head),
        "base": .string(draft.base), "draft": .bool(draft.isDraft),
      ], scope: .owner(repository.owner), isContent: true)
    do throws(ForgeError) {
      let made: PullRequestAnswer = try await host.write(call) { () async throws(ForgeError) in
        try await find(draft, in: repository).map(PullRequestAnswer.init)
      }
      return .created(made.value)
    } catch {
      guard error.code == .rejected, error.detail.contains("already exists") else { throw error }
      return .existed(
        try await host.repeatedly(after: error) { () async throws(ForgeError) in
          try await find(draft, in: repository)
        })
    }
  }

  /// Finds the open pull request of two branches, in the list or by the head's commit: the list may be
  /// out of date.
  private func find(
    _ draft: PullRequestDraft, in repository: RepositoryName
  ) async throws(ForgeError) -> PullRequest? {
    let query = PullRequestQuery(head: draft.head, base: draft.base)
    if let found = try await pullRequests(query, in: repository).first { return found }
    guard let head = try await head(of: draft.head, in: repository) else { return nil }
    let associated = try await host.list(
      .get(
        repository.path("commits", head, "pulls"), [("per_page", "100")],
        scope: .owner(repository.owner))
    ) { (page: [GitHubPullRequest]) in page.map(\.value) }
    return associated.first { pull in
      pull.state == .open && pull.head == draft.head && pull.base == draft.base
        && pull.headRepository?.lowercased() == repository.description.lowercased()
    }
  }

  /// `PATCH pulls/N`, which may be repeated.
  package func update(
    _ number: Int, _ edit: PullRequestEdit, in repository: RepositoryName
  ) async throws(ForgeError) -> PullRequest {
    var body = Object()
    body["title"] = edit.title.map(Value.string)
    body["body"] = edit.body.map(Value.string)
    body["base"] = edit.base.map(Value.string)
    body["state"] = edit.isOpen.map { $0 ? "open" : "closed" }
    guard !body.isEmpty else { return try await pullRequest(number, in: repository) }
    let answer: PullRequestAnswer = try await host.write(
      .write(
        .patch, repository.path("pulls", "\(number)"), .object(body),
        scope: .owner(repository.owner)))
    return answer.value
  }

  /// The issue's `closed_by`: pull requests have no such field.
  package func closer(
    of number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> Account? {
    struct Issue: Decodable {
      var closedBy: GitHubUser?
      var state: String?
    }
    let issue: Issue = try await host.read(
      .get(repository.path("issues", "\(number)"), scope: .owner(repository.owner)))
    return issue.state == "open" ? nil : issue.closedBy?.account
  }
}

/// A pull request from a response, or found after a lost response.
private struct PullRequestAnswer: Decodable, Sendable {
  var value: PullRequest

  init(_ value: PullRequest) {
    self.value = value
  }

  init(from decoder: any Decoder) throws {
    value = try GitHubPullRequest(from: decoder).value
  }
}
