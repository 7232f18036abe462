import FoundationEssentials
package import HTTP
import JSON
import Logging
import Synchronization
import Time

/// Provides tokens of an App's installation that can only read.
///
///     let reader = GitHubReader(url: "https://github.com", as: app, by: client)
///     let notes = client.layered(Layers(credentials: reader.files(for: repository)))
///
/// A token is limited to `metadata: read` and `contents: read`, and is sent only to the host's own
/// origin. If no token can be had, the request is sent without one, and private repositories are not
/// found.
package struct GitHubReader: ReadCredentialProvider {
  /// The permissions of a token, by GitHub's names.
  private static let permissions = ["contents": "read", "metadata": "read"]

  private let addresses: HostAddresses
  private let tokens: GitHubTokens
  private let pauses: TokenPauses
  private let complain: @Sendable (ForgeError) -> Void

  /// Sends nothing yet; nil if `url` is not an HTTP URL, or if the credential is not an App: a personal
  /// token is limited by the person who created it.
  ///
  /// - Parameters:
  ///   - url: the host's web address.
  ///   - credential: the App.
  ///   - client: sends the requests for tokens.
  ///   - pacing: how often the host is asked, and by which clock.
  ///   - complain: receives the reason why no token can be had, once for each pause.
  package init?(
    url: String, as credential: GitHubCredential, by client: HTTP.Client,
    pacing: HostPacing = HostPacing(longestWait: .seconds(5), attempts: 2),
    complain: @escaping @Sendable (ForgeError) -> Void = { _ in }
  ) {
    guard case .app = credential, let addresses = HostAddresses(gitHub: url) else { return nil }
    self.addresses = addresses
    self.complain = complain
    pauses = TokenPauses(now: pacing.now)
    tokens = GitHubTokens(
      credential: credential,
      permissions: .object(
        Object(Self.permissions.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })),
      over: HostWire(
        addresses: addresses, dialect: .gitHub(isApp: true), client: client, pacing: pacing))
  }

  /// The credential for the REST API, on behalf of a repository.
  package func files(for repository: RepositoryName) -> CredentialSource {
    source(for: repository, covering: addresses.api) { Secret("Bearer \($0.reveal())") }
  }

  /// The credential for git over HTTP, for all repositories of the same owner: an installation belongs
  /// to one owner.
  package func git(for repository: RepositoryName) -> CredentialSource {
    source(for: repository, covering: "\(addresses.web)/\(repository.owner)") { token in
      .basic(user: gitHubTokenUser, password: token)
    }
  }

  private func source(
    for repository: RepositoryName, covering prefix: String,
    _ header: @escaping @Sendable (Secret) -> Secret
  ) -> CredentialSource {
    // Owners' names are case-insensitive.
    let place = try? AbsoluteURL(prefix.lowercased())
    let covers = { @Sendable (url: AbsoluteURL) in
      guard let place, let url = try? AbsoluteURL(url.text.lowercased()) else { return false }
      return place.covers(url)
    }
    var source = CredentialSource { url in
      guard covers(url) else { return nil }
      return await secret(for: repository).map(header)
    }
    source.renew = { url in
      guard covers(url) else { return false }
      return await renew(for: repository)
    }
    return source
  }

  private func secret(for repository: RepositoryName) async -> Secret? {
    guard !pauses.isPaused(repository.owner) else { return nil }
    do throws(ForgeError) {
      return try await tokens.secret(for: Self.call(for: repository))
    } catch {
      // A cancelled request says nothing about the host.
      if error.code != .cancelled, pauses.begin(repository.owner) { complain(error) }
      return nil
    }
  }

  /// Forgets a token that was refused; a second refusal within five minutes starts a pause.
  private func renew(for repository: RepositoryName) async -> Bool {
    guard let refused = await secret(for: repository) else { return false }
    guard pauses.recordRefusal(repository.owner) else {
      if pauses.begin(repository.owner) {
        complain(ForgeError(.unauthorized, place: "\(repository)", detail: "a new token, too"))
      }
      return false
    }
    return await tokens.discard(refused)
  }

  private static func call(for repository: RepositoryName) -> HostCall {
    .get(["repos", repository.owner, repository.name], scope: .owner(repository.owner))
  }
}

/// The owners for whom no token is requested for five minutes, after a failure.
private final class TokenPauses: Sendable {
  private static let length = Duration.seconds(300)

  private struct Times {
    var ends: [String: Timestamp] = [:]
    var refusals: [String: Timestamp] = [:]
  }

  private let now: @Sendable () -> Timestamp
  private let times = Mutex(Times())

  init(now: @escaping @Sendable () -> Timestamp) {
    self.now = now
  }

  func isPaused(_ owner: String) -> Bool {
    times.withLock { $0.ends[owner.lowercased()].map { $0 > now() } ?? false }
  }

  /// Starts a pause; returns false if there is one already.
  func begin(_ owner: String) -> Bool {
    guard !isPaused(owner) else { return false }
    times.withLock { $0.ends[owner.lowercased()] = now() + Self.length }
    return true
  }

  /// Records a refusal; returns whether it is the first one within a pause's length.
  func recordRefusal(_ owner: String) -> Bool {
    times.withLock { times in
      let last = times.refusals[owner.lowercased()]
      let isFirst = last.map { now() - $0 >= Self.length } ?? true
      times.refusals[owner.lowercased()] = now()
      return isFirst
    }
  }
}
