extension Remotes {
  /// The number of commits that one request asks for.
  private static let batch = 256

  /// Returns when commits were made, in seconds since 1970.
  ///
  /// Only the commits are fetched, into a cache of their own: a commit in the usual cache has its
  /// folders.
  ///
  /// - Parameters:
  ///   - address: the remote.
  ///   - commits: 40 hexadecimal digits each.
  /// - Returns: the times by commit; empty if the server can't send commits without files.
  /// - Throws: `GitError`.
  package func times(
    _ address: String, of commits: [String]
  ) async throws(GitError) -> [String: Int64] {
    let remote = try parse(address)
    let apart = Remotes(options.inPartition("commits"), threads: threads)
    var times = try await apart.knownTimes(of: commits, remote)
    guard let transport = options.transport, remote.transport == .http else { return times }
    var missing = commits.filter { times[$0] == nil }
    while !missing.isEmpty {
      let some = Array(missing.prefix(Self.batch))
      missing.removeFirst(some.count)
      let pack = try await greetings.asking(remote, by: transport, options) {
        (server) async throws(GitError) -> [UInt8]? in
        guard server.isModern, server.sendsPart else { return nil }
        return try await server.bareCommits(some)
      }
      guard let pack else { return times }
      times.merge(try await apart.knownTimes(of: some, remote, adding: pack)) { $1 }
    }
    return times
  }

  /// Reads commits in the cache, or in a local repository.
  private func knownTimes(
    of commits: [String], _ remote: Remote, adding pack: [UInt8]? = nil
  ) async throws(GitError) -> [String: Int64] {
    try await threads.run(deadline: options.deadline, subject: "\(remote)") { _ throws(GitError) in
      let read = { (store: Repository) throws(GitError) -> [String: Int64] in
        if let pack { try store.write(pack: pack) }
        var times: [String: Int64] = [:]
        for commit in commits where try store.hasCommit(commit) {
          times[commit] = try store.commit(commit).committer.seconds
        }
        return times
      }
      if let here = remote.folder.flatMap(Repository.local) { return try read(here) }
      return try inCache(of: remote, read)
    }
  }
}

extension Options {
  /// Returns the options with a partition of the cache for another purpose.
  fileprivate func inPartition(_ name: String) -> Options {
    var options = self
    options.partition = partition.isEmpty ? name : "\(partition)-\(name)"
    return options
  }
}
