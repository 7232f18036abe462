extension Remotes {
  /// Reads the selected files of a commit with a shallow fetch; nil if the server is too old.
  ///
  /// It sends at most two requests: one for the commit with its folders, and one for the selected
  /// blobs that are not in the cache.
  func shallowFiles(
    _ remote: Remote, _ reference: Reference, from transport: SmartTransport,
    _ select: @escaping Client.PathFilter
  ) async throws(GitError) -> [String: [UInt8]]? {
    try await retryingDamagedCache(remote) { () async throws(GitError) in
      try await shallowFilesOnce(remote, reference, from: transport, select)
    }
  }

  private func shallowFilesOnce(
    _ remote: Remote, _ reference: Reference, from transport: SmartTransport,
    _ select: @escaping Client.PathFilter
  ) async throws(GitError) -> [String: [UInt8]]? {
    let commit = reference.commit
    var availability = try await availability(remote, adding: nil, commit, select)
    if case .nothing = availability {
      guard let pack = try await pack(of: [commit], isCommit: true, remote, transport) else {
        return nil
      }
      availability = try await self.availability(remote, adding: pack, commit, select)
    }
    if case .lacks(let missing) = availability {
      guard let pack = try await pack(of: missing, isCommit: false, remote, transport) else {
        return nil
      }
      availability = try await self.availability(remote, adding: pack, commit, select)
    }
    guard case .all(let files) = availability else { throw missingObject(at: remote) }
    return files
  }

  /// Fetches objects as a pack; nil if the server is too old.
  func pack(
    of names: [String], isCommit: Bool, _ remote: Remote, _ transport: SmartTransport
  ) async throws(GitError) -> [UInt8]? {
    try await greetings.asking(remote, by: transport, options) {
      (server) async throws(GitError) -> [UInt8]? in
      guard server.isModern else { return nil }
      return try await server.pack(of: names, isCommit: isCommit)
    }
  }

  /// Reads the cache of a remote on a separate thread.
  private func availability(
    _ remote: Remote, adding pack: [UInt8]?, _ commit: String,
    _ select: @escaping Client.PathFilter
  ) async throws(GitError) -> Repository.Availability {
    try await threads.run(deadline: options.deadline, subject: "\(remote)") { _ throws(GitError) in
      try inCache(of: remote) { (store) throws(GitError) in
        if let pack {
          try store.write(pack: pack)
          caches.pruneDaily()
        }
        return try store.availability(of: commit, select, options)
      }
    }
  }
}
