package import Git
package import HTTP

/// GitHub, on github.com or an Enterprise Server, by REST 2022-11-28 and a little GraphQL.
///
///     let hub = GitHubForge(name: "hub", url: "https://github.com", as: .token(secret), by: client)
///     let head = try await hub?.head(of: "main", in: repository)
///
/// The verbs stand in one file each; `GitHubHost` sends what they ask. Commits are made by the Git
/// Data API: content-addressed, modes kept, and signed by GitHub for an App.
package struct GitHubForge: Forge {
  /// The operator's name for it, by which reports and the state tell forges apart.
  package let name: String
  let host: GitHubHost
  let memory = GitHubCommitMemory()
  /// Reads trees and files without a request of the interface; nil: the interface is asked.
  let objects: GitHubObjects?

  /// Prepares to speak with a host, nothing being sent yet; nil if `url` is no HTTP address.
  ///
  /// - Parameters:
  ///   - name: the operator's name for it.
  ///   - url: where people look at it, such as `https://github.com`.
  ///   - credential: a token or an App.
  ///   - client: sends requests; it may cache and follow redirects. Repeating is done here, with
  ///     an eye on what the host has already done, so one attempt of the client is enough.
  ///   - manners: how hard the host is asked.
  ///   - gate: shared with others who use the credential; nil: one of its own.
  ///   - git: where what is read by git is kept; nil leaves reading to the interface.
  package init?(
    name: String, url: String, as credential: GitHubCredential, by client: HTTP.Client,
    manners: GitHubManners = GitHubManners(), gate: ForgeGate? = nil, git: Git.Options? = nil
  ) {
    guard let addresses = GitHubAddresses(web: url) else { return nil }
    self.name = name
    let host = GitHubHost(
      addresses: addresses, credential: credential, client: client, manners: manners,
      gate: gate)
    self.host = host
    objects = git.map { options in
      GitHubObjects(options, web: addresses.web, client: client, now: manners.now) {
        (owner) async throws(ForgeError) in try await host.secret(for: owner)
      }
    }
  }

  /// What all its requests go through.
  package var gate: ForgeGate { host.gate }

  /// The root of the REST interface of the host that people look at there, with a slash at its end.
  package static func rest(of url: String) -> String? {
    GitHubAddresses(web: url).map { $0.rest + "/" }
  }
}
