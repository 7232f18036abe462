import HTTP
import JSON
package import Time

extension GitLabForge: IssueTracking {
  /// `GET issues?author_username=LOGIN`, newest first.
  package func issues(
    by login: String, _ state: PullRequestQuery.State, in repository: RepositoryName
  ) async throws(ForgeError) -> [ForgeIssue] {
    var query = [
      ("author_username", login), ("scope", "all"), ("order_by", "created_at"), ("sort", "desc"),
      ("per_page", "100"),
    ]
    if state != .all { query.append(("state", state == .open ? "opened" : "closed")) }
    return try await host.list(.get(repository.project("issues"), query, of: repository)) {
      (page: [GitLabIssue]) in page.map(\.value)
    }
  }

  /// `GET issues/N`.
  package func issue(
    _ number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> ForgeIssue? {
    let found: GitLabIssue? = try await host.readIfPresent(
      .get(repository.project("issues", "\(number)"), of: repository))
    return found?.value
  }

  /// `POST issues`, which answers 403 or 404 if issues are switched off.
  package func openIssue(
    title: String, body: String, in repository: RepositoryName
  ) async throws(ForgeError) -> ForgeIssue {
    let body = GitLabText.inert(body)
    let call = HostCall.write(
      .post, repository.project("issues"),
      ["title": .string(title), "description": .string(body)], scope: .owner(repository.owner),
      isContent: true)
    let made: IssueAnswer<GitLabIssue> = try await host.write(call) {
      () async throws(ForgeError) in
      let me = try await identity().login
      return try await issues(by: me, .open, in: repository).twin(title, body)
    }
    return made.value
  }

  /// `PUT issues/N`, which may be repeated.
  package func updateIssue(
    _ number: Int, _ edit: IssueEdit, in repository: RepositoryName
  ) async throws(ForgeError) -> ForgeIssue {
    var body = Object()
    body["title"] = edit.title.map(Value.string)
    body["description"] = edit.body.map { .string(GitLabText.inert($0)) }
    body["state_event"] = edit.isOpen.map { $0 ? "reopen" : "close" }
    let answer: GitLabIssue = try await host.write(
      .write(
        .put, repository.project("issues", "\(number)"), .object(body),
        scope: .owner(repository.owner)))
    return answer.value
  }

  /// The authors of the notes that GitLab adds when a description or one of its boxes changes.
  package func editors(
    of issue: Int, since: Timestamp?, in repository: RepositoryName
  ) async throws(ForgeError) -> IssueEditors {
    struct Note: Decodable, Sendable {
      var body: String?
      var author: GitLabUser?
      var createdAt: String?
      var system: Bool?

      var isEdit: Bool {
        let text = body ?? ""
        return system == true
          && (text.hasPrefix("changed the description") || text.hasPrefix("marked the checklist")
            || text.hasPrefix("marked the task"))
      }
    }
    let query = [
      ("sort", "asc"), ("order_by", "created_at"), ("activity_filter", "only_activity"),
      ("per_page", "100"),
    ]
    let notes = try await host.list(
      .get(repository.project("issues", "\(issue)", "notes"), query, of: repository)
    ) { (page: [Note]) in page.filter(\.isEdit) }
    let recent = notes.filter { note in
      guard let since, let date = HostTime.date(note.createdAt) else { return true }
      return date >= since
    }
    return .accounts(Set(recent.map { $0.author?.username ?? "ghost" }))
  }
}

/// An issue in GitLab's format.
private struct GitLabIssue: Decodable, Sendable, HostIssue {
  var iid: Int
  var state: String
  var title: String?
  var description: String?
  var author: GitLabUser?
  var updatedAt: String?
  var webUrl: String?

  var value: ForgeIssue {
    ForgeIssue(
      number: iid, isOpen: state == "opened", title: title ?? "", body: description ?? "",
      author: author?.account, updatedAt: HostTime.date(updatedAt), webURL: webUrl ?? "")
  }
}
