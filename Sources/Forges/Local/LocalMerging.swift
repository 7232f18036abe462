import Git

extension LocalForge {
  /// Merges by git, under the lock, which also guards required checks, strictness and conflicts.
  ///
  /// The commit is written to the record before the base branch moves, so that a crash in between is
  /// recognized. The head's branch is kept.
  package func merge(
    _ number: Int, at head: String, by method: MergeMethod, in repository: RepositoryName
  ) async throws(ForgeError) -> MergeOutcome {
    try await change(repository) { (room) throws(ForgeError) in
      let record = try room.record(number)
      if record.state == .merged { return .merged(commit: record.mergeCommit ?? head) }
      guard record.state == .open else { return .refused("the pull request is closed") }
      guard record.headSHA == head else { return .headMoved }
      guard let base = try room.head(of: record.base) else { return .refused("no base branch") }
      if let missing = try room.missingCheck(of: record) {
        return .refused("required check \"\(missing)\" has not passed")
      }
      if try room.isBehind(record, base) { return .refused("the branch is behind its base") }
      guard let merged = try room.merge(record, onto: base, by: method) else {
        return .conflicting("there are conflicts")
      }
      return try room.finish(record, base: base, merged: merged)
    }
  }
}

extension LocalRoom {
  fileprivate func missingCheck(of record: LocalPullRequest) throws(ForgeError) -> String? {
    let passed = Set(
      try checks(of: record.headSHA).filter { $0.state.outcome == .passed }.map(\.name))
    return try settings().requiredChecks?[record.base]?.first { !passed.contains($0) }
  }

  /// Whether the base requires its newest commit in the head, and the head lacks it.
  fileprivate func isBehind(_ record: LocalPullRequest, _ base: String) throws(ForgeError) -> Bool {
    guard try settings().strict?.contains(record.base) == true else { return false }
    return try ForgeError.wrap { () throws(GitError) in
      try !git.isAncestor(base, of: record.headSHA)
    }
  }

  /// Creates the commits of a merge; nil if there are conflicts.
  fileprivate func merge(
    _ record: LocalPullRequest, onto base: String, by method: MergeMethod
  ) throws(ForgeError) -> String? {
    switch method {
    case .merge:
      return try merged(
        record.headSHA, onto: base, parents: [base, record.headSHA],
        message: "Merge pull request #\(record.number) from \(record.head)\n\n\(record.title)")
    case .squash:
      return try merged(
        record.headSHA, onto: base, parents: [base], message: "\(record.title) (#\(record.number))")
    case .rebase:
      var tip: String? = base
      for commit in try log(from: base, to: record.headSHA, limit: 10_000).reversed() {
        guard let parent = tip else { return nil }
        tip = try merged(
          commit.sha, onto: base, parents: [parent], message: commit.message, by: commit.author)
      }
      return tip
    }
  }

  private func merged(
    _ head: String, onto base: String, parents: [String], message: String, by author: Author? = nil
  ) throws(ForgeError) -> String? {
    let tree = try ForgeError.wrap { () throws(GitError) in try git.mergedTree(base, head) }
    guard let tree else { return nil }
    return try commit(tree: tree, parents: parents, message: message, by: author).sha
  }

  /// Records the merge before the base branch moves, so that it is recognized after a crash.
  fileprivate func finish(
    _ record: LocalPullRequest, base: String, merged: String
  ) throws(ForgeError) -> MergeOutcome {
    var record = record
    record.mergeCommit = merged
    try save(record)
    guard case .moved = try swap(record.base, from: base, to: merged) else {
      record.mergeCommit = nil
      try save(record)
      return .refused("the base branch moved during the merge")
    }
    record.state = .merged
    record.closedAt = forge.now()
    record.closedBy = forge.account.login
    try save(record)
    return .merged(commit: merged)
  }
}
