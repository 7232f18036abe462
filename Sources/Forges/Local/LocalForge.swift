package import Git
package import Time

/// A folder of bare repositories, with pull requests as files.
///
///     DIR/acme/web.git                 the repository
///     DIR/acme/web.pulls/1.json        a pull request; 1.md to read it, 1.diff to see it
///     DIR/acme/web.pulls/settings.json permissions and required checks
///     DIR/acme/web.pulls/checks/SHA.json   the checks of a commit
///
/// Files are written aside and renamed, under a lock, so that several programs, and people with an
/// editor, can share it. A team can try martlet with it before a host is involved.
package struct LocalForge: Forge {
  /// The operator's name for it, by which reports and the state distinguish forges.
  package let name: String
  /// A folder.
  package var kind: ForgeKind { .local }
  let root: String
  let account: Account
  let now: @Sendable () -> Timestamp
  let threads: Threads

  /// Creates a forge for a folder; nil if `url` isn't one.
  ///
  /// - Parameters:
  ///   - name: the operator's name for it.
  ///   - url: `file:///dir`, or the folder itself.
  ///   - login: our account.
  ///   - now: the clock for records and commits.
  ///   - threads: read and write the files.
  package init?(
    name: String, url: String, login: String = "martlet",
    now: @escaping @Sendable () -> Timestamp = { .now() }, threads: Threads = Threads()
  ) {
    guard let remote = Remote(url), let folder = remote.folder else { return nil }
    self.name = name
    var root = folder
    while root.hasSuffix("/"), root.count > 1 { root.removeLast() }
    self.root = root
    account = Account(login: login, isBot: true)
    self.now = now
    self.threads = threads
  }

  /// The login given on creation, `martlet` by default; always a bot.
  package func identity() async throws(ForgeError) -> Account { account }

  /// Runs `body` with a repository's folder, on a thread that may block.
  func work<Value: Sendable>(
    _ repository: RepositoryName,
    _ body: @escaping @Sendable (LocalRoom) throws(ForgeError) -> Value
  ) async throws(ForgeError) -> Value {
    try await run(subject: repository.description) { () throws(ForgeError) in
      try body(try LocalRoom(repository, in: self))
    }
  }

  /// Runs `body` while no other program writes to the repository's records.
  func change<Value: Sendable>(
    _ repository: RepositoryName,
    _ body: @escaping @Sendable (LocalRoom) throws(ForgeError) -> Value
  ) async throws(ForgeError) -> Value {
    try await work(repository) { (room) throws(ForgeError) in
      guard try !room.settings().isArchived else {
        throw ForgeError(.archived, subject: room.subject)
      }
      return try room.locked { () throws(ForgeError) in try body(room) }
    }
  }

  /// Runs `body` on a thread that may block.
  func run<Value: Sendable>(
    subject: String, _ body: @escaping @Sendable () throws(ForgeError) -> Value
  ) async throws(ForgeError) -> Value {
    let result: Result<Value, ForgeError>
    do throws(GitError) {
      result = try await threads.run(deadline: .seconds(60), subject: subject) { _ in
        Result { () throws(ForgeError) in try body() }
      }
    } catch {
      throw ForgeError(error)
    }
    return try result.get()
  }
}

extension ForgeError {
  /// Translates an error of the git module.
  init(_ error: GitError) {
    let code: Code =
      switch error.code {
      case .notFound: .notFound
      case .invalid: .rejected
      case .conflict: .conflict
      case .unauthorized, .forbiddenAddress: .forbidden
      case .tooLarge(let limit): .tooLarge(limit: limit)
      case .cancelled: .cancelled
      case .unreachable, .timedOut, .other: .unavailable
      }
    self.init(code, subject: error.subject, detail: error.detail)
  }

  /// Runs a call of the git module.
  static func wrap<Value>(
    _ body: () throws(GitError) -> Value
  ) throws(ForgeError) -> Value {
    do throws(GitError) { return try body() } catch { throw ForgeError(error) }
  }
}
