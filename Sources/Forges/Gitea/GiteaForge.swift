package import Git
package import HTTP
package import Logging

/// Gitea or Forgejo, by REST v1 and git.
///
/// Both programs have the same interface, so one client serves both; `GiteaVersion` has the program.
/// Branches are written by git push, because the REST interface has no compare-and-swap.
///
///     let tea = GiteaForge(.gitea, name: "tea", url: "https://git.acme.dev", token: t, by: client)
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

  /// Sends nothing yet; nil if `url` is not an HTTP URL.
  ///
  /// - Parameters:
  ///   - kind: `gitea` or `forgejo`.
  ///   - name: the operator's name for it.
  ///   - url: the web address, such as `https://codeberg.org`.
  ///   - token: an access token.
  ///   - client: sends requests; it may follow redirects. Retries happen here.
  ///   - pacing: how often the host is asked.
  ///   - gate: shared with other users of the token; nil: a new one.
  ///   - git: the cache for objects; nil: nothing can be written.
  package init?(
    _ kind: ForgeKind, name: String, url: String, token: Secret, by client: HTTP.Client,
    pacing: HostPacing = HostPacing(), gate: ForgeGate? = nil, git: Git.Options? = nil
  ) {
    guard let addresses = HostAddresses(gitea: url) else { return nil }
    self.name = name
    self.kind = kind
    let wire = HostWire(
      addresses: addresses, dialect: .gitea, client: client, pacing: pacing, gate: gate)
    host = HostClient(wire, secrets: .token(token))
    objects = git.map(host.objects)
  }

  /// The gate that all its requests pass.
  package var gate: ForgeGate? { host.gate }
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
