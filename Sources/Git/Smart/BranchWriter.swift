import CGit2

/// Writes branches of a remote with the git protocol, without a clone and without the host's API.
///
/// It fetches the parent's folders, builds the commit in the cache, and pushes the new objects with
/// the expected value of the branch. It works with every host that supports git over HTTP. The
/// host's branch rules apply.
package struct BranchWriter: Sendable {
  private let remotes: Remotes
  private let remote: Remote
  private let transport: SmartTransport

  /// The contents of a new commit.
  package struct Draft: Sendable {
    /// The parent commit, 40 hexadecimal digits.
    package var parent: String
    /// The changed files by path from the root; nil deletes the file.
    ///
    /// The bytes of a submodule are the name of its commit, which is an object of another repository.
    package var files: [String: (bytes: [UInt8], mode: UInt32)?]
    /// The complete message.
    package var message: String
    /// The author and committer, with a time chosen by the caller.
    package var author: Signature
    /// Returns the armored signature of a commit; nil: the commit isn't signed.
    package var sign: (@Sendable (UnsignedCommit) async throws(GitError) -> String)?

    /// Creates a draft of a commit without a signature.
    package init(
      parent: String, files: [String: (bytes: [UInt8], mode: UInt32)?], message: String,
      author: Signature
    ) {
      self.parent = parent
      self.files = files
      self.message = message
      self.author = author
    }
  }

  /// A commit, with the objects that the remote may not have yet.
  package struct Built: Hashable, Sendable {
    /// 40 hexadecimal digits.
    package var sha: String
    /// The object name of the root folder.
    package var tree: String
    /// The objects that the parent lacks: the commit, its changed folders, and its changed files.
    package var objects: [String]

    /// A commit that the remote has; its tree isn't known.
    package static func existing(_ sha: String) -> Built {
      Built(sha: sha, tree: "", objects: [])
    }
  }

  /// The result of a push.
  package enum Outcome: Hashable, Sendable {
    /// The branch has the new value.
    case moved
    /// The branch has another value, or the host's rules forbid the push; contains the host's
    /// message.
    case refused(String)
  }

  /// Creates a writer without sending a request.
  ///
  /// - Parameters:
  ///   - remotes: must have a transport in its options.
  ///   - address: `https://host/owner/name.git` in the host's own spelling, because a push follows
  ///     no redirect.
  /// - Throws: `GitError`, `.invalid` if the remote is not reached by HTTP.
  package init(_ remotes: Remotes, at address: String) throws(GitError) {
    remote = try remotes.parse(address)
    guard let transport = remotes.options.transport, remote.transport == .http else {
      throw GitError(.invalid, subject: "\(remote)", detail: "not reached over HTTP")
    }
    self.remotes = remotes
    self.transport = transport
  }

  /// Builds a commit in the cache; nil if its tree is the same as its parent's.
  package func build(_ draft: Draft) async throws(GitError) -> Built? {
    try await remotes.retryingDamagedCache(remote) { () async throws(GitError) -> Built? in
      guard try await remotes.tree(remote.address, at: draft.parent) != nil else {
        throw GitError(.invalid, subject: "\(remote)", detail: "git protocol version 2 is required")
      }
      return try await build(draft) { (store) throws(GitError) in try store.contents(of: draft) }
    }
  }

  /// Builds a commit on a list of its parent's folders, without fetching them; nil if its tree is the
  /// same as its parent's.
  package func build(_ draft: Draft, on tree: ListedTree) async throws(GitError) -> Built? {
    try await build(draft) { (store) throws(GitError) in
      try store.contents(of: draft, on: tree)
    }
  }

  /// Builds a commit whose folders and files `write` stores.
  private func build(
    _ draft: Draft, _ write: @escaping @Sendable (Repository) throws(GitError) -> Contents?
  ) async throws(GitError) -> Built? {
    guard let contents = try await onThread(write) else { return nil }
    guard let sign = draft.sign else {
      return try await onThread { (store) throws(GitError) in
        contents.built(try store.commit(contents, draft))
      }
    }
    let commit = UnsignedCommit(
      tree: contents.tree, parent: draft.parent, message: draft.message, author: draft.author)
    let signed = commit.signed(by: try await sign(commit))
    return try await onThread { (store) throws(GitError) in
      contents.built(try store.write(raw: Repository.RawObject(kind: .commit, bytes: signed)))
    }
  }

  /// Creates or moves a branch, if it has the expected value.
  ///
  /// The call can be repeated: if the first response is lost, the second push is refused.
  ///
  /// - Parameters:
  ///   - branch: without `refs/heads/`.
  ///   - expected: the current commit; nil if the branch must not exist.
  ///   - commit: the result of `build`.
  /// - Returns: whether the branch moved.
  /// - Throws: `GitError` if the outcome is unknown.
  package func move(
    _ branch: String, from expected: String?, to commit: Built
  ) async throws(GitError) -> Outcome {
    var pack = RefUpdate.emptyPack
    if !commit.objects.isEmpty {
      pack = try await onThread { (store) throws(GitError) in try store.pack(of: commit.objects) }
    }
    return try await push(
      RefUpdate("refs/heads/\(branch)", from: expected, to: commit.sha), pack)
  }

  /// Deletes a branch, if it has the expected value.
  ///
  /// The branch is read first, because `git receive-pack` ignores the expected value of a deletion
  /// if the server no longer has that object. While the branch has that value, the server has the
  /// object.
  package func delete(
    _ branch: String, at expected: String
  ) async throws(GitError) -> Outcome {
    let name = "refs/heads/\(branch)"
    let present = try await remotes.references(remote.address).first { $0.name == name }
    guard present?.commit == expected else {
      return .refused(present.map { "\(name) is at \($0.commit)" } ?? "\(name) does not exist")
    }
    return try await push(RefUpdate(name, from: expected, to: nil), [])
  }

  private func push(_ update: RefUpdate, _ pack: [UInt8]) async throws(GitError) -> Outcome {
    let answer = try await transport.send(
      SmartTransport.Question(
        url: "\(remote.address)/git-receive-pack", service: .receivePack,
        body: update.request(sending: pack),
        authorization: SmartServer.authorization(remote, remotes.options),
        deadline: remotes.options.deadline, bodyLimit: 1 << 20))
    try SmartServer.check(answer, subject: "\(remote)")
    return try update.refusal(in: answer.body, subject: "\(remote)").map(Outcome.refused) ?? .moved
  }

  private func onThread<Value: Sendable>(
    _ work: @escaping @Sendable (Repository) throws(GitError) -> Value
  ) async throws(GitError) -> Value {
    try await remotes.threads.run(
      deadline: remotes.options.deadline, subject: "\(remote)"
    ) { _ throws(GitError) in try remotes.inCache(of: remote, work) }
  }
}

