import CGit2

extension Remotes {
  /// Reads the selected files at a reference's commit.
  ///
  /// - Parameters:
  ///   - address: the remote.
  ///   - reference: as advertised; a commit in the cache is not fetched again.
  ///   - select: selects the paths.
  /// - Returns: the bytes of regular files, by path.
  /// - Throws: `GitError`; `.conflict` if the reference has moved since.
  package func files(
    _ address: String, _ reference: Reference, _ select: @escaping Client.PathFilter
  ) async throws(GitError) -> [String: [UInt8]] {
    let remote = try parse(address)
    if let transport = options.transport, remote.transport == .http,
      let files = try await shallowFiles(remote, reference, from: transport, select)
    {
      return files
    }
    return try await retryingDamagedCache(remote) { () async throws(GitError) in
      try await threads.run(deadline: options.deadline, subject: "\(remote)") {
        (call) throws(GitError) in
        // A local repository is read in place; copying it would only cost time.
        if let here = remote.folder.flatMap(Repository.local),
          let files = try files(reference.commit, of: here, select)
        {
          return files
        }
        return try fetchedFiles(remote, reference, select, call)
      }
    }
  }

  private func fetchedFiles(
    _ remote: Remote, _ reference: Reference, _ select: @escaping Client.PathFilter,
    _ call: Threads.Call
  ) throws(GitError) -> [String: [UInt8]] {
    func kept() throws(GitError) -> [String: [UInt8]]? {
      try inCache(of: remote) { (cache) throws(GitError) in
        try files(reference.commit, of: cache, select)
      }
    }
    if let files = try kept() { return files }
    try Address.check(remote)
    try fetch(reference, of: remote, into: try cache(of: remote), call)
    caches.pruneDaily()
    guard let files = try kept() else { throw missingObject(at: remote) }
    return files
  }

  private func files(
    _ commit: String, of repository: Repository, _ select: @escaping Client.PathFilter
  ) throws(GitError) -> [String: [UInt8]]? {
    let availability = try repository.availability(of: commit, select, options)
    if case .all(let files) = availability { return files }
    return nil
  }

  /// Returns the bare repository that caches a remote.
  func cache(of remote: Remote) throws(GitError) -> Repository {
    try caches.cache(of: remote, in: options.partition)
  }

  /// The caches of all partitions.
  var caches: Caches { Caches(folder: options.cache, bounds: options.bounds) }

  private func fetch(
    _ reference: Reference, of remote: Remote, into repository: Repository, _ call: Threads.Call
  ) throws(GitError) {
    let subject = "\(remote)"
    let kept = "refs/martlet/\(reference.commit)"
    let store = try repository.open()
    let handle = try Handle(subject: subject, freedBy: git_remote_free) {
      git_remote_create_anonymous($0, store.pointer, remote.address)
    }
    let connection = Connection(remote: remote, options: options, call: call)
    try connection.withCallbacks { (callbacks) throws(GitError) in
      var fetch = martlet_git_fetch_options()
      fetch.callbacks = callbacks
      fetch.follow_redirects = GIT_REMOTE_REDIRECT_NONE
      fetch.download_tags = GIT_REMOTE_DOWNLOAD_TAGS_NONE
      fetch.update_fetchhead = 0
      let result = Strings.withArray(["+\(reference.name):\(kept)"]) { specifications in
        git_remote_fetch(handle.pointer, specifications, &fetch, nil)
      }
      // If another process fetches the same commit, it locks the reference; its objects are
      // sufficient.
      guard try !repository.hasCommit(reference.commit) else { return }
      try Library.check(result, subject: subject)
    }
    guard try repository.hasCommit(reference.commit) else {
      throw GitError(.conflict, subject: subject, detail: "\(reference.name) moved or was deleted")
    }
  }
}
