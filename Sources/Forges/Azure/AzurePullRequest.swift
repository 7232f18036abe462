import Time

/// A pull request in Azure DevOps' format.
struct AzurePullRequest: Decodable, Sendable {
  struct CommitName: Decodable, Sendable {
    var commitId: String
  }

  struct Fork: Decodable, Sendable {
    var repository: AzureRepository?
  }

  struct Reviewer: Decodable, Sendable {
    var id: String
    var displayName: String?
    var uniqueName: String?
    /// 10 approves, 5 with suggestions, 0 not yet, -5 waits for the author, -10 rejects.
    var vote: Int

    var identity: AzureIdentity {
      AzureIdentity(id: id, displayName: displayName, uniqueName: uniqueName)
    }
  }

  struct Label: Decodable, Sendable {
    var name: String
    var active: Bool?
  }

  var pullRequestId: Int
  var title: String
  /// Lists cut it off after 400 characters.
  var description: String?
  /// `active`, `abandoned` or `completed`.
  var status: String
  /// `notSet`, `queued`, `conflicts`, `succeeded`, `rejectedByPolicy` or `failure`.
  var mergeStatus: String?
  var mergeFailureMessage: String?
  var isDraft: Bool?
  var sourceRefName: String
  var targetRefName: String
  var creationDate: String?
  var closedDate: String?
  var createdBy: AzureIdentity?
  var closedBy: AzureIdentity?
  /// The head that the host has taken notice of; it follows a push within seconds.
  var lastMergeSourceCommit: CommitName?
  var lastMergeTargetCommit: CommitName?
  var lastMergeCommit: CommitName?
  /// Only if the source branch is in a fork.
  var forkSource: Fork?
  var reviewers: [Reviewer]?
  var labels: [Label]?
  var repository: AzureRepository?

  var isOpen: Bool { status == "active" }
  var headSHA: String { lastMergeSourceCommit?.commitId ?? "" }
  var head: String { AzureRef.branch(sourceRefName) ?? sourceRefName }

  /// The commit of the merge; nil if it isn't completed.
  var mergeCommit: String? { status == "completed" ? lastMergeCommit?.commitId : nil }

  func value(in repository: RepositoryName, _ me: AzureAccount, web: String) -> PullRequest {
    let fork = forkSource.map { $0.repository?.fullName?.description }
    var pull = PullRequest(
      number: pullRequestId, state: status == "completed" ? .merged : isOpen ? .open : .closed,
      isDraft: isDraft ?? false, title: title, body: AzureText.read(description ?? ""), head: head,
      headSHA: headSHA, headRepository: fork ?? repository.description,
      base: AzureRef.branch(targetRefName) ?? targetRefName,
      baseSHA: lastMergeTargetCommit?.commitId ?? "", author: createdBy?.account(me),
      labels: (labels ?? []).filter { $0.active != false }.map(\.name),
      isMergeable: isOpen ? isMergeable : nil, mergeState: mergeState, mergeCommit: mergeCommit,
      createdAt: HostTime.date(creationDate), closedAt: isOpen ? nil : HostTime.date(closedDate),
      webURL: "\(web)/\(repository.owner)/_git/\(repository.name)/pullrequest/\(pullRequestId)")
    if isOpen, mergeStatus == "failure" {
      pull.obstacle = "the host can't merge it: \(mergeFailureMessage ?? "it gives no reason")"
    }
    return pull
  }

  private var mergeState: PullRequest.MergeState? {
    guard isOpen else { return nil }
    if isDraft == true { return .draft }
    return isMergeable == false ? .conflicting : nil
  }

  /// Nil while the host computes, or if it doesn't say.
  private var isMergeable: Bool? {
    switch mergeStatus {
    case "succeeded": true
    case "conflicts": false
    default: nil
    }
  }
}
