import HTTP
import JSON

extension AzureForge {
  /// How often a pull request is read until its completion has ended.
  private static let reads = 5

  /// `PATCH pullrequests/N` with the judged commit, which the host compares with the head.
  package func merge(
    _ number: Int, at head: String, by method: MergeMethod, in repository: RepositoryName
  ) async throws(ForgeError) -> MergeOutcome {
    let present = try await read(number, in: repository)
    if let commit = present.mergeCommit { return .merged(commit: commit) }
    guard present.isOpen else { return .refused("it is abandoned") }
    guard present.headSHA == head else { return .headMoved }
    if present.isDraft == true { return .refused("it is a draft") }
    if present.mergeStatus == "conflicts" { return .conflicting("the host reports conflicts") }
    let base = AzureRef.branch(present.targetRefName) ?? present.targetRefName
    let policies = try await policies(of: base, in: repository)
    guard let strategy = method.strategy(under: policies) else {
      return .refused("a policy of the branch does not allow the method '\(method.rawValue)'")
    }
    let body: JSONValue = [
      "status": "completed", "lastMergeSourceCommit": ["commitId": .string(head)],
      "completionOptions": [
        "mergeStrategy": .string(strategy), "deleteSourceBranch": false,
        "transitionWorkItems": false, "bypassPolicy": false,
      ],
    ]
    do throws(ForgeError) {
      let completed = try await patch(number, body, in: repository)
      return try await outcome(completed, at: head, in: repository)
    } catch {
      guard [.conflict, .rejected, .forbidden].contains(error.code) else { throw error }
      return try await obstacle(to: number, at: head, error, in: repository)
    }
  }

  /// The host completes a pull request in the background.
  ///
  /// - Throws: `.malformed` if the host says that it merged another commit.
  private func outcome(
    _ first: AzurePullRequest, at head: String, in repository: RepositoryName
  ) async throws(ForgeError) -> MergeOutcome {
    var pull = first
    for attempt in 1...Self.reads {
      if let commit = pull.mergeCommit {
        guard pull.headSHA == head else {
          throw ForgeError(
            .malformed, subject: "PATCH pullrequests/\(pull.pullRequestId)",
            detail: "it merged \(pull.headSHA) instead of \(head)")
        }
        return .merged(commit: commit)
      }
      if pull.mergeStatus == "conflicts" { return .conflicting("the host reports conflicts") }
      if pull.mergeStatus == "rejectedByPolicy" || pull.mergeStatus == "failure" {
        let error = ForgeError(
          .rejected, subject: "merge", detail: pull.mergeFailureMessage ?? "the host refuses it")
        return try await obstacle(to: pull.pullRequestId, at: head, error, in: repository)
      }
      try await host.pause(attempt)
      pull = try await read(pull.pullRequestId, in: repository)
    }
    return .later("the host is completing it")
  }

  /// The policies that aren't met, or the host's words.
  ///
  /// - Throws: the host's error if it lacks a permission and no policy explains it.
  private func obstacle(
    to number: Int, at head: String, _ error: ForgeError, in repository: RepositoryName
  ) async throws(ForgeError) -> MergeOutcome {
    let now = try await read(number, in: repository)
    if let commit = now.mergeCommit { return .merged(commit: commit) }
    if now.headSHA != head { return .headMoved }
    if now.mergeStatus == "conflicts" { return .conflicting(error.detail) }
    let reasons = try await evaluations(of: number, in: repository).compactMap(\.obstacle)
    if !reasons.isEmpty { return .refused(Set(reasons).sorted().joined(separator: "; ")) }
    if error.code == .forbidden { throw error }
    if now.mergeStatus == "queued" { return .later(error.detail) }
    return .refused(error.detail)
  }
}

extension MergeMethod {
  /// The host's strategy, unless a policy forbids it.
  fileprivate func strategy(under policies: [AzurePolicy]) -> String? {
    let rules = policies.filter { $0.kind == .strategy && $0.blocks }.compactMap(\.settings)
    let (name, isAllowed): (String, (AzurePolicy.Settings) -> Bool) =
      switch self {
      case .merge:
        ("noFastForward", { $0.allowNoFastForward == true || $0.useSquashMerge == false })
      case .squash: ("squash", { $0.allowSquash == true || $0.useSquashMerge == true })
      case .rebase: ("rebase", { $0.allowRebase == true })
      }
    return rules.allSatisfy(isAllowed) ? name : nil
  }
}
