import FoundationEssentials
import Git
import Time

extension LocalForge {
  /// Reads the reference; there are no redirects.
  package func branch(
    _ name: String, in repository: RepositoryName
  ) async throws(ForgeError) -> Branch? {
    try await work(repository) { (room) throws(ForgeError) in
      try room.head(of: name).map { Branch(name: name, head: $0) }
    }
  }

  /// Reads the references below `refs/heads`, packed ones included.
  package func branches(
    startingWith prefix: String, in repository: RepositoryName
  ) async throws(ForgeError) -> [Branch] {
    try await work(repository) { (room) throws(ForgeError) in
      let references = try ForgeError.wrap { () throws(GitError) in
        try room.git.references(startingWith: "refs/heads/\(prefix)")
      }
      return references.compactMap { reference in
        reference.branch.map { Branch(name: $0, head: reference.commit) }
      }
    }
  }

  /// Lists the commit's tree, without sizes, for which each object would have to be read.
  package func tree(
    at commit: String, in repository: RepositoryName
  ) async throws(ForgeError) -> [TreeEntry] {
    try await work(repository) { (room) throws(ForgeError) in
      let files = try ForgeError.wrap { () throws(GitError) in try room.git.tree(of: commit) }
      return files.map { file in
        TreeEntry(path: file.path, mode: FileMode(number: file.mode), sha: file.sha)
      }.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    }
  }

  /// Reads the object; another kind of object is an error.
  package func blob(
    _ sha: String, limit: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> [UInt8] {
    try await work(repository) { (room) throws(ForgeError) in
      try ForgeError.wrap { () throws(GitError) in try room.git.blob(sha, limit: limit) }
    }
  }

  /// Does nothing: contents are on this machine.
  package func prefetch(_ blobs: [String], in repository: RepositoryName) async {}

  /// Searches the commit's tree; nil for links and submodules.
  package func file(
    _ path: String, at commit: String, limit: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> [UInt8]? {
    try await work(repository) { (room) throws(ForgeError) in
      try ForgeError.wrap { () throws(GitError) in
        let found = try room.git.tree(of: commit).first { $0.path == path && $0.isContent }
        guard let found else { return nil }
        return try room.git.blob(found.sha, limit: limit)
      }
    }
  }

  /// Reads the object; unlike on hosts, a branch name isn't accepted.
  package func commit(
    _ sha: String, in repository: RepositoryName
  ) async throws(ForgeError) -> Commit {
    try await work(repository) { (room) throws(ForgeError) in try room.commit(sha) }
  }

  /// Lists from the branch's head; a missing branch is `.notFound`.
  package func commits(
    on branch: String, limit: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> [Commit] {
    try await work(repository) { (room) throws(ForgeError) in
      guard let head = try room.head(of: branch) else {
        throw ForgeError(.notFound, subject: "\(room.subject) \(branch)")
      }
      return try room.log(from: nil, to: head, limit: limit)
    }
  }

  /// Accepts branch names; above 10,000 the oldest are left out.
  package func commits(
    from base: String, to head: String, in repository: RepositoryName
  ) async throws(ForgeError) -> [Commit] {
    try await work(repository) { (room) throws(ForgeError) in
      try room.log(from: base, to: head, limit: 10_000).reversed()
    }
  }
}

extension LocalRoom {
  func head(of branch: String) throws(ForgeError) -> String? {
    try ForgeError.wrap { () throws(GitError) in try git.reference("refs/heads/\(branch)") }
  }

  func commit(_ sha: String) throws(ForgeError) -> Commit {
    describe(try ForgeError.wrap { () throws(GitError) in try git.commit(sha) })
  }

  /// Accepts branch names, as hosts do.
  func log(from base: String?, to head: String, limit: Int) throws(ForgeError) -> [Commit] {
    let start = try base.map { (name) throws(ForgeError) in try self.head(of: name) ?? name }
    let end = try self.head(of: head) ?? head
    return try ForgeError.wrap { () throws(GitError) in
      try git.log(from: start, to: end, limit: limit)
    }.map(describe)
  }

  private func describe(_ commit: Git.Commit) -> Commit {
    Commit(
      sha: commit.sha, tree: commit.tree, parents: commit.parents, message: commit.message,
      author: describe(commit.author), committer: describe(commit.committer))
  }

  private func describe(_ signature: Signature) -> Author {
    let isOurs = signature.email == forge.email
    return Author(
      name: signature.name, email: signature.email, login: isOurs ? forge.account.login : nil,
      date: Timestamp(seconds: signature.seconds))
  }
}

extension LocalForge {
  /// The email address in our commits.
  var email: String { "\(account.login)@localhost" }
}

extension FileMode {
  /// Parses git's number; modes that git no longer writes count as regular.
  init(number: UInt32) {
    self = FileMode(rawValue: String(number, radix: 8)) ?? .regular
  }

  /// Git's number.
  var number: UInt32 { UInt32(rawValue, radix: 8) ?? 0o100644 }
}
