import HTTP

/// Gitea or Forgejo, by REST v1 and git.
///
/// Both programs have the same interface, so one client serves both; `GiteaVersion` has the program.
/// Branches are written by git push, because the REST interface has no compare-and-swap.
///
///     let tea = GiteaForge(.gitea, connection)
package struct GiteaForge: Forge {
  /// The operator's name for it, by which reports and the state distinguish forges.
  package let name: String
  /// Gitea or Forgejo, as the operator's file says.
  package let kind: ForgeKind
  let host: HostClient
  /// Caches the version, the account and the labels.
  let memory = GiteaMemory()
  /// Reads trees and files, and writes branches, by git; nil: only the API is used, for reading.
  let objects: GitObjects?

  /// Sends nothing yet; nil if the connection's URL is not an HTTP URL.
  ///
  /// - Parameters:
  ///   - kind: `gitea` or `forgejo`.
  ///   - connection: has an access token; its client may follow redirects. Retries happen here. Without
  ///     a cache for git nothing can be written.
  ///   - pacing: how often the host is asked.
  /// - Throws: `.noCredential` if the connection has no token.
  package init?(
    _ kind: ForgeKind, _ connection: ForgeConnection, pacing: HostPacing = HostPacing()
  ) throws(ForgeSetupError) {
    guard let addresses = HostAddresses(gitea: connection.url) else { return nil }
    name = connection.name
    self.kind = kind
    host = try HostClient(
      connection, at: addresses, as: .gitea, pacing: pacing, header: giteaHeader)
    objects = connection.git.map(host.objects)
  }

  /// The rate limiter that all its requests pass.
  package var limiter: ForgeRateLimiter? { host.limiter }
}

extension GiteaForge {
  /// A call that reads below a repository.
  func get(
    _ repository: RepositoryName, _ parts: String..., query: [(String, String)] = []
  ) -> HostCall {
    .get(["repos", repository.owner, repository.name] + parts, query, scope: .account)
  }

  /// A call that changes something below a repository.
  func change(
    _ method: Request.Method, _ repository: RepositoryName, _ parts: String...,
    body: JSONValue? = nil, isContent: Bool = false
  ) -> HostCall {
    .write(
      method, ["repos", repository.owner, repository.name] + parts, body, scope: .account,
      isContent: isContent)
  }
}
