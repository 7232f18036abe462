extension Remotes {
  /// Lists the files of a commit, which is fetched without history and without contents.
  ///
  /// - Parameters:
  ///   - address: the remote.
  ///   - commit: 40 hexadecimal digits; what the cache has is not fetched again.
  /// - Returns: in git's order; nil where the server is too old, or not asked over HTTP.
  /// - Throws: `GitError`.
  package func tree(_ address: String, at commit: String) async throws(GitError) -> [File]? {
    try await object(commit, isCommit: true, at: address) { (store) throws(GitError) in
      try store.tree(of: commit)
    }
  }

  /// Reads a content by its name; larger than `limit` bytes is `.tooLarge`.
  ///
  /// - Parameters:
  ///   - address: the remote; its server hands out whatever a branch or tag leads to.
  ///   - sha: 40 hexadecimal digits; what the cache has is not fetched again.
  ///   - limit: in bytes.
  /// - Returns: nil where the server is too old, or not asked over HTTP.
  /// - Throws: `GitError`.
  package func blob(
    _ address: String, _ sha: String, limit: Int
  ) async throws(GitError) -> [UInt8]? {
    try await object(sha, isCommit: false, at: address) { (store) throws(GitError) in
      try store.blob(sha, limit: limit)
    }
  }

  /// Fetches contents that the cache does not have, all at once.
  ///
  /// - Parameters:
  ///   - names: 40 hexadecimal digits each.
  ///   - address: the remote.
  /// - Returns: how many were fetched; nil where the server is too old, or not asked over HTTP.
  /// - Throws: `GitError`.
  package func fetch(_ names: [String], of address: String) async throws(GitError) -> Int? {
    let remote = try parse(address)
    guard let transport = options.transport, remote.transport == .http else { return nil }
    return try await mending(remote) { () async throws(GitError) -> Int? in
      let missing = try await threads.run(deadline: options.deadline, place: "\(remote)") {
        _ throws(GitError) in
        try inCache(of: remote) { (store) throws(GitError) in try store.lacking(names) }
      }
      guard !missing.isEmpty else { return 0 }
      guard let pack = try await pack(of: missing, isCommit: false, remote, transport) else {
        return nil
      }
      return try await kept(remote, adding: pack) { _ throws(GitError) in missing.count }
    }
  }

  private func object<Value: Sendable>(
    _ name: String, isCommit: Bool, at address: String,
    _ read: @escaping @Sendable (Repository) throws(GitError) -> Value
  ) async throws(GitError) -> Value? {
    let remote = try parse(address)
    guard let transport = options.transport, remote.transport == .http else { return nil }
    return try await mending(remote) { () async throws(GitError) -> Value? in
      if let kept = try await kept(remote, adding: nil, read) { return kept }
      guard let pack = try await pack(of: [name], isCommit: isCommit, remote, transport) else {
        return nil
      }
      if let fetched = try await kept(remote, adding: pack, read) { return fetched }
      throw leftOut(by: remote)
    }
  }

  /// Looks into the cache of a remote, on a thread that may block; nil where it is not there.
  private func kept<Value: Sendable>(
    _ remote: Remote, adding pack: [UInt8]?,
    _ read: @escaping @Sendable (Repository) throws(GitError) -> Value
  ) async throws(GitError) -> Value? {
    try await threads.run(deadline: options.deadline, place: "\(remote)") { _ throws(GitError) in
      try inCache(of: remote) { (store) throws(GitError) -> Value? in
        if let pack {
          try store.write(pack: pack)
          caches.pruneDaily()
        }
        do throws(GitError) {
          return try read(store)
        } catch {
          guard error.code == .notFound else { throw error }
          return nil
        }
      }
    }
  }
}
