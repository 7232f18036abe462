import Crypto
import FoundationEssentials
import Git
import HTTP
import Logging
import Synchronization

/// Reads trees and files by git's own protocol, which takes nothing of the interface's hourly
/// budget.
///
/// Whatever git cannot answer is nil, and asked for by the interface; what failed is left alone for a
/// while.
struct GitHubObjects: Sendable {
  private let remotes: Remotes
  private let web: String
  private let trust: Trust

  /// Prepares to ask, nothing being sent yet.
  ///
  /// - Parameters:
  ///   - options: where objects are kept, and within which bounds; its transport is replaced.
  ///   - web: where people look at the host, without a slash at the end.
  ///   - client: sends questions; it may follow redirects.
  ///   - now: the clock by which a host rests.
  ///   - token: what opens the repositories of an owner; it goes to `web` alone.
  init(
    _ options: Git.Options, web: String, client: HTTP.Client, now: @escaping @Sendable () -> Date,
    token: @escaping @Sendable (_ owner: String) async throws(ForgeError) -> Secret
  ) {
    var options = options
    let wire = SmartTransport.over(client)
    options.transport = SmartTransport { question throws(GitError) in
      var question = question
      question.authorization = nil
      if let owner = Self.owner(question.url, below: web) {
        question.authorization = await Self.authorization(owner, token)
      }
      return try await wire.send(question)
    }
    remotes = Remotes(options)
    self.web = web
    trust = Trust(now: now)
  }

  /// All files of a commit; nil where git does not tell.
  func tree(at commit: String, in repository: RepositoryName) async -> [TreeEntry]? {
    await trying(repository) { () async throws(GitError) in
      try await remotes.tree(address(of: repository), at: commit)?.map { file in
        TreeEntry(
          path: file.path, mode: FileMode(rawValue: String(file.mode, radix: 8)) ?? .regular,
          sha: file.sha)
      }
    }
  }

  /// A content by its object name; nil where git does not tell.
  func blob(_ sha: String, limit: Int, in repository: RepositoryName) async -> [UInt8]? {
    await trying(repository) { () async throws(GitError) in
      try await remotes.blob(address(of: repository), sha, limit: limit)
    }
  }

  /// Fetches contents together that are about to be asked for one by one; none where git fails.
  func prefetch(_ blobs: [String], in repository: RepositoryName) async {
    _ = await trying(repository) { () async throws(GitError) in
      try await remotes.fetch(blobs, of: address(of: repository))
    }
  }

  private func address(of repository: RepositoryName) -> String { "\(web)/\(repository).git" }

  private func trying<Value: Sendable>(
    _ repository: RepositoryName, _ body: () async throws(GitError) -> Value?
  ) async -> Value? {
    guard trust.isGiven(to: repository) else { return nil }
    do throws(GitError) {
      if let value = try await body() { return value }
      trust.withdraw(from: nil)
    } catch {
      switch error.code {
      case .tooLarge, .cancelled: break
      case .notFound, .unauthorized: trust.withdraw(from: repository)
      default: trust.withdraw(from: nil)
      }
    }
    return nil
  }

  /// Whose repository an address below the host names.
  private static func owner(_ url: String, below web: String) -> String? {
    guard url.hasPrefix("\(web)/") else { return nil }
    return url.dropFirst(web.count + 1).split(separator: "/").first.map(String.init)
  }

  private static func authorization(
    _ owner: String, _ token: (String) async throws(ForgeError) -> Secret
  ) async -> Secret? {
    // Without a token the server refuses, and the interface says why.
    guard let secret = try? await token(owner) else { return nil }
    return Secret("Basic " + Base64.encode(Array("x-access-token:\(secret.reveal())".utf8)))
  }
}

/// Who is asked by git; for five minutes after a failure it is not the repository that is not there,
/// or the whole host.
private final class Trust: Sendable {
  private static let rest: TimeInterval = 300

  private let now: @Sendable () -> Date
  /// When rests end; that of the host has no name.
  private let ends = Mutex<[RepositoryName?: Date]>([:])

  init(now: @escaping @Sendable () -> Date) {
    self.now = now
  }

  func isGiven(to repository: RepositoryName) -> Bool {
    let now = now()
    return ends.withLock { ends in
      [nil, repository].allSatisfy { ends[$0] ?? .distantPast <= now }
    }
  }

  /// Begins a rest; nil: of the whole host.
  func withdraw(from repository: RepositoryName?) {
    let now = now()
    ends.withLock { ends in
      ends = ends.filter { $0.value > now }
      ends[repository] = now.addingTimeInterval(Self.rest)
    }
  }
}
