import Git

extension LocalForge {
  /// Writes the commit to the bare repository and sets the reference, both under the lock.
  package func writeBranch(
    _ proposal: CommitProposal, on branch: String, expecting expected: String?,
    in repository: RepositoryName
  ) async throws(ForgeError) -> BranchWrite {
    let commit = try await commit(proposal, in: repository).sha
    guard let expected else {
      // A branch at the same commit is somebody else's, too: its pull request may have been closed.
      switch try await createBranch(branch, at: commit, in: repository) {
      case .created: return .written(commit: commit)
      case .existed(let head): return .lost(head: head)
      }
    }
    return BranchWrite(
      try await moveBranch(branch, from: expected, to: commit, force: true, in: repository),
      of: commit)
  }

  /// A reference of the bare repository, compared and set under the lock.
  package func createBranch(
    _ branch: String, at commit: String, in repository: RepositoryName
  ) async throws(ForgeError) -> Creation<String> {
    try await change(repository) { (room) throws(ForgeError) in
      if let there = try room.head(of: branch) { return .existed(there) }
      try room.set(branch, to: commit, expecting: nil)
      return .created(commit)
    }
  }

  /// Compares under the lock, and again by git itself, which guards against pushes.
  package func moveBranch(
    _ branch: String, from expected: String, to commit: String, force: Bool,
    in repository: RepositoryName
  ) async throws(ForgeError) -> BranchMove {
    try await change(repository) { (room) throws(ForgeError) in
      let there = try room.head(of: branch)
      if there == commit { return .moved }
      guard there == expected else { return .lost(head: there) }
      let isForward = try ForgeError.wrap { () throws(GitError) in
        try room.git.isAncestor(expected, of: commit)
      }
      guard force || isForward else {
        throw ForgeError(.rejected, subject: room.subject, detail: "not a fast-forward")
      }
      return try room.swap(branch, from: expected, to: commit)
    }
  }

  /// Compares under the lock, and again by git itself, which guards against pushes.
  package func deleteBranch(
    _ branch: String, at expected: String, in repository: RepositoryName
  ) async throws(ForgeError) -> BranchMove {
    try await change(repository) { (room) throws(ForgeError) in
      guard let there = try room.head(of: branch) else { return .moved }
      guard there == expected else { return .lost(head: there) }
      return try room.swap(branch, from: expected, to: nil)
    }
  }
}

extension LocalRoom {
  /// Moves a branch and rewrites the files of its pull requests.
  func swap(
    _ branch: String, from expected: String, to commit: String?
  ) throws(ForgeError) -> BranchMove {
    do throws(ForgeError) {
      try set(branch, to: commit, expecting: expected)
    } catch {
      // A push doesn't take our lock, but git compares again.
      guard error.code == .conflict else { throw error }
      return .lost(head: try head(of: branch))
    }
    for record in try records() where record.head == branch && record.state == .open {
      try save(record)
    }
    return .moved
  }

  func set(_ branch: String, to commit: String?, expecting: String?) throws(ForgeError) {
    try ForgeError.wrap { () throws(GitError) in
      try git.setReference("refs/heads/\(branch)", to: commit, expecting: expecting)
    }
  }
}
