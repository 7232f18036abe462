import HTTP
import JSON

extension AzureForge {
  /// The length at which lists cut descriptions off.
  private static let shownDescription = 400

  /// `GET pullrequests`, newest first; the descriptions of ours are read one by one if the list cuts
  /// them off.
  package func pullRequests(
    _ query: PullRequestQuery, in repository: RepositoryName
  ) async throws(ForgeError) -> [PullRequest] {
    var filters = [("searchCriteria.status", query.state == .open ? "active" : "all")]
    if let head = query.head { filters.append(("searchCriteria.sourceRefName", Self.ref(head))) }
    if let base = query.base { filters.append(("searchCriteria.targetRefName", Self.ref(base))) }
    let isWhole = query.head == nil && query.state != .closed
    let me = try await account()
    let found: [AzurePullRequest] = try await host.counted(
      get(repository, "pullrequests", query: filters), limit: isWhole ? query.limit : 50_000)
    var result: [PullRequest] = []
    for listed in found {
      let value = listed.value(in: repository, me, web: host.addresses.web)
      guard result.count < query.limit, query.includes(value, of: repository) else { continue }
      let isWhole = listed.description.map { $0.utf16.count < Self.shownDescription } ?? true
      guard !isWhole, listed.createdBy?.account(me).login == me.login else {
        memory.remember(listed, in: repository)
        result.append(value)
        continue
      }
      result.append(try await pullRequest(listed.pullRequestId, in: repository))
    }
    return result
  }

  static func ref(_ branch: String) -> String { "refs/heads/\(branch)" }

  /// `GET pullrequests/N`.
  package func pullRequest(
    _ number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> PullRequest {
    try await value(try await read(number, in: repository), in: repository)
  }

  func value(
    _ pull: AzurePullRequest, in repository: RepositoryName
  ) async throws(ForgeError) -> PullRequest {
    pull.value(in: repository, try await account(), web: host.addresses.web)
  }

  func read(
    _ number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> AzurePullRequest {
    let pull: AzurePullRequest = try await host.read(get(repository, "pullrequests", "\(number)"))
    memory.remember(pull, in: repository)
    return pull
  }

  /// `POST pullrequests`; after a 409 or a lost response it is looked for.
  package func open(
    _ draft: PullRequestDraft, in repository: RepositoryName
  ) async throws(ForgeError) -> Creation<PullRequest> {
    let body: JSONValue = [
      "sourceRefName": .string(Self.ref(draft.head)),
      "targetRefName": .string(Self.ref(draft.base)),
      "title": .string(draft.title), "description": .string(AzureText.shown(draft.body)),
      "isDraft": .bool(draft.isDraft),
    ]
    let call = HostCall.write(
      .post, path(repository, ["pullrequests"]), body, scope: .account, isContent: true
    ).versioned()
    do throws(ForgeError) {
      let made: AzurePullRequest = try await host.write(call) { () async throws(ForgeError) in
        try await find(draft, in: repository)
      }
      memory.remember(made, in: repository)
      return .created(try await value(made, in: repository))
    } catch {
      guard error.code == .conflict else { throw error }
      guard let twin = try await find(draft, in: repository) else {
        throw ForgeError(.rejected, subject: error.subject, detail: error.detail)
      }
      return .existed(try await value(twin, in: repository))
    }
  }

  private func find(
    _ draft: PullRequestDraft, in repository: RepositoryName
  ) async throws(ForgeError) -> AzurePullRequest? {
    let filters = [
      ("searchCriteria.status", "active"), ("searchCriteria.sourceRefName", Self.ref(draft.head)),
      ("searchCriteria.targetRefName", Self.ref(draft.base)),
    ]
    let found: [AzurePullRequest] = try await host.counted(
      get(repository, "pullrequests", query: filters))
    guard let twin = found.first(where: { $0.forkSource == nil }) else { return nil }
    return try await read(twin.pullRequestId, in: repository)
  }

  /// `PATCH pullrequests/N`: texts and base in one request, the state in another one.
  ///
  /// The host accepts no texts for a pull request that isn't active.
  package func update(
    _ number: Int, _ edit: PullRequestEdit, in repository: RepositoryName
  ) async throws(ForgeError) -> PullRequest {
    var now: AzurePullRequest?
    if edit.isOpen == true { now = try await settle(number, as: "active", in: repository) }
    var body = Object()
    body["title"] = edit.title.map { .string($0) }
    body["description"] = edit.body.map { .string(AzureText.shown($0)) }
    body["targetRefName"] = edit.base.map { .string(Self.ref($0)) }
    if !body.isEmpty { now = try await patch(number, .object(body), in: repository) }
    if edit.isOpen == false { now = try await settle(number, as: "abandoned", in: repository) }
    if let now { return try await value(now, in: repository) }
    return try await pullRequest(number, in: repository)
  }

  /// `PATCH pullrequests/N` with `isDraft`.
  package func endDraft(
    _ number: Int, in repository: RepositoryName
  ) async throws(ForgeError) {
    _ = try await patch(number, ["isDraft": false], in: repository)
  }

  /// Changes fields; a repeated request does no harm.
  func patch(
    _ number: Int, _ body: JSONValue, in repository: RepositoryName
  ) async throws(ForgeError) -> AzurePullRequest {
    try await host.write(
      HostCall.write(
        .patch, path(repository, ["pullrequests", "\(number)"]), body, scope: .account
      ).versioned())
  }

  /// Abandons or reactivates a pull request, unless it is in that state.
  private func settle(
    _ number: Int, as state: String, in repository: RepositoryName
  ) async throws(ForgeError) -> AzurePullRequest {
    let present = try await read(number, in: repository)
    if present.status == state { return present }
    guard present.status != "completed" else {
      throw ForgeError(
        .rejected, subject: "PATCH pullrequests/\(number)", detail: "it was already completed")
    }
    let call = HostCall.write(
      .patch, path(repository, ["pullrequests", "\(number)"]), ["status": .string(state)],
      scope: .account
    ).versioned()
    // The host refuses to abandon a pull request twice.
    return try await host.write(call) { () async throws(ForgeError) in
      let now = try await read(number, in: repository)
      return now.status == state ? now : nil
    }
  }

  /// `closedBy` of a pull request that was abandoned.
  package func closer(
    of number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> Account? {
    let me = try await account()
    let pull = try await read(number, in: repository)
    return pull.status == "abandoned" ? pull.closedBy?.account(me) : nil
  }
}
