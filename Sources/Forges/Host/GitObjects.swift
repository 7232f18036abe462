import FoundationEssentials
import Git
import HTTP
import Logging
import Synchronization
import Time

/// Reads trees and files by git's own protocol, which doesn't count against the API's rate limit.
///
/// The result is nil if git has no answer; the caller then uses the API. After a failure git isn't
/// asked again for five minutes.
struct GitObjects: Sendable {
  let remotes: Remotes
  private let web: String
  private let shape: GitPathShape
  private let pause: GitPause

  /// Sends nothing yet.
  ///
  /// - Parameters:
  ///   - options: the cache and its bounds; the transport is replaced.
  ///   - forge: the operator's name for the forge, by which `client` finds the credential.
  ///   - web: the prefix of the addresses of repositories, without a slash at its end.
  ///   - shape: the form of the addresses behind the prefix.
  ///   - client: sends requests and adds the credential; it may follow redirects.
  ///   - now: the clock for the five minutes.
  init(
    _ options: Git.Options, of forge: String, web: String, shape: GitPathShape = GitPathShape(),
    client: HTTP.Client,
    now: @escaping @Sendable () -> Timestamp
  ) {
    var options = options
    options.transport = SmartTransport { question throws(GitError) in
      var question = question
      question.authorization = nil
      let purpose = Self.purpose(question, of: forge, below: web, shape)
      return try await SmartTransport.over(client.stating(purpose)).send(question)
    }
    remotes = Remotes(options)
    self.web = web
    self.shape = shape
    pause = GitPause(now: now)
  }

  /// Lists all files of a commit; nil if git has no answer.
  func tree(at commit: String, in repository: RepositoryName) async -> [TreeEntry]? {
    await trying(repository) { () async throws(GitError) in
      try await entries(of: commit, in: repository)
    }
  }

  private func entries(
    of commit: String, in repository: RepositoryName
  ) async throws(GitError) -> [TreeEntry]? {
    try await remotes.tree(address(of: repository), at: commit)?.map { file in
      TreeEntry(
        path: file.path, mode: FileMode(rawValue: String(file.mode, radix: 8)) ?? .regular,
        sha: file.sha)
    }
  }

  /// Reads a file's content by its object name; nil if git has no answer.
  func blob(_ sha: String, limit: Int, in repository: RepositoryName) async -> [UInt8]? {
    await trying(repository) { () async throws(GitError) in
      try await remotes.blob(address(of: repository), sha, limit: limit)
    }
  }

  /// Fetches contents together before they are read one by one; failures are ignored.
  func prefetch(_ blobs: [String], in repository: RepositoryName) async {
    _ = await trying(repository) { () async throws(GitError) in
      try await remotes.fetch(blobs, of: address(of: repository))
    }
  }

  /// The address of a repository for git.
  func address(of repository: RepositoryName) -> String { web + shape.path(of: repository) }

  private func trying<Value: Sendable>(
    _ repository: RepositoryName, _ body: () async throws(GitError) -> Value?
  ) async -> Value? {
    guard pause.isOver(for: repository) else { return nil }
    do throws(GitError) {
      if let value = try await body() { return value }
      pause.begin(for: nil)
    } catch {
      switch error.code {
      case .tooLarge, .cancelled: break
      case .notFound, .unauthorized: pause.begin(for: repository)
      default: pause.begin(for: nil)
      }
    }
    return nil
  }

  /// Lists all files of a commit, for a host whose API can't: a failure is thrown, without a pause.
  func requireTree(
    at commit: String, in repository: RepositoryName
  ) async throws(ForgeError) -> [TreeEntry] {
    try await require(repository) { () async throws(GitError) in
      try await entries(of: commit, in: repository)
    }
  }

  /// Reads a file's content, for a host whose API can't: a failure is thrown, without a pause.
  func requireBlob(
    _ sha: String, limit: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> [UInt8] {
    try await require(repository) { () async throws(GitError) in
      try await remotes.blob(address(of: repository), sha, limit: limit)
    }
  }

  private func require<Value: Sendable>(
    _ repository: RepositoryName, _ body: () async throws(GitError) -> Value?
  ) async throws(ForgeError) -> Value {
    let found: Value?
    do throws(GitError) { found = try await body() } catch { throw ForgeError(host: error) }
    guard let found else {
      throw ForgeError(
        .unsupported, subject: "git fetch of \(repository)",
        detail: "the server has no version 2 of git's protocol")
    }
    return found
  }

  /// Returns the use of the credential for a repository below the host.
  private static func purpose(
    _ question: SmartTransport.Question, of forge: String, below web: String, _ shape: GitPathShape
  ) -> Purpose {
    guard let repository = shape.repository(question.url, below: web) else { return .unstated }
    return .forge(
      ForgeUse(
        name: forge, scope: .owner(repository.owner),
        right: question.service == .receivePack ? .write : .read,
        repository: repository.description, isGit: true))
  }
}

/// Decides whether git is used: not for five minutes after a failure, which concerns either one missing
/// repository or the whole host.
private final class GitPause: Sendable {
  private static let length = Duration.seconds(300)

  private let now: @Sendable () -> Timestamp
  /// When pauses end; nil is the key of the whole host.
  private let ends = Mutex<[RepositoryName?: Timestamp]>([:])

  init(now: @escaping @Sendable () -> Timestamp) {
    self.now = now
  }

  func isOver(for repository: RepositoryName) -> Bool {
    let now = now()
    return ends.withLock { ends in
      [nil, repository].allSatisfy { ends[$0].map { $0 <= now } ?? true }
    }
  }

  /// Starts a pause; nil: for the whole host.
  func begin(for repository: RepositoryName?) {
    let now = now()
    ends.withLock { ends in
      ends = ends.filter { $0.value > now }
      ends[repository] = now + Self.length
    }
  }
}
