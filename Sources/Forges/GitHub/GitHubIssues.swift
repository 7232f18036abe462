import HTTP
import JSON
package import Time

extension GitHubForge: IssueTracking {
  /// `GET issues?creator=LOGIN`, which lists pull requests too; these are left out.
  package func issues(
    by login: String, _ state: PullRequestQuery.State, in repository: RepositoryName
  ) async throws(ForgeError) -> [ForgeIssue] {
    let query = [("creator", login), ("state", state.rawValue), ("per_page", "100")]
    return try await host.list(
      .get(repository.path("issues"), query, scope: .owner(repository.owner))
    ) { (page: [GitHubIssue]) in page.filter { $0.pullRequest == nil }.map(\.value) }
  }

  /// `GET issues/N`; a deleted one is 410.
  package func issue(
    _ number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> ForgeIssue? {
    let found: GitHubIssue? = try await host.readIfPresent(
      .get(repository.path("issues", "\(number)"), scope: .owner(repository.owner)))
    return found?.value
  }

  /// `POST issues`, which answers 410 if issues are switched off.
  package func openIssue(
    title: String, body: String, in repository: RepositoryName
  ) async throws(ForgeError) -> ForgeIssue {
    let call = HostCall.write(
      .post, repository.path("issues"), ["title": .string(title), "body": .string(body)],
      scope: .owner(repository.owner), isContent: true)
    let made: IssueAnswer<GitHubIssue> = try await host.write(call) {
      () async throws(ForgeError) in
      let me = try await identity().login
      return try await issues(by: me, .open, in: repository).twin(title, body)
    }
    return made.value
  }

  /// `PATCH issues/N`, which may be repeated.
  package func updateIssue(
    _ number: Int, _ edit: IssueEdit, in repository: RepositoryName
  ) async throws(ForgeError) -> ForgeIssue {
    var body = Object()
    body["title"] = edit.title.map(Value.string)
    body["body"] = edit.body.map(Value.string)
    body["state"] = edit.isOpen.map { $0 ? "open" : "closed" }
    let answer: GitHubIssue = try await host.write(
      .write(
        .patch, repository.path("issues", "\(number)"), .object(body),
        scope: .owner(repository.owner)))
    return answer.value
  }

  /// A GraphQL query, because the REST API doesn't report edits; at most the newest hundred.
  package func editors(
    of issue: Int, since: Timestamp?, in repository: RepositoryName
  ) async throws(ForgeError) -> IssueEditors {
    let variables: Value = [
      "owner": .string(repository.owner), "name": .string(repository.name), "number": .int(issue),
    ]
    var call = HostCall.graphQL(.issueEdits, variables, scope: .owner(repository.owner))
    call.isWrite = false
    let answer: EditsAnswer = try await host.read(call)
    guard let edits = answer.data?.repository?.issue?.userContentEdits?.nodes else {
      return .unknown("GitHub does not report who edited it")
    }
    return .accounts(Set(edits.filter { $0.isAtOrAfter(since) }.map(\.login)))
  }
}

/// What GraphQL says about the edits of an issue.
private struct EditsAnswer: Decodable, Sendable {
  struct Edit: Decodable, Sendable {
    struct Editor: Decodable, Sendable {
      var __typename: String?
      var login: String
    }

    var editedAt: String?
    /// Null for an account that no longer exists.
    var editor: Editor?

    /// As the REST API spells it: with a suffix for an App; GitHub's `ghost` for a deleted account.
    var login: String {
      guard let editor else { return "ghost" }
      return editor.login + (editor.__typename == "Bot" ? gitHubBotSuffix : "")
    }

    func isAtOrAfter(_ since: Timestamp?) -> Bool {
      guard let since, let date = HostTime.date(editedAt) else { return true }
      return date >= since
    }
  }

  struct Nodes: Decodable, Sendable { var nodes: [Edit] }
  struct Issue: Decodable, Sendable { var userContentEdits: Nodes? }
  struct Repository: Decodable, Sendable { var issue: Issue? }
  struct Content: Decodable, Sendable { var repository: Repository? }

  var data: Content?
}

/// An issue in GitHub's format.
private struct GitHubIssue: Decodable, Sendable, HostIssue {
  struct PullRequestLinks: Decodable, Sendable {}

  var number: Int
  var state: String
  var title: String?
  var body: String?
  var user: GitHubUser?
  var updatedAt: String?
  var htmlUrl: String?
  /// Only if it is a pull request.
  var pullRequest: PullRequestLinks?

  var value: ForgeIssue {
    ForgeIssue(
      number: number, isOpen: state == "open", title: title ?? "", body: body ?? "",
      author: user?.account, updatedAt: HostTime.date(updatedAt), webURL: htmlUrl ?? "")
  }
}
