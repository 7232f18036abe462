extension Client {
  /// Returns a client that accesses real remotes with libgit2.
  ///
  ///     let git = Client.live(Options(cache: "/var/cache/martlet/git"))
  package static func live(_ options: Options, threads: Threads = Threads()) -> Client {
    let remotes = Remotes(options, threads: threads)
    return Client(
      references: { (remote) throws(GitError) in try await remotes.references(remote) },
      files: { (remote, reference, select) throws(GitError) in
        try await remotes.files(remote, reference, select)
      },
      times: { (remote, commits) throws(GitError) in
        try await remotes.times(remote, of: commits)
      })
  }
}
