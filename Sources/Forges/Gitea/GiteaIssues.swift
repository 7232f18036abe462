import HTTP
import JSON
package import Time

extension GiteaForge: IssueTracking {
  /// `GET issues?type=issues&created_by=LOGIN`, newest first.
  package func issues(
    by login: String, _ state: PullRequestQuery.State, in repository: RepositoryName
  ) async throws(ForgeError) -> [ForgeIssue] {
    let query = [("type", "issues"), ("state", state.rawValue), ("created_by", login)]
    // Gitea before 1.20 ignores the author.
    return try await host.pages(get(repository, "issues", query: query)) {
      (page: [GiteaPlainIssue]) in page.filter { $0.user?.login == login }.map(\.value)
    }
  }

  /// `GET issues/N`.
  package func issue(
    _ number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> ForgeIssue? {
    let found: GiteaPlainIssue? = try await host.readIfPresent(
      get(repository, "issues", "\(number)"))
    return found?.value
  }

  /// `POST issues`, which answers 404 if issues are switched off.
  package func openIssue(
    title: String, body: String, in repository: RepositoryName
  ) async throws(ForgeError) -> ForgeIssue {
    let call = change(
      .post, repository, "issues", body: ["title": .string(title), "body": .string(body)],
      isContent: true)
    let made: IssueAnswer<GiteaPlainIssue> = try await host.write(call) {
      () async throws(ForgeError) in
      let me = try await user().login
      return try await issues(by: me, .open, in: repository).twin(title, body)
    }
    return made.value
  }

  /// `PATCH issues/N`, which may be repeated.
  package func updateIssue(
    _ number: Int, _ edit: IssueEdit, in repository: RepositoryName
  ) async throws(ForgeError) -> ForgeIssue {
    var body = Object()
    body["title"] = edit.title.map(JSONValue.string)
    body["body"] = edit.body.map(JSONValue.string)
    body["state"] = edit.isOpen.map { $0 ? "open" : "closed" }
    let answer: GiteaPlainIssue = try await host.write(
      change(.patch, repository, "issues", "\(number)", body: .object(body)))
    return answer.value
  }

  /// The API reports no edits, and only people who may write issues can edit others' texts.
  ///
  /// A team of an organization may write issues without writing code, so it must have none.
  package func editors(
    of issue: Int, since: Timestamp?, in repository: RepositoryName
  ) async throws(ForgeError) -> IssueEditors {
    do throws(ForgeError) {
      return try await hasTeamForIssuesOnly(repository)
        ? .unknown("a team may write issues and not code, and the server does not say who edits")
        : .writers
    } catch {
      guard error.code == .forbidden else { throw error }
      return .unknown("the token may not read which teams can edit issues")
    }
  }
}

/// An issue in Gitea's format.
private struct GiteaPlainIssue: Decodable, Sendable, HostIssue {
  var number: Int
  var state: String
  var title: String?
  var body: String?
  var user: GiteaUser?
  var updatedAt: String?
  var htmlUrl: String?

  var value: ForgeIssue {
    ForgeIssue(
      number: number, isOpen: state == "open", title: title ?? "", body: body ?? "",
      author: user?.account, updatedAt: HostTime.date(updatedAt), webURL: htmlUrl ?? "")
  }
}
