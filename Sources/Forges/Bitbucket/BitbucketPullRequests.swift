import HTTP
import JSON

extension BitbucketForge {
  /// `GET pull-requests`, newest first; the host filters by one branch.
  package func pullRequests(
    _ query: PullRequestQuery, in repository: RepositoryName
  ) async throws(ForgeError) -> [PullRequest] {
    var filters = [("state", query.state == .open ? "OPEN" : "ALL"), ("order", "NEWEST")]
    if let head = query.head {
      filters += [("at", "refs/heads/\(head)"), ("direction", "OUTGOING")]
    } else if let base = query.base {
      filters += [("at", "refs/heads/\(base)"), ("direction", "INCOMING")]
    }
    let isWhole = query.head == nil && query.base == nil && query.state != .closed
    let found: [BitbucketPullRequest] = try await host.values(
      get(repository, "pull-requests", query: filters), limit: isWhole ? query.limit : 100_000)
    return Array(
      found.map(\.value).filter { query.includes($0, of: repository) }.prefix(query.limit))
  }

  /// `GET pull-requests/N`.
  package func pullRequest(
    _ number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> PullRequest {
    try await read(number, in: repository).value
  }

  func read(
    _ number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> BitbucketPullRequest {
    try await host.read(get(repository, "pull-requests", "\(number)"))
  }

  /// `POST pull-requests`; after a 409 or a lost response it is looked for.
  ///
  /// - Throws: `.unsupported` for a draft on a server before 8.18, which would open it as ready.
  package func open(
    _ draft: PullRequestDraft, in repository: RepositoryName
  ) async throws(ForgeError) -> Creation<PullRequest> {
    var body = Object([
      ("title", .string(draft.title)), ("description", .string(BitbucketText.shown(draft.body))),
      ("fromRef", side(draft.head, repository)), ("toRef", side(draft.base, repository)),
    ])
    if draft.isDraft {
      guard try await version() >= .drafts else {
        throw ForgeError(
          .unsupported, subject: "POST pull-requests",
          detail: "drafts need Bitbucket \(BitbucketVersion.drafts)")
      }
      body["draft"] = true
    }
    let call = HostCall.write(
      .post, path(repository, ["pull-requests"]), .object(body), scope: .account,
      isContent: true)
    do throws(ForgeError) {
      let made: BitbucketPullRequest = try await host.write(call) { () async throws(ForgeError) in
        try await find(draft, in: repository)
      }
      return .created(made.value)
    } catch {
      guard error.code == .conflict else { throw error }
      if let twin = try await find(draft, in: repository) { return .existed(twin.value) }
      // The branches have equal commits, or the repository is archived.
      throw ForgeError(.rejected, subject: error.subject, detail: error.detail)
    }
  }

  private func side(_ branch: String, _ repository: RepositoryName) -> JSONValue {
    [
      "id": .string("refs/heads/\(branch)"),
      "repository": [
        "slug": .string(repository.name), "project": ["key": .string(repository.owner)],
      ],
    ]
  }

  private func find(
    _ draft: PullRequestDraft, in repository: RepositoryName
  ) async throws(ForgeError) -> BitbucketPullRequest? {
    let query = PullRequestQuery(head: draft.head, base: draft.base)
    let filters = [
      ("state", "OPEN"), ("at", "refs/heads/\(draft.head)"), ("direction", "OUTGOING"),
    ]
    let found: [BitbucketPullRequest] = try await host.values(
      get(repository, "pull-requests", query: filters))
    return found.first { query.includes($0.value, of: repository) }
  }

  /// `PUT pull-requests/N` for texts and base, `POST decline` or `POST reopen` for the state.
  package func update(
    _ number: Int, _ edit: PullRequestEdit, in repository: RepositoryName
  ) async throws(ForgeError) -> PullRequest {
    var now: BitbucketPullRequest?
    if edit.isOpen == true { now = try await settle(number, asOpen: true, in: repository) }
    if edit.title != nil || edit.body != nil || edit.base != nil {
      now = try await change(number, in: repository) { present in
        edited(present, edit, in: repository)
      }
    }
    if edit.isOpen == false { now = try await settle(number, asOpen: false, in: repository) }
    if let now { return now.value }
    return try await pullRequest(number, in: repository)
  }

  /// The complete new state: the host empties fields that a `PUT` leaves out.
  func edited(
    _ present: BitbucketPullRequest, _ edit: PullRequestEdit, adding reviewers: [String] = [],
    in repository: RepositoryName
  ) -> JSONValue {
    let text = edit.body.map(BitbucketText.shown) ?? present.description ?? ""
    let names = (present.reviewers ?? []).compactMap(\.user?.login) + reviewers
    var body = Object([
      ("version", .int(present.version)), ("title", .string(edit.title ?? present.title)),
      ("description", .string(text)),
      ("reviewers", .array(names.map { ["user": ["name": .string($0)]] })),
    ])
    if let base = edit.base { body["toRef"] = side(base, repository) }
    if let draft = present.draft { body["draft"] = .bool(draft) }
    return .object(body)
  }

  /// Sends a change of the present state, again if somebody else changed it meanwhile.
  func change(
    _ number: Int, in repository: RepositoryName,
    _ body: (BitbucketPullRequest) -> JSONValue
  ) async throws(ForgeError) -> BitbucketPullRequest {
    try await withPresent(number, in: repository) { (present) throws(ForgeError) in
      .write(
        .put, path(repository, ["pull-requests", "\(number)"]), body(present), scope: .account)
    }
  }

  /// Declines or reopens a pull request, unless it is in that state.
  private func settle(
    _ number: Int, asOpen isOpen: Bool, in repository: RepositoryName
  ) async throws(ForgeError) -> BitbucketPullRequest {
    try await withPresent(number, in: repository) { (present) throws(ForgeError) in
      guard present.state != "MERGED" else {
        throw ForgeError(
          .rejected, subject: "PUT pull-requests/\(number)", detail: "it was already merged")
      }
      if present.isOpen == isOpen { return nil }
      let word = isOpen ? "reopen" : "decline"
      var call = HostCall.write(
        .post, path(repository, ["pull-requests", "\(number)", word]),
        ["version": .int(present.version)], scope: .account)
      // Servers before 8.0 read the version from the query only.
      call.query = [("version", "\(present.version)")]
      return call
    }
  }

  /// Reads a pull request and sends a call that names its version, at most three times.
  ///
  /// A repeated call is safe: if the first one arrived, the version is another one, and the present
  /// state is read again.
  private func withPresent(
    _ number: Int, in repository: RepositoryName,
    _ call: (BitbucketPullRequest) throws(ForgeError) -> HostCall?
  ) async throws(ForgeError) -> BitbucketPullRequest {
    var present = try await read(number, in: repository)
    for _ in 1...3 {
      guard let call = try call(present) else { return present }
      do throws(ForgeError) {
        return try await host.write(call)
      } catch {
        guard error.code == .conflict else { throw error }
        let now = try await read(number, in: repository)
        guard now.version != present.version else {
          throw ForgeError(.rejected, subject: error.subject, detail: error.detail)
        }
        present = now
      }
    }
    throw ForgeError(
      .conflict, subject: "pull request \(number)", detail: "others change it at the same time")
  }

  /// The last activity that opened or closed it, from the newest on.
  package func closer(
    of number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> Account? {
    let ends = ["DECLINED", "REOPENED", "MERGED"]
    let found: [BitbucketActivity] = try await host.values(
      get(repository, "pull-requests", "\(number)", "activities")
    ) { !ends.contains($0.action) }
    let last = found.first { ends.contains($0.action) }
    return last?.action == "DECLINED" ? last?.user?.account : nil
  }
}
