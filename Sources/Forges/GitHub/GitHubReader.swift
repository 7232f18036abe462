import Crypto
import FoundationEssentials
package import HTTP
import JSON
import Logging
import Synchronization

/// Reads what an App's installation may read, by tokens that can do nothing else.
///
///     let reader = GitHubReader(url: "https://github.com", as: app, by: client)
///     let notes = client.layered(Layers(credentials: reader.files(for: repository)))
///
/// A token is limited to `metadata: read` and `contents: read`, and is sent to the host's own origin
/// alone. Without one the request goes out as anybody's: private repositories stay unseen then.
package struct GitHubReader: Sendable {
  /// What a token is limited to, as GitHub names it.
  private static let permissions = ["contents": "read", "metadata": "read"]

  private let addresses: GitHubAddresses
  private let tokens: GitHubTokens
  private let rests: Rests
  private let complain: @Sendable (ForgeError) -> Void

  /// Prepares to ask for tokens, nothing being sent yet; nil if `url` is no HTTP address, or if the
  /// credential is no App: a personal token is limited by whoever made it.
  ///
  /// - Parameters:
  ///   - url: where people look at the host.
  ///   - credential: the App.
  ///   - client: sends the questions for tokens.
  ///   - manners: how hard the host is asked, and by which clock.
  ///   - complain: told why a token cannot be had, once for every rest.
  package init?(
    url: String, as credential: GitHubCredential, by client: HTTP.Client,
    manners: GitHubManners = GitHubManners(patience: .seconds(5), attempts: 2),
    complain: @escaping @Sendable (ForgeError) -> Void = { _ in }
  ) {
    guard case .app = credential, let addresses = GitHubAddresses(web: url) else { return nil }
    let wire = GitHubWire(
      addresses: addresses, client: client, manners: manners, isApp: true)
    self.addresses = addresses
    self.complain = complain
    rests = Rests(now: manners.now)
    tokens = GitHubTokens(
      credential: credential,
      permissions: .object(
        Object(Self.permissions.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })),
      now: manners.now, hostNow: { wire.hostNow },
      ask: { (call, secret) async throws(ForgeError) in try await wire.send(call, secret) })
  }

  /// The credential for the REST interface, on behalf of a repository.
  package func files(for repository: RepositoryName) -> CredentialSource {
    source(for: repository, covering: addresses.rest) { "Bearer \($0)" }
  }

  /// The credential for git over HTTP, for repositories of the same owner: an installation is one
  /// owner's.
  package func git(for repository: RepositoryName) -> CredentialSource {
    source(for: repository, covering: "\(addresses.web)/\(repository.owner)") { token in
      "Basic \(Base64.encode(Array("x-access-token:\(token)".utf8)))"
    }
  }

  private func source(
    for repository: RepositoryName, covering prefix: String,
    _ header: @escaping @Sendable (String) -> String
  ) -> CredentialSource {
    // Owners' names don't tell letters' cases apart.
    let place = try? AbsoluteURL(prefix.lowercased())
    let covers = { @Sendable (url: AbsoluteURL) in
      guard let place, let url = try? AbsoluteURL(url.text.lowercased()) else { return false }
      return place.covers(url)
    }
    var source = CredentialSource { url in
      guard covers(url) else { return nil }
      return await secret(for: repository).map { Secret(header($0.reveal())) }
    }
    source.renew = { url in
      guard covers(url) else { return false }
      return await renew(for: repository)
    }
    return source
  }

  private func secret(for repository: RepositoryName) async -> Secret? {
    guard !rests.isResting(repository.owner) else { return nil }
    do throws(ForgeError) {
      return try await tokens.secret(for: Self.call(for: repository))
    } catch {
      // What a caller gave up says nothing of the host.
      if error.code != .cancelled, rests.begin(repository.owner) { complain(error) }
      return nil
    }
  }

  /// Forgets a token that was refused; a second refusal within a rest's time begins a rest.
  private func renew(for repository: RepositoryName) async -> Bool {
    guard let refused = await secret(for: repository) else { return false }
    guard rests.noteRefusal(repository.owner) else {
      if rests.begin(repository.owner) {
        complain(ForgeError(.unauthorized, place: "\(repository)", detail: "a new token, too"))
      }
      return false
    }
    return await tokens.discard(refused)
  }

  private static func call(for repository: RepositoryName) -> GitHubCall {
    .get(["repos", repository.owner, repository.name], role: .owner(repository.owner))
  }
}

/// For whom no token is asked for a while, after it could not be had.
private final class Rests: Sendable {
  private static let length: TimeInterval = 300

  private struct Times {
    var ends: [String: Date] = [:]
    var refusals: [String: Date] = [:]
  }

  private let now: @Sendable () -> Date
  private let times = Mutex(Times())

  init(now: @escaping @Sendable () -> Date) {
    self.now = now
  }

  func isResting(_ owner: String) -> Bool {
    times.withLock { $0.ends[owner.lowercased()].map { $0 > now() } ?? false }
  }

  /// Begins a rest; false if one is under way.
  func begin(_ owner: String) -> Bool {
    guard !isResting(owner) else { return false }
    times.withLock { $0.ends[owner.lowercased()] = now().addingTimeInterval(Self.length) }
    return true
  }

  /// Whether a refusal is the first one within a rest's time.
  func noteRefusal(_ owner: String) -> Bool {
    times.withLock { times in
      let last = times.refusals[owner.lowercased()]
      let isFirst = last.map { now().timeIntervalSince($0) >= Self.length } ?? true
      times.refusals[owner.lowercased()] = now()
      return isFirst
    }
  }
}
