import FoundationEssentials
import Git
import Time

extension LocalForge {
  /// Writes objects into the bare repository, without signing them.
  package func commit(
    _ proposal: CommitProposal, in repository: RepositoryName
  ) async throws(ForgeError) -> Commit {
    try await change(repository) { (room) throws(ForgeError) in
      let parent = try room.commit(proposal.parent)
      let tree = try room.tree(of: proposal)
      guard tree != parent.tree else { return parent }
      return try room.commit(
        tree: tree, parents: [proposal.parent], message: proposal.message, by: proposal.author)
    }
  }
}

extension LocalRoom {
  fileprivate func tree(of proposal: CommitProposal) throws(ForgeError) -> String {
    try ForgeError.wrap { () throws(GitError) in
      var changes: [String: Git.Repository.TreeChange] = [:]
      for (path, change) in proposal.changes {
        switch change {
        case .delete: changes[path] = .remove
        case .write(let bytes, let mode):
          let name =
            mode == .submodule
            ? String(decoding: bytes, as: UTF8.self) : try git.write(blob: bytes)
          changes[path] = .set(sha: name, mode: mode.number)
        }
      }
      return try git.writeTree(from: proposal.parent, changes)
    }
  }

  /// Creates a commit, by default with our account as its author.
  func commit(
    tree: String, parents: [String], message: String, by author: Author? = nil
  ) throws(ForgeError) -> Commit {
    let seconds = forge.now().seconds
    let me = Signature(name: forge.account.displayName, email: forge.email, seconds: seconds)
    let writer = author.map { author in
      Signature(
        name: author.name, email: author.email,
        seconds: author.date?.seconds ?? seconds)
    }
    let sha = try ForgeError.wrap { () throws(GitError) in
      try git.write(
        tree: tree, parents: parents, message: message, author: writer ?? me, committer: me)
    }
    return try commit(sha)
  }
}
