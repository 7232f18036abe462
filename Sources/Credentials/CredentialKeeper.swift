package import Configuration
import Crypto
package import Ecosystem
package import Forges
package import HTTP
import Logging
package import Time

/// Holds the credentials of the operator's file, and adds them to requests as the policy decides.
///
/// Only the process with a keeper needs the secrets; others send it requests without credentials.
///
///     let client = wire.authorized(by: keeper.source(for: .repository(visited)))
package struct CredentialKeeper: Sendable {
  /// Decides without secrets.
  package let policy: CredentialPolicy
  private let registries: [RegistryCredential]
  private let keys: [String: ForgeKeys]
  private let urls: [String: ForgeURLs]
  private let visibility: SourceVisibility
  private let pauses: KeyPauses
  private let complain: @Sendable (_ forge: String, ForgeError) -> Void

  /// Sends nothing yet.
  ///
  /// - Parameters:
  ///   - file: the operator's file with its secrets.
  ///   - kinds: the kinds of registries.
  ///   - client: sends the requests for tokens of Apps and for the visibility of sources; it follows
  ///     redirects.
  ///   - pacing: how often a host is asked for tokens of an App; nil: as its kind asks for.
  ///   - clock: measures pauses, and how long visibility is remembered.
  ///   - complain: receives the reason why a forge gives no token for packages or notes, once for each
  ///     pause of five minutes.
  /// - Throws: `UnusableForge` for a credential that can't be used.
  package init(
    _ file: OperatorFile, kinds: [RegistryKind], client: HTTP.Client, pacing: HostPacing? = nil,
    clock: WallClock = .system,
    complain: @escaping @Sendable (_ forge: String, ForgeError) -> Void = { _, _ in }
  ) throws(UnusableForge) {
    policy = CredentialPolicy(file, kinds: kinds)
    registries = file.registries
    visibility = SourceVisibility(client: client, clock: clock)
    pauses = KeyPauses(clock: clock)
    self.complain = complain
    var keys: [String: ForgeKeys] = [:]
    var urls: [String: ForgeURLs] = [:]
    for forge in file.forges {
      urls[forge.name] = forge.kind.urls(forge.url)
      var connection = ForgeConnection(
        name: forge.name, url: forge.url, credential: forge.credential, client: client)
      connection.pacing = pacing
      do {
        keys[forge.name] = try forge.kind.keys(connection)
      } catch {
        throw UnusableForge(forge: forge.name, reason: error)
      }
    }
    self.keys = keys
    self.urls = urls
  }

  /// Returns the source of credentials for the requests of one visitor.
  ///
  /// - Parameters:
  ///   - visitor: on whose behalf the requests are made.
  ///   - withheld: the URLs of registries that the entry of the repository's file doesn't select.
  /// - Returns: the source, for `authorized`.
  package func source(for visitor: Visitor, withheld: Set<String> = []) -> CredentialSource {
    var source = CredentialSource { request throws(HTTPError) in
      let decision = try decision(request, visitor, withheld)
      return try await authorization(decision, for: request)
    }
    source.renew = { request in
      guard let decision = try? decision(request, visitor, withheld) else { return false }
      return await renew(decision, after: request)
    }
    return source
  }

  private func decision(
    _ request: Request, _ visitor: Visitor, _ withheld: Set<String>
  ) throws(HTTPError) -> CredentialDecision {
    policy.decide(
      CredentialQuestion(
        request.purpose, try AbsoluteURL(request.url), redirectedFrom: request.redirectedFrom,
        for: visitor, withheld: withheld))
  }

  private func authorization(
    _ decision: CredentialDecision, for request: Request
  ) async throws(HTTPError) -> Secret? {
    switch decision {
    case .none: return nil
    case .registry(let index): return registries[index].authorization(isGit: request.isGit)
    case .forge(let use):
      guard case .forge = request.purpose else { return await optional(use) }
      do throws(ForgeError) {
        return try await keys[use.name]?.authorization(use)
      } catch {
        throw HTTPError(noCredential: error, for: request)
      }
    case .forgeIfPublic(let use, let source):
      guard let secret = await optional(use), let urls = urls[use.name],
        await visibility.isPublic(source, by: secret, urls, like: request)
      else { return nil }
      return secret
    }
  }

  /// Returns a forge's credential for packages or notes, which are not found without it.
  private func optional(_ use: ForgeUse) async -> Secret? {
    guard !pauses.isPaused(use) else { return nil }
    do throws(ForgeError) {
      return try await keys[use.name]?.authorization(use)
    } catch {
      // A cancelled request says nothing about the host.
      if error.code != .cancelled, pauses.begin(use) { complain(use.name, error) }
      return nil
    }
  }

  private func renew(_ decision: CredentialDecision, after request: Request) async -> Bool {
    guard let refused = request.credential else { return false }
    switch decision {
    case .none: return false
    case .registry(let index):
      // The content of a secret's file may have changed.
      return registries[index].authorization(isGit: request.isGit) != refused
    case .forge(let use), .forgeIfPublic(let use, _):
      guard let keys = keys[use.name] else { return false }
      if case .forge = request.purpose { return await keys.discard(use, refused) }
      guard pauses.recordRefusal(use) else {
        if pauses.begin(use) {
          complain(
            use.name, ForgeError(.unauthorized, subject: use.name, detail: "a new token, too"))
        }
        return false
      }
      return await keys.discard(use, refused)
    }
  }
}

/// A forge of the operator's file whose credential can't be used.
package struct UnusableForge: Error {
  /// The forge's name.
  package var forge: String
  /// `ForgeSetupError`, or the error of a library.
  package var reason: any Error
}

extension Request {
  /// Whether it is for a git repository of a package.
  fileprivate var isGit: Bool { purpose == .package }
}

extension RegistryCredential {
  /// The value of `Authorization` as registries of this kind, or git servers, take it.
  fileprivate func authorization(isGit: Bool) -> Secret? {
    switch credential {
    case .token(let token) where isGit: basic(user: ForgeKind.anyGitUser, token)
    case .token(let token) where kind?.tokenScheme == .user: basic(user: token.reveal(), Secret(""))
    case .token(let token): Secret("Bearer \(token.reveal())")
    case .password(let user, let password): basic(user: user, password)
    case nil: nil
    }
  }

  private func basic(user: String, _ password: Secret) -> Secret {
    Secret("Basic \(Base64.encode(Array("\(user):\(password.reveal())".utf8)))")
  }
}
