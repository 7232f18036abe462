extension GiteaForge {
  /// `GET pulls`, the rules of each target, and the statuses of each head.
  package func marks(
    of known: [Int: String], in repository: RepositoryName
  ) async throws(ForgeError) -> [Int: String] {
    let start = host.now
    let open = try await host.pages(
      get(repository, "pulls", query: [("state", "open"), ("sort", "recentupdate")])
    ) { (page: [GiteaPullRequest]) in page.filter { known[$0.number] != nil } }
    var result = Dictionary(open.map { ($0.number, "") }) { $1 }
    let certain = open.filter { HostTime.isPast($0.updatedAt, at: start) && $0.head.sha != nil }
    let found = try await host.each(certain) { (pull) async throws(ForgeError) in
      try await checks(of: pull.head.sha ?? "", in: repository)
    }
    for (pull, checks) in zip(certain, found) {
      let branch = try await branchWithRules(pull.base.branch, in: repository)
      let words = pull.markWords + (branch?.markWords ?? ["-"]) + checks.map(\.markWords)
      let mark = ChangeMark(start, words)
      let before = known[pull.number].flatMap(ChangeMark.init)
      result[pull.number] = before?.digest == mark.digest ? before?.text : mark.text
    }
    return result
  }
}

extension GiteaPullRequest {
  /// What a mark consists of; the time changes with texts, labels, reviews and comments.
  fileprivate var markWords: [String] {
    let words: [String?] = [
      head.sha, base.branch, mergeBase, isDraft.description, mergeable?.description, updatedAt,
    ]
    return words.map { $0 ?? "-" } + (labels ?? []).map(\.name)
  }
}

extension GiteaBranch {
  /// What its rules demand; not its head, which `mergeable` and the base of a pull request show.
  fileprivate var markWords: [String] {
    let words: [String?] = [
      protected?.description, requiredApprovals?.description, enableStatusCheck?.description,
      effectiveBranchProtectionName,
    ]
    return words.map { $0 ?? "-" } + (statusCheckContexts ?? [])
  }
}

extension Check {
  fileprivate var markWords: String { "\(name) \(state.word)" }
}
