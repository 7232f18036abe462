import HTTP
import JSON

extension GitHubForge {
  /// `PUT pulls/N/merge` with the expected head: 409 means that it moved, 405 that rules forbid it.
  package func merge(
    _ number: Int, at head: String, by method: MergeMethod, in repository: RepositoryName
  ) async throws(ForgeError) -> MergeOutcome {
    let call = HostCall.write(
      .put, repository.path("pulls", "\(number)", "merge"),
      ["sha": .string(head), "merge_method": .string(method.rawValue)],
      scope: .owner(repository.owner))
    do throws(ForgeError) {
      let merged: GitHubSHA = try await host.write(call) { () async throws(ForgeError) in
        try await pullRequest(number, in: repository).mergeCommit.map(GitHubSHA.init)
      }
      return .merged(commit: merged.sha)
    } catch {
      return try await judge(error, number, in: repository)
    }
  }

  /// 405 and 422: GitHub doesn't merge it now; 409: the head is another commit.
  private func judge(
    _ error: ForgeError, _ number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> MergeOutcome {
    switch error.code {
    case .conflict: return .headMoved
    case .rejected:
      let now = try await pullRequest(number, in: repository)
      if let commit = now.mergeCommit { return .merged(commit: commit) }
      return error.detail.contains("not mergeable")
        ? .conflicting(error.detail) : .refused(error.detail)
    default: throw error
    }
  }

  /// A GraphQL mutation, after one request for the pull request's node identifier.
  ///
  /// GitHub refuses if all rules are met already, which only its message shows: `.ready`.
  package func enableAutoMerge(
    _ number: Int, at head: String, by method: MergeMethod, in repository: RepositoryName
  ) async throws(ForgeError) -> AutoMergeOutcome {
    let pull = try await detailsForMutation(of: number, in: repository)
    if pull.value.hasAutoMerge { return .enabled }
    guard pull.head.sha == head else { return .unavailable("the head moved") }
    guard let node = pull.nodeId else { return .unavailable("no node id") }
    let answer: GraphQLAnswer = try await host.write(
      Self.autoMergeCall(node, at: head, by: method, in: repository)
    ) { () async throws(ForgeError) in
      try await pullRequest(number, in: repository).hasAutoMerge ? GraphQLAnswer() : nil
    }
    return try answer.outcome()
  }

  /// A GraphQL mutation, after one request that may show that auto-merge is off.
  package func disableAutoMerge(
    _ number: Int, in repository: RepositoryName
  ) async throws(ForgeError) {
    let pull = try await detailsForMutation(of: number, in: repository)
    guard pull.value.hasAutoMerge, let node = pull.nodeId else { return }
    let answer: GraphQLAnswer = try await host.write(
      .graphQL(
        .disableAutoMerge, ["input": ["pullRequestId": .string(node)]],
        scope: .owner(repository.owner)))
    guard case .unavailable(let message) = try answer.outcome() else { return }
    // It may have been merged, or auto-merge switched off, meanwhile.
    guard try await pullRequest(number, in: repository).hasAutoMerge else { return }
    throw ForgeError(.rejected, subject: "POST /graphql", detail: message)
  }

  /// A GraphQL mutation, because the REST API can't end a draft.
  package func endDraft(
    _ number: Int, in repository: RepositoryName
  ) async throws(ForgeError) {
    let pull = try await detailsForMutation(of: number, in: repository)
    guard pull.value.isDraft, let node = pull.nodeId else { return }
    let answer: GraphQLAnswer = try await host.write(
      .graphQL(
        .endDraft, ["input": ["pullRequestId": .string(node)]], scope: .owner(repository.owner)))
    guard case .unavailable(let message) = try answer.outcome() else { return }
    throw ForgeError(.rejected, subject: "POST /graphql", detail: message)
  }

  /// A GraphQL query, because the REST API doesn't report the queue.
  ///
  /// It may also wait to be added, as soon as nothing else is in the way. Nil on a GitHub Enterprise
  /// Server without merge queues.
  package func isQueued(
    _ number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> Bool? {
    let variables: Value = [
      "owner": .string(repository.owner), "name": .string(repository.name), "number": .int(number),
    ]
    var call = HostCall.graphQL(.mergeQueue, variables, scope: .owner(repository.owner))
    call.isWrite = false
    let answer: GraphQLQueueAnswer = try await host.read(call)
    return answer.isQueued
  }

  private static func autoMergeCall(
    _ node: String, at head: String, by method: MergeMethod, in repository: RepositoryName
  ) -> HostCall {
    let input: Value = [
      "pullRequestId": .string(node), "mergeMethod": .string(method.rawValue.uppercased()),
      "expectedHeadOid": .string(head),
    ]
    return .graphQL(.enableAutoMerge, ["input": input], scope: .owner(repository.owner))
  }
}

extension HostCall {
  /// Sends a GraphQL request.
  static func graphQL(
    _ query: GraphQuery, _ variables: Value, scope: Scope
  ) -> HostCall {
    var call = HostCall.write(
      .post, ["graphql"], ["query": .string(query.rawValue), "variables": variables], scope: scope)
    call.root = .graphQL
    return call
  }
}

/// What GraphQL says about a pull request and the merge queue.
private struct GraphQLQueueAnswer: Decodable, Sendable {
  struct Content: Decodable, Sendable {
    struct Repository: Decodable, Sendable {
      struct PullRequest: Decodable, Sendable {
        struct AutoMerge: Decodable, Sendable {}

        var isInMergeQueue: Bool
        var autoMergeRequest: AutoMerge?
      }

      var pullRequest: PullRequest?
    }

    var repository: Repository?
  }

  /// Null beside errors, for example if the server has no such field.
  var data: Content?

  var isQueued: Bool? {
    data?.repository?.pullRequest.map { $0.isInMergeQueue || $0.autoMergeRequest != nil }
  }
}

/// A GraphQL response, whose status is always 200.
private struct GraphQLAnswer: Decodable, Sendable {
  struct Failure: Decodable, Sendable {
    var type: String?
    var message: String?
  }

  var errors: [Failure]?

  init() {}

  /// Distinguishes refusals by their messages, because their types are the same.
  func outcome() throws(ForgeError) -> AutoMergeOutcome {
    guard let failure = errors?.first else { return .enabled }
    let message = failure.message ?? failure.type ?? "refused"
    if message.contains("clean status") || message.contains("unstable status") { return .ready }
    let subject = "POST /graphql"
    switch failure.type {
    case "RATE_LIMITED":
      throw ForgeError(.unavailable, subject: subject, detail: message)
    case "NOT_FOUND": throw ForgeError(.notFound, subject: subject, detail: message)
    case "FORBIDDEN": throw ForgeError(.forbidden, subject: subject, detail: message)
    default: return .unavailable(String(message.prefix(300)))
    }
  }
}
