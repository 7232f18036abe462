import CGit2

extension Remotes {
  /// The number of objects that one request asks for.
  private static let batch = 256

  /// Returns when commits or annotated tags were made, in seconds since 1970.
  ///
  /// Only these objects are fetched, into a cache of their own: a commit in the usual cache has its
  /// folders.
  ///
  /// - Parameters:
  ///   - address: the remote.
  ///   - names: 40 hexadecimal digits each.
  /// - Returns: the times by object; empty if the server can't send commits without files.
  /// - Throws: `GitError`.
  package func times(
    _ address: String, of names: [String]
  ) async throws(GitError) -> [String: Int64] {
    let remote = try parse(address)
    let apart = Remotes(options.inPartition("commits"), threads: threads)
    var times = try await apart.knownTimes(of: names, remote)
    guard let transport = options.transport, remote.transport == .http else { return times }
    var missing = names.filter { times[$0] == nil }
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

  /// Reads objects in the cache, or in a local repository.
  private func knownTimes(
    of names: [String], _ remote: Remote, adding pack: [UInt8]? = nil
  ) async throws(GitError) -> [String: Int64] {
    try await threads.run(deadline: options.deadline, subject: "\(remote)") { _ throws(GitError) in
      let read = { (store: Repository) throws(GitError) -> [String: Int64] in
        if let pack { try store.write(pack: pack) }
        return try store.times(of: names)
      }
      if let here = remote.folder.flatMap(Repository.local) { return try read(here) }
      return try inCache(of: remote, read)
    }
  }
}

extension Repository {
  /// Returns when commits or annotated tags were made, in seconds since 1970, by object.
  ///
  /// Of a tag it is the later one of its own time and that of its commit: a release isn't older than
  /// either of them. Objects that aren't there are missing.
  func times(of names: [String]) throws(GitError) -> [String: Int64] {
    let store = try open()
    var times: [String: Int64] = [:]
    for name in names {
      do throws(GitError) {
        times[name] = try time(of: try ObjectName(name, subject: path), in: store.pointer)
      } catch {
        // A tag can be there without its commit, and can be that of a tree.
        guard error.code == .notFound || error.code == .invalid else { throw error }
      }
    }
    return times
  }

  private func time(
    of name: ObjectName, in store: OpaquePointer
  ) throws(GitError) -> Int64 {
    var name = name.value
    let object = try Handle(subject: path, freedBy: git_object_free) {
      git_object_lookup($0, store, &name, GIT_OBJECT_ANY)
    }
    let commit = try Handle(subject: path, freedBy: git_object_free) {
      git_object_peel($0, object.pointer, GIT_OBJECT_COMMIT)
    }
    let time = git_commit_time(commit.pointer)
    guard git_object_type(object.pointer) == GIT_OBJECT_TAG,
      let tagger = git_tag_tagger(object.pointer)
    else { return time }
    return max(time, tagger.pointee.when.time)
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
