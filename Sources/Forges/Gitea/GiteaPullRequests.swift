import FoundationEssentials
import HTTP
import JSON
import Time

extension GiteaForge {
  /// `GET pulls`, newest first; only Forgejo 16 filters by head and base.
  package func pullRequests(
    _ query: PullRequestQuery, in repository: RepositoryName
  ) async throws(ForgeError) -> [PullRequest] {
    if query.state == .open, let head = query.head, let base = query.base,
      let found = try await openPullRequest(from: head, to: base, in: repository)
    {
      return [found.value]
    }
    var filters = [("state", query.state.rawValue)]
    if query.head != nil || query.base != nil, try await version().filtersByHead {
      if let head = query.head { filters.append(("head", head)) }
      if let base = query.base { filters.append(("base", base)) }
    }
    let isWhole = query.head == nil && query.base == nil
    let found = try await host.pages(
      get(repository, "pulls", query: filters), limit: isWhole ? query.limit : 100_000
    ) { (page: [GiteaPullRequest]) in
      page.map(\.value).filter { query.includes($0, of: repository) }
    }
    return Array(found.prefix(query.limit))
  }

  /// `GET pulls/BASE/HEAD`, which older servers don't have; nil if there is none or it isn't known.
  private func openPullRequest(
    from head: String, to base: String, in repository: RepositoryName
  ) async throws(ForgeError) -> GiteaPullRequest? {
    // The path is ambiguous if the base has a slash.
    guard !base.contains("/") else { return nil }
    let found: GiteaPullRequest? = try await host.readIfPresent(
      get(repository, "pulls", base, head))
    guard let found, found.state == "open", found.head.branch == head, found.base.branch == base
    else { return nil }
    return found
  }

  /// `GET pulls/N`.
  package func pullRequest(
    _ number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> PullRequest {
    let found = try await read(number, in: repository)
    var value = found.value
    value.isMergeable = isMergeable(found, in: repository)
    if value.isMergeable == false { value.mergeState = .conflicting }
    return value
  }

  func read(
    _ number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> GiteaPullRequest {
    try await host.read(get(repository, "pulls", "\(number)"))
  }

  /// `mergeable`, if it can be believed; nil while it can't.
  ///
  /// Gitea checks for conflicts in the background after each push, and answers meanwhile as if there
  /// were none, or as if there were one (by version). The first look at a pair of commits therefore
  /// says nothing, and a conflict is believed only two seconds after it.
  private func isMergeable(_ found: GiteaPullRequest, in repository: RepositoryName) -> Bool? {
    guard found.state == "open", !found.isDraft, let mergeable = found.mergeable else { return nil }
    let now = host.pacing.now()
    let pair = (found.head.sha ?? "", found.base.sha ?? "")
    guard let first = memory.firstRead(pair.0, pair.1, of: repository, now: now) else { return nil }
    return mergeable || now - first >= .seconds(2) ? mergeable : nil
  }

  /// `POST pulls`; after a 409 because it exists, or a lost response, it is looked for.
  package func open(
    _ draft: PullRequestDraft, in repository: RepositoryName
  ) async throws(ForgeError) -> Creation<PullRequest> {
    let title = draft.isDraft ? GiteaDraft.mark + draft.title : draft.title
    var body = Object([
      ("title", .string(title)), ("body", .string(draft.body)), ("head", .string(draft.head)),
      ("base", .string(draft.base)),
    ])
    if !draft.labels.isEmpty {
      let ids = try await ids(of: draft.labels, in: repository)
      body["labels"] = .array(ids.map(JSONValue.int))
    }
    let call = change(.post, repository, "pulls", body: .object(body), isContent: true)
    do throws(ForgeError) {
      let made: GiteaPullRequest = try await host.write(call) { () async throws(ForgeError) in
        try await find(draft, in: repository)
      }
      return .created(made.value)
    } catch {
      guard error.code == .conflict else { throw error }
      return .existed(
        try await host.repeatedly(after: error) { () async throws(ForgeError) in
          try await find(draft, in: repository)?.value
        })
    }
  }

  /// Finds the open pull request of two branches, by name or in the list.
  private func find(
    _ draft: PullRequestDraft, in repository: RepositoryName
  ) async throws(ForgeError) -> GiteaPullRequest? {
    if let found = try await openPullRequest(from: draft.head, to: draft.base, in: repository) {
      return found
    }
    let query = PullRequestQuery(head: draft.head, base: draft.base)
    return try await host.pages(get(repository, "pulls", query: [("state", "open")])) {
      (page: [GiteaPullRequest]) in page.filter { query.includes($0.value, of: repository) }
    }.first
  }

  /// `PATCH pulls/N`, which may be repeated; a new title keeps the prefix of a draft.
  package func update(
    _ number: Int, _ edit: PullRequestEdit, in repository: RepositoryName
  ) async throws(ForgeError) -> PullRequest {
    var body = Object()
    if let title = edit.title {
      let present = try await read(number, in: repository).title ?? ""
      body["title"] = .string("\(GiteaDraft.prefix(of: present) ?? "")\(title)")
    }
    body["body"] = edit.body.map(JSONValue.string)
    body["base"] = edit.base.map(JSONValue.string)
    body["state"] = edit.isOpen.map { $0 ? "open" : "closed" }
    guard !body.isEmpty else { return try await pullRequest(number, in: repository) }
    let answer: GiteaPullRequest = try await host.write(
      change(.patch, repository, "pulls", "\(number)", body: .object(body)))
    return answer.value
  }

  /// `PATCH pulls/N` with the title without its prefix.
  package func endDraft(
    _ number: Int, in repository: RepositoryName
  ) async throws(ForgeError) {
    let title = try await read(number, in: repository).title ?? ""
    guard GiteaDraft.prefix(of: title) != nil else { return }
    let _: GiteaPullRequest = try await host.write(
      change(
        .patch, repository, "pulls", "\(number)",
        body: ["title": .string(GiteaDraft.plain(title))]))
  }

  /// The last `close` in the timeline; nil if the pull request was opened again.
  package func closer(
    of number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> Account? {
    struct Event: Decodable, Sendable {
      var type: String?
      var user: GiteaUser?
    }
    let events = try await host.pages(get(repository, "issues", "\(number)", "timeline")) {
      (page: [Event]) in page
    }
    let last = events.last { ["close", "reopen", "merge_pull"].contains($0.type ?? "") }
    return last?.type == "close" ? last?.user?.account : nil
  }
}
