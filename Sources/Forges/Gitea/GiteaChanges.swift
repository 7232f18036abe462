import Crypto

extension GiteaForge {
  /// `GET pulls`, the rules of each target, and the statuses of each head.
  package func compare(
    _ known: [Int: String], in repository: RepositoryName
  ) async throws(ForgeError) -> [Int: ComparedPullRequest] {
    let open = try await host.pages(
      get(repository, "pulls", query: [("state", "open"), ("sort", "recentupdate")])
    ) { (page: [GiteaPullRequest]) in page.filter { known[$0.number] != nil } }
    var result: [Int: ComparedPullRequest] = [:]
    for pull in open {
      let branch = try await branchWithRules(pull.base.branch, in: repository)
      let checks = try await checks(of: pull.head.sha ?? "", in: repository)
      let words = [pull.markWords, branch?.markWords ?? "-"] + checks.map(\.markWords)
      let mark = Digest(.sha256, of: words.joined(separator: "\n")).hexadecimal
      result[pull.number] = ComparedPullRequest(
        mark: mark, pullRequest: pull.value, checks: checks)
    }
    return result
  }
}

extension GiteaPullRequest {
  /// What a mark consists of; the time changes with texts, labels, reviews and comments.
  fileprivate var markWords: String {
    let words: [String?] = [
      head.sha, base.branch, mergeBase, isDraft.description, mergeable?.description, updatedAt,
    ]
    return (words.map { $0 ?? "-" } + (labels ?? []).map(\.name)).joined(separator: " ")
  }
}

extension GiteaBranch {
  /// What its rules demand; not its head, which `mergeable` and the base of a pull request show.
  fileprivate var markWords: String {
    let words: [String?] = [
      protected?.description, requiredApprovals?.description, enableStatusCheck?.description,
      effectiveBranchProtectionName,
    ]
    return (words.map { $0 ?? "-" } + (statusCheckContexts ?? [])).joined(separator: " ")
  }
}

extension Check {
  fileprivate var markWords: String { "\(name) \(state.word)" }
}
