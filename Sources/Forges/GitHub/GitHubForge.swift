package import Git
package import HTTP

/// GitHub, on github.com or an Enterprise Server, by REST 2022-11-28 and a little GraphQL.
///
///     let hub = GitHubForge(name: "hub", url: "https://github.com", as: .token(secret), by: client)
///     let head = try await hub?.head(of: "main", in: repository)
///
/// `HostClient` sends the requests. Commits are created by the Git Data API, which keeps file modes and
/// signs the commits of an App.
package struct GitHubForge: Forge {
  /// The operator's name for it, by which reports and the state distinguish forges.
  package let name: String
  /// GitHub.
  package var kind: ForgeKind { .gitHub }
  let host: HostClient
  let isApp: Bool
  let memory = CommitMemory()
  /// Reads trees and files without API requests; nil: the API is used.
  let objects: GitObjects?

  /// Sends nothing yet; nil if `url` is not an HTTP URL.
  ///
  /// - Parameters:
  ///   - name: the operator's name for it.
  ///   - url: the web address, such as `https://github.com`.
  ///   - credential: a token or an App.
  ///   - client: sends requests; it may cache and follow redirects. Retries happen here, where the
  ///     effects on the host are known, so the client needs only one attempt.
  ///   - pacing: how often the host is asked.
  ///   - limiter: shared with other users of the credential; nil: a new one.
  ///   - git: the cache for objects that are read by git; nil: git isn't used for reading.
  ///   - signer: signs the commits; nil: GitHub signs those of an App.
  package init?(
    name: String, url: String, as credential: GitHubCredential, by client: HTTP.Client,
    pacing: HostPacing = HostPacing(), limiter: ForgeRateLimiter? = nil, git: Git.Options? = nil,
    signer: CommitSigner? = nil
  ) {
    guard let addresses = HostAddresses(gitHub: url) else { return nil }
    self.name = name
    isApp = credential.isApp
    let dialect = HostDialect.gitHub(isApp: isApp)
    let bare = HostWire(
      name: name, addresses: addresses, dialect: dialect, client: client, pacing: pacing)
    let keys = credential.keys(over: bare)
    let sender = keys.map { client.authorized(by: CredentialSource($0, of: name)) } ?? client
    var wire = HostWire(
      name: name, addresses: addresses, dialect: dialect, client: sender, pacing: pacing,
      limiter: limiter)
    wire.signer = signer
    host = HostClient(wire)
    objects = git.map(host.objects)
  }

  /// The rate limiter that all its requests pass.
  package var limiter: ForgeRateLimiter? { host.limiter }
}
