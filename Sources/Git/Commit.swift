import CGit2

/// A commit of a local repository.
package struct Commit: Hashable, Sendable {
  /// 40 lowercase hexadecimal digits.
  package var sha: String
  /// The object name of the root folder.
  package var tree: String
  /// The parent commits; empty for a root commit, several for a merge.
  package var parents: [String]
  /// The complete message with trailers, usually with a final newline.
  package var message: String
  /// The author of the change.
  package var author: Signature
  /// The creator of the commit; differs from the author after a rebase or a merge on the host.
  package var committer: Signature
}

/// The name, address and time of an author or committer.
package struct Signature: Hashable, Sendable {
  /// Free text; libgit2 refuses an empty name and angle brackets, and trims it.
  package var name: String
  /// The text between the angle brackets; not verified.
  package var email: String
  /// Seconds since 1970 in UTC.
  package var seconds: Int64

  /// Creates a signature.
  package init(name: String, email: String, seconds: Int64) {
    self.name = name
    self.email = email
    self.seconds = seconds
  }

  init(_ signature: UnsafePointer<git_signature>?) {
    name = signature.flatMap(\.pointee.name).map { String(cString: $0) } ?? ""
    email = signature.flatMap(\.pointee.email).map { String(cString: $0) } ?? ""
    seconds = signature.map(\.pointee.when.time) ?? 0
  }
}

extension Repository {
  /// Creates a commit without updating a branch; the same arguments return the same name.
  package func write(
    tree: String, parents: [String], message: String, author: Signature, committer: Signature
  ) throws(GitError) -> String {
    let store = try open()
    var root = try ObjectName(tree, subject: path)
    var names: [git_oid] = []
    for parent in parents {
      _ = try commit(parent, in: store.pointer).pointer
      names.append(try ObjectName(parent, subject: path).value)
    }
    let author = try NativeSignature(author, subject: path)
    let committer = try NativeSignature(committer, subject: path)
    var name = git_oid()
    let result = names.withUnsafeMutableBufferPointer { buffer in
      let pointers = buffer.indices.map { index in
        buffer.baseAddress.map { UnsafePointer($0 + index) }
      }
      return pointers.withUnsafeBufferPointer { list in
        git_commit_create_from_ids(
          &name, store.pointer, nil, author.pointer, committer.pointer, "UTF-8", message,
          &root.value, list.count, UnsafeMutablePointer(mutating: list.baseAddress))
      }
    }
    try Library.check(result, subject: path)
    return ObjectName(name).text
  }

  /// Returns the metadata of a commit.
  package func commit(_ sha: String) throws(GitError) -> Commit {
    let store = try open()
    return describe(try commit(sha, in: store.pointer), sha)
  }

  /// Lists the commits of `head` that `base` lacks, newest first, at most `limit`.
  package func log(
    from base: String? = nil, to head: String, limit: Int
  ) throws(GitError) -> [Commit] {
    let store = try open()
    let walk = try Handle(subject: path, freedBy: git_revwalk_free) {
      git_revwalk_new($0, store.pointer)
    }
    let order = GIT_SORT_TOPOLOGICAL.rawValue | GIT_SORT_TIME.rawValue
    try Library.check(git_revwalk_sorting(walk.pointer, order), subject: path)
    var name = try ObjectName(head, subject: path)
    try Library.check(git_revwalk_push(walk.pointer, &name.value), subject: path)
    if let base {
      name = try ObjectName(base, subject: path)
      try Library.check(git_revwalk_hide(walk.pointer, &name.value), subject: path)
    }
    var commits: [Commit] = []
    while commits.count < limit, git_revwalk_next(&name.value, walk.pointer) == 0 {
      let sha = name.text
      let handle = try commit(sha, in: store.pointer)
      commits.append(describe(handle, sha))
    }
    return commits
  }

  /// Borrows the handle, because a pointer alone would not keep the library's object alive.
  private func describe(_ handle: borrowing Handle, _ sha: String) -> Commit {
    let commit = handle.pointer
    let parents = (0..<git_commit_parentcount(commit)).compactMap { index in
      git_commit_parent_id(commit, index).map { ObjectName($0.pointee).text }
    }
    return Commit(
      sha: sha, tree: git_commit_tree_id(commit).map { ObjectName($0.pointee).text } ?? "",
      parents: parents, message: git_commit_message(commit).map { String(cString: $0) } ?? "",
      author: Signature(git_commit_author(commit)),
      committer: Signature(git_commit_committer(commit)))
  }
}

/// A signature in the C library's format.
private struct NativeSignature: ~Copyable {
  let pointer: UnsafeMutablePointer<git_signature>

  init(_ signature: Signature, subject: String) throws(GitError) {
    Library.start()
    var made: UnsafeMutablePointer<git_signature>?
    let result = git_signature_new(&made, signature.name, signature.email, signature.seconds, 0)
    guard result >= 0, let made else { throw Library.error(result, subject: subject) }
    pointer = made
  }

  deinit { git_signature_free(pointer) }
}
