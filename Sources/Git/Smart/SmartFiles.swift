extension Remotes {
  /// Reads the wanted files of a commit shallowly; nil if the server is too old for that.
  ///
  /// Two questions at most: the commit with its folders, then those contents that are wanted and
  /// not in the cache.
  func shallowFiles(
    _ remote: Remote, _ reference: Reference, from transport: SmartTransport,
    _ select: @escaping Client.PathFilter
  ) async throws(GitError) -> [String: [UInt8]]? {
    let place = "\(remote)"
    var server: SmartServer?
    if try await !store(
      place, { (store) throws(GitError) in try store.hasCommit(reference.commit) }, of: remote)
    {
      let greeted = try await SmartServer(remote, by: transport, options: options)
      guard greeted.isModern else { return nil }
      let pack = try await greeted.pack(of: [reference.commit], isCommit: true)
      try await store(
        place, { (store) throws(GitError) in try store.write(pack: pack) }, of: remote)
      server = greeted
    }
    let missing = try await store(
      place,
      { (store) throws(GitError) in
        let wanted = try store.tree(of: reference.commit).filter { $0.isContent && select($0.path) }
        return Set(try store.missing(wanted.map(\.sha))).sorted()
      }, of: remote)
    if !missing.isEmpty {
      let greeted: SmartServer
      if let server {
        greeted = server
      } else {
        greeted = try await SmartServer(remote, by: transport, options: options)
      }
      guard greeted.isModern else { return nil }
      let pack = try await greeted.pack(of: missing, isCommit: false)
      try await store(
        place, { (store) throws(GitError) in try store.write(pack: pack) }, of: remote)
    }
    return try await store(
      place, { (store) throws(GitError) in try read(reference.commit, of: store, select) },
      of: remote)
  }

  /// Works on the cache of a remote, on a thread that may block.
  private func store<Value: Sendable>(
    _ place: String, _ work: @escaping @Sendable (Repository) throws(GitError) -> Value,
    of remote: Remote
  ) async throws(GitError) -> Value {
    try await threads.run(deadline: options.deadline, place: place) { _ throws(GitError) in
      try work(cache(of: remote))
    }
  }
}
