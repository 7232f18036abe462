extension Remotes {
  /// Reads the wanted files of a commit shallowly; nil if the server is too old for that.
  ///
  /// Two questions at most: the commit with its folders, then those contents that are wanted and
  /// not in the cache.
  func shallowFiles(
    _ remote: Remote, _ reference: Reference, from transport: SmartTransport,
    _ select: @escaping Client.PathFilter
  ) async throws(GitError) -> [String: [UInt8]]? {
    try await mending(remote) { () async throws(GitError) in
      try await shallowFilesOnce(remote, reference, from: transport, select)
    }
  }

  private func shallowFilesOnce(
    _ remote: Remote, _ reference: Reference, from transport: SmartTransport,
    _ select: @escaping Client.PathFilter
  ) async throws(GitError) -> [String: [UInt8]]? {
    let commit = reference.commit
    var holding = try await holding(remote, adding: nil, commit, select)
    if case .nothing = holding {
      guard let pack = try await pack(of: [commit], isCommit: true, remote, transport) else {
        return nil
      }
      holding = try await self.holding(remote, adding: pack, commit, select)
    }
    if case .lacks(let missing) = holding {
      guard let pack = try await pack(of: missing, isCommit: false, remote, transport) else {
        return nil
      }
      holding = try await self.holding(remote, adding: pack, commit, select)
    }
    guard case .all(let files) = holding else { throw leftOut(by: remote) }
    return files
  }

  /// Asks for objects as a pack; nil if the server is too old for that.
  func pack(
    of names: [String], isCommit: Bool, _ remote: Remote, _ transport: SmartTransport
  ) async throws(GitError) -> [UInt8]? {
    try await greetings.asking(remote, by: transport, options) {
      (server) async throws(GitError) -> [UInt8]? in
      guard server.isModern else { return nil }
      return try await server.pack(of: names, isCommit: isCommit)
    }
  }

  /// Looks into the cache of a remote, on a thread that may block.
  private func holding(
    _ remote: Remote, adding pack: [UInt8]?, _ commit: String,
    _ select: @escaping Client.PathFilter
  ) async throws(GitError) -> Repository.Holding {
    try await threads.run(deadline: options.deadline, place: "\(remote)") { _ throws(GitError) in
      try inCache(of: remote) { (store) throws(GitError) in
        if let pack {
          try store.write(pack: pack)
          caches.pruneDaily()
        }
        return try store.holding(of: commit, select, limit: options.fileLimit)
      }
    }
  }
}
