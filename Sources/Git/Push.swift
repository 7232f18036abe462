import CGit2

extension Remotes {
  /// Sets a reference of a remote to a local commit, if it has the expected value.
  ///
  /// The expected value is compared with the server's current references, and again by the server
  /// during the push, as in `git push --force-with-lease`.
  ///
  /// - Parameters:
  ///   - commit: the new value; nil deletes the reference.
  ///   - reference: the full name, such as `refs/heads/main`.
  ///   - expected: the current value; nil if the reference must not exist.
  ///   - repository: the repository that has the commit.
  ///   - address: the remote.
  /// - Throws: `GitError`; `.conflict` if the value is another one or the server refuses the push.
  package func push(
    _ commit: String?, to reference: String, expecting expected: String?,
    from repository: Repository, at address: String
  ) async throws(GitError) {
    let remote = try parse(address)
    try await threads.run(deadline: options.deadline, subject: "\(remote)") {
      (call) throws(GitError) in
      try Address.check(remote)
      let connection = Connection(remote: remote, options: options, call: call)
      let change = Change(reference: reference, from: expected, to: commit)
      try send(change, from: repository, through: connection)
    }
  }

  private struct Change {
    var reference: String
    var from: String?
    var to: String?
  }

  private func send(
    _ change: Change, from repository: Repository, through connection: Connection
  ) throws(GitError) {
    let subject = "\(connection.remote)"
    let store = try repository.open()
    let handle = try Handle(subject: subject, freedBy: git_remote_free) {
      git_remote_create_anonymous($0, store.pointer, connection.remote.address)
    }
    try connection.withCallbacks { (callbacks) throws(GitError) in
      try connection.open(handle.pointer, GIT_DIRECTION_PUSH, callbacks)
      defer { git_remote_disconnect(handle.pointer) }
      let current = try Advertisement.read(handle.pointer, subject: subject)
        .first { $0.name == change.reference }?.commit
      guard current == change.from else {
        throw GitError(.conflict, subject: subject, detail: "\(change.reference) moved")
      }
      guard current != change.to else { return }
      try upload(change, from: repository, handle.pointer, callbacks)
    }
    if let refusal = connection.refusals.first {
      throw GitError(.conflict, subject: subject, detail: refusal)
    }
  }

  /// libgit2 pushes only references, so this creates a temporary one for the commit.
  private func upload(
    _ change: Change, from repository: Repository, _ remote: OpaquePointer,
    _ callbacks: git_remote_callbacks
  ) throws(GitError) {
    guard let commit = change.to else {
      return try upload(":\(change.reference)", remote, callbacks, subject: repository.path)
    }
    let source = "refs/martlet/push-\(UInt64.random(in: .min ... .max))"
    try repository.setReference(source, to: commit, expecting: nil)
    let outcome = Result { () throws(GitError) in
      try upload("+\(source):\(change.reference)", remote, callbacks, subject: repository.path)
    }
    try repository.setReference(source, to: nil, expecting: commit)
    try outcome.get()
  }

  private func upload(
    _ specification: String, _ remote: OpaquePointer, _ callbacks: git_remote_callbacks,
    subject: String
  ) throws(GitError) {
    var push = martlet_git_push_options()
    push.callbacks = callbacks
    push.follow_redirects = GIT_REMOTE_REDIRECT_NONE
    let result = Strings.withArray([specification]) { git_remote_upload(remote, $0, &push) }
    try Library.check(result, subject: subject)
  }
}
