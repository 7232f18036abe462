import HTTP
import JSON
import Text

extension GitLabForge {
  /// `GET merge_requests` by creation, newest first; without a state GitLab lists all.
  package func pullRequests(
    _ query: PullRequestQuery, in repository: RepositoryName
  ) async throws(ForgeError) -> [PullRequest] {
    var parameters = [
      ("order_by", "created_at"), ("sort", "desc"),
      ("per_page", "\(min(max(query.limit, 1), 100))"),
    ]
    // "closed" doesn't include merged ones, so all are listed and filtered.
    if query.state == .open { parameters.append(("state", "opened")) }
    if let head = query.head { parameters.append(("source_branch", head)) }
    if let base = query.base { parameters.append(("target_branch", base)) }
    return try await host.list(
      .get(repository.project("merge_requests"), parameters, of: repository), limit: query.limit
    ) { (page: [GitLabMergeRequest]) in
      page.map { $0.value(in: repository) }.filter { query.includes($0, of: repository) }
    }
  }

  /// `GET merge_requests/N`, which starts GitLab's check whether it can be merged.
  package func pullRequest(
    _ number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> PullRequest {
    try await details(number, in: repository).value(in: repository)
  }

  /// Reads a merge request with its head pipeline, and keeps that for its checks.
  func details(
    _ number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> GitLabMergeRequest {
    let found: GitLabMergeRequest = try await host.read(
      .get(repository.mergeRequest(number), of: repository))
    if let head = found.sha { known.remember(found.headPipeline, of: head, in: repository) }
    return found
  }

  /// `POST merge_requests`; a 409 names the open one with the same branches.
  package func open(
    _ draft: PullRequestDraft, in repository: RepositoryName
  ) async throws(ForgeError) -> Creation<PullRequest> {
    var body = Object([
      ("title", .string(draft.isDraft ? DraftTitle.added(to: draft.title) : draft.title)),
      ("description", .string(GitLabText.inert(draft.body))),
      ("source_branch", .string(draft.head)), ("target_branch", .string(draft.base)),
    ])
    if !draft.labels.isEmpty { body["labels"] = .array(draft.labels.map(Value.string)) }
    let call = HostCall.write(
      .post, repository.project("merge_requests"), .object(body),
      scope: .owner(repository.owner), isContent: true)
    do throws(ForgeError) {
      let made: MergeRequestAnswer = try await host.write(call) { () async throws(ForgeError) in
        try await find(draft, in: repository).map(MergeRequestAnswer.found)
      }
      return .created(made.value(in: repository))
    } catch {
      guard error.code == .conflict else { throw error }
      return .existed(try await twin(of: draft, named: error, in: repository))
    }
  }

  private func find(
    _ draft: PullRequestDraft, in repository: RepositoryName
  ) async throws(ForgeError) -> PullRequest? {
    try await pullRequests(
      PullRequestQuery(head: draft.head, base: draft.base), in: repository
    ).first
  }

  /// Reads the merge request that a 409 names, `… already exists for this source branch: !5`, or
  /// else finds it in the list, which may be out of date.
  private func twin(
    of draft: PullRequestDraft, named error: ForgeError, in repository: RepositoryName
  ) async throws(ForgeError) -> PullRequest {
    let digits = error.detail.split(separator: "!").last?.prefix { $0.isNumber } ?? ""
    if error.detail.contains("!"), let number = digits.number(in: 1...Int(Int64.max)) {
      let found = try await pullRequest(number, in: repository)
      if found.state == .open, found.head == draft.head { return found }
    }
    return try await host.repeatedly(after: error) { () async throws(ForgeError) in
      try await find(draft, in: repository)
    }
  }

  /// `PUT merge_requests/N`, which may be repeated; a new title keeps the state of a draft.
  package func update(
    _ number: Int, _ edit: PullRequestEdit, in repository: RepositoryName
  ) async throws(ForgeError) -> PullRequest {
    var body = Object()
    if let title = edit.title {
      let isDraft = try await details(number, in: repository).draft ?? false
      body["title"] = .string(isDraft ? DraftTitle.added(to: title) : title)
    }
    if let text = edit.body { body["description"] = .string(GitLabText.inert(text)) }
    body["target_branch"] = edit.base.map(Value.string)
    body["state_event"] = edit.isOpen.map { $0 ? "reopen" : "close" }
    guard !body.isEmpty else { return try await pullRequest(number, in: repository) }
    let answer: GitLabMergeRequest = try await change(number, .object(body), in: repository)
    return answer.value(in: repository)
  }

  /// `PUT merge_requests/N` with the title without its mark.
  package func endDraft(
    _ number: Int, in repository: RepositoryName
  ) async throws(ForgeError) {
    let present = try await details(number, in: repository)
    guard present.draft == true else { return }
    let title = DraftTitle.removed(from: present.title ?? "", isDraft: true)
    _ = try await change(number, ["title": .string(title)], in: repository)
  }

  /// `PUT merge_requests/N` with some of its fields.
  func change(
    _ number: Int, _ body: Value, in repository: RepositoryName
  ) async throws(ForgeError) -> GitLabMergeRequest {
    try await host.write(
      .write(.put, repository.mergeRequest(number), body, scope: .owner(repository.owner)))
  }

  /// `closed_by`, or else the newest event that closed it.
  package func closer(
    of number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> Account? {
    let found = try await details(number, in: repository)
    guard found.state == "closed" else { return nil }
    if let closer = found.closedBy { return closer.account }
    struct Event: Decodable {
      var state: String?
      var user: GitLabUser?
    }
    let events = try await host.list(
      .get(
        repository.mergeRequest(number, "resource_state_events"), [("per_page", "100")],
        of: repository)
    ) { (page: [Event]) in page.filter { $0.state == "closed" }.map { $0.user?.account } }
    return events.last ?? nil
  }
}

/// A merge request from a response, or found after a lost response.
private enum MergeRequestAnswer: Decodable, Sendable {
  case made(GitLabMergeRequest)
  case found(PullRequest)

  init(from decoder: any Decoder) throws {
    self = .made(try GitLabMergeRequest(from: decoder))
  }

  func value(in repository: RepositoryName) -> PullRequest {
    switch self {
    case .made(let made): made.value(in: repository)
    case .found(let found): found
    }
  }
}
