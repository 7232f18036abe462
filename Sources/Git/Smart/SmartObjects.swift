extension Remotes {
  /// Lists the files of a commit, which is fetched without history and without blobs.
  ///
  /// - Parameters:
  ///   - address: the remote.
  ///   - commit: 40 hexadecimal digits; a commit in the cache is not fetched again.
  /// - Returns: the files in git's order; nil if the server is too old or the remote is not at
  ///   HTTP.
  /// - Throws: `GitError`.
  package func tree(_ address: String, at commit: String) async throws(GitError) -> [File]? {
    try await object(commit, isCommit: true, at: address) { (store) throws(GitError) in
      try store.tree(of: commit)
    }
  }

  /// Reads a blob; throws `.tooLarge` if it has more than `limit` bytes.
  ///
  /// - Parameters:
  ///   - address: the remote; its server sends any object that a branch or tag contains.
  ///   - sha: 40 hexadecimal digits; a blob in the cache is not fetched again.
  ///   - limit: the maximum size in bytes.
  /// - Returns: the bytes; nil if the server is too old or the remote is not at HTTP.
  /// - Throws: `GitError`.
  package func blob(
    _ address: String, _ sha: String, limit: Int
  ) async throws(GitError) -> [UInt8]? {
    try await object(sha, isCommit: false, at: address) { (store) throws(GitError) in
      try store.blob(sha, limit: limit)
    }
  }

  /// Fetches the blobs that are not in the cache with one request.
  ///
  /// - Parameters:
  ///   - names: 40 hexadecimal digits each.
  ///   - address: the remote.
  /// - Returns: the number of fetched blobs; nil if the server is too old or the remote is not at
  ///   HTTP.
  /// - Throws: `GitError`.
  package func fetch(_ names: [String], of address: String) async throws(GitError) -> Int? {
    let remote = try parse(address)
    guard let transport = options.transport, remote.transport == .http else { return nil }
    return try await retryingDamagedCache(remote) { () async throws(GitError) -> Int? in
      let missing = try await threads.run(deadline: options.deadline, subject: "\(remote)") {
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
    return try await retryingDamagedCache(remote) { () async throws(GitError) -> Value? in
      if let kept = try await kept(remote, adding: nil, read) { return kept }
      guard let pack = try await pack(of: [name], isCommit: isCommit, remote, transport) else {
        return nil
      }
      if let fetched = try await kept(remote, adding: pack, read) { return fetched }
      throw missingObject(at: remote)
    }
  }

  /// Reads the cache of a remote on a separate thread; nil if the object is missing.
  private func kept<Value: Sendable>(
    _ remote: Remote, adding pack: [UInt8]?,
    _ read: @escaping @Sendable (Repository) throws(GitError) -> Value
  ) async throws(GitError) -> Value? {
    try await threads.run(deadline: options.deadline, subject: "\(remote)") { _ throws(GitError) in
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
