import Crypto
import FoundationEssentials
import Git
import HTTP
import Logging
import Synchronization

/// Reads trees and files by git's own protocol, which takes nothing of the interface's hourly
/// budget.
///
/// Whatever git cannot answer is nil, and asked for by the interface; a host that failed is left
/// alone for a while.
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
    await trying { () async throws(GitError) in
      try await remotes.tree(address(of: repository), at: commit)?.map { file in
        TreeEntry(
          path: file.path, mode: FileMode(rawValue: String(file.mode, radix: 8)) ?? .regular,
          sha: file.sha)
      }
    }
  }

  /// A content by its object name; nil where git does not tell.
  func blob(_ sha: String, limit: Int, in repository: RepositoryName) async -> [UInt8]? {
    await trying { () async throws(GitError) in
      try await remotes.blob(address(of: repository), sha, limit: limit)
    }
  }

  private func address(of repository: RepositoryName) -> String { "\(web)/\(repository).git" }

  private func trying<Value: Sendable>(
    _ body: () async throws(GitError) -> Value?
  ) async -> Value? {
    guard trust.isGiven else { return nil }
    do throws(GitError) {
      if let value = try await body() { return value }
      trust.withdraw()
    } catch {
      // A content that is too large, or is not there, says nothing of the host.
      switch error.code {
      case .tooLarge, .notFound, .cancelled: break
      default: trust.withdraw()
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

/// Whether a host is asked by git; for five minutes after a failure it is not.
private final class Trust: Sendable {
  private static let rest: TimeInterval = 300

  private let now: @Sendable () -> Date
  private let end = Mutex<Date?>(nil)

  init(now: @escaping @Sendable () -> Date) {
    self.now = now
  }

  var isGiven: Bool { end.withLock { $0 ?? .distantPast } <= now() }

  func withdraw() {
    let later = now().addingTimeInterval(Self.rest)
    end.withLock { $0 = later }
  }
}