/// The folders and files of a new commit.
private struct Contents: Sendable {
  /// The object name of the root folder.
  var tree: String
  /// The objects that the parent lacks.
  var objects: [String]
  /// Whether the parent is in the cache.
  var hasParent: Bool

  func built(_ commit: String) -> BranchWriter.Built {
    BranchWriter.Built(sha: commit, tree: tree, objects: [commit] + Set(objects).sorted())
  }
}

extension Repository {
  /// Stores what a commit changes in a parent whose folders are in the cache; nil if nothing changes.
  fileprivate func contents(of draft: BranchWriter.Draft) throws(GitError) -> Contents? {
    var changes: [String: TreeChange] = [:]
    var objects: [String] = []
    for (path, file) in draft.files {
      guard let file else {
        changes[path] = .remove
        continue
      }
      let name = try write(file, &objects)
      changes[path] = .set(sha: name, mode: file.mode)
    }
    let tree = try writeTree(from: draft.parent, changes)
    guard try commit(draft.parent).tree != tree else { return nil }
    let known = Set(try folders(of: draft.parent))
    objects += try folders(of: tree).filter { !known.contains($0) }
    return Contents(tree: tree, objects: objects, hasParent: true)
  }

  /// Stores what a commit changes in a parent that this repository need not have.
  fileprivate func contents(
    of draft: BranchWriter.Draft, on listed: ListedTree
  ) throws(GitError) -> Contents? {
    var objects: [String] = []
    var changes: [String: ListedTree.Entry?] = [:]
    for (path, file) in draft.files {
      guard let file else {
        changes[path] = .some(nil)
        continue
      }
      changes[path] = ListedTree.Entry(mode: file.mode, sha: try write(file, &objects))
    }
    let root = try listed.writing(changes) { (object) throws(GitError) in
      let sha = try write(raw: object)
      objects.append(sha)
      return sha
    }
    return root == listed.root ? nil : Contents(tree: root, objects: objects, hasParent: false)
  }

  /// Stores a commit without a signature.
  fileprivate func commit(
    _ contents: Contents, _ draft: BranchWriter.Draft
  ) throws(GitError) -> String {
    guard contents.hasParent else {
      return try write(
        raw: .commit(
          tree: contents.tree, parent: draft.parent, message: draft.message, author: draft.author))
    }
    return try write(
      tree: contents.tree, parents: [draft.parent], message: draft.message, author: draft.author,
      committer: draft.author)
  }

  /// Writes the contents of a file, and returns their name; those of a submodule aren't written.
  private func write(
    _ file: (bytes: [UInt8], mode: UInt32), _ objects: inout [String]
  ) throws(GitError) -> String {
    guard file.mode != 0o160000 else { return String(decoding: file.bytes, as: UTF8.self) }
    let blob = try write(blob: file.bytes)
    objects.append(blob)
    return blob
  }

  /// Packs objects of this repository.
  fileprivate func pack(of names: [String]) throws(GitError) -> [UInt8] {
    let store = try open()
    let builder = try Handle(subject: path, freedBy: git_packbuilder_free) {
      git_packbuilder_new($0, store.pointer)
    }
    for name in names {
      var object = try ObjectName(name, subject: path)
      try Library.check(
        git_packbuilder_insert(builder.pointer, &object.value, nil), subject: path)
    }
    var buffer = git_buf()
    defer { git_buf_dispose(&buffer) }
    try Library.check(git_packbuilder_write_buf(&buffer, builder.pointer), subject: path)
    guard let start = buffer.ptr else { return RefUpdate.emptyPack }
    return Array(UnsafeRawBufferPointer(start: start, count: buffer.size))
  }
}
