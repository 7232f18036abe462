import CGit2

/// Accesses remote repositories with libgit2, on separate threads.
///
/// It checks out no files and runs no hooks. If the options have a transport, a commit is fetched
/// over HTTP without its history. libgit2 1.5 has no shallow fetch, so otherwise the whole history
/// is fetched. Fetched commits are then read from the cache.
package struct Remotes: Sendable {
  let options: Options
  let threads: Threads
  let greetings = Greetings()

  /// Creates an instance with limits for every call, and threads that they share.
  package init(_ options: Options, threads: Threads = Threads()) {
    self.options = options
    self.threads = threads
  }

  /// Lists what a remote advertises, with peeled annotated tags, in the remote's order.
  package func references(_ address: String) async throws(GitError) -> [Reference] {
    let remote = try parse(address)
    if let transport = options.transport, remote.transport == .http {
      return try await greetings.asking(remote, by: transport, options) {
        (server) async throws(GitError) -> [Reference] in
        try await server.references()
      }
    }
    return try await threads.run(deadline: options.deadline, subject: "\(remote)") {
      (call) throws(GitError) in
      // A local repository is read directly, without simulating a server.
      if let here = remote.folder.flatMap(Repository.local) { return try here.advertised() }
      return try list(remote, call)
    }
  }

  /// Parses an address and checks everything that does not block.
  func parse(_ address: String) throws(GitError) -> Remote {
    guard let remote = Remote(address) else {
      throw GitError(.invalid, subject: "remote", detail: "not a git address")
    }
    guard let path = remote.folder else { return remote }
    // `..` could leave a folder that is allowed.
    let steps = path.utf8.split(separator: UInt8(ascii: "/"))
    guard !steps.contains(where: { $0.elementsEqual("..".utf8) }), options.allowsLocal(path) else {
      throw GitError(.forbiddenAddress, subject: path, detail: "a local folder that is not allowed")
    }
    return remote
  }

  private func list(_ remote: Remote, _ call: Threads.Call) throws(GitError) -> [Reference] {
    try Address.check(remote)
    let subject = "\(remote)"
    let handle = try Handle(subject: subject, freedBy: git_remote_free) {
      git_remote_create_detached($0, remote.address)
    }
    try connect(handle.pointer, remote, GIT_DIRECTION_FETCH, call)
    defer { git_remote_disconnect(handle.pointer) }
    return Advertisement.peeled(try Advertisement.read(handle.pointer, subject: subject))
  }

  private func connect(
    _ pointer: OpaquePointer, _ remote: Remote, _ direction: git_direction, _ call: Threads.Call
  ) throws(GitError) {
    let connection = Connection(remote: remote, options: options, call: call)
    try connection.withCallbacks { (callbacks) throws(GitError) in
      try connection.open(pointer, direction, callbacks)
    }
  }
}

/// The references in a server's first response.
enum Advertisement {
  /// Copies the library's list.
  static func read(_ remote: OpaquePointer, subject: String) throws(GitError) -> [Reference] {
    var heads: UnsafeMutablePointer<UnsafePointer<git_remote_head>?>?
    var count = 0
    try Library.check(git_remote_ls(&heads, &count, remote), subject: subject)
    return UnsafeBufferPointer(start: heads, count: count).compactMap { head in
      guard let head, let name = head.pointee.name else { return nil }
      return Reference(name: String(cString: name), commit: ObjectName(head.pointee.oid).text)
    }
  }

  /// Merges each peeled entry `refs/tags/v1^{}` into its tag `refs/tags/v1`.
  static func peeled(_ list: [Reference]) -> [Reference] {
    var commits: [String: String] = [:]
    for reference in list where reference.name.hasSuffix("^{}") {
      commits[String(reference.name.dropLast(3))] = reference.commit
    }
    return list.filter { !$0.name.hasSuffix("^{}") }.map { reference in
      guard let commit = commits[reference.name] else { return reference }
      return Reference(name: reference.name, commit: commit, tagObject: reference.commit)
    }
  }
}
