package import Git
package import HTTP
package import Logging
import Synchronization

/// Azure DevOps, Services and Server from 2020 on, by its REST API and git.
///
///     let azure = AzureForge(
///       name: "azure", url: "https://dev.azure.com/acme", token: secret, by: client, git: git)
///     let head = try await azure?.head(of: "main", in: repository)
///
/// A repository's owner is its project. Trees and files are read by the API, because its git is not
/// documented to have version 2 of the protocol. Branches are written by a git push with the expected
/// value.
package struct AzureForge: Forge {
  /// The operator's name for it, by which reports and the state distinguish forges.
  package let name: String
  /// Azure DevOps.
  package var kind: ForgeKind { .azureDevOps }
  let host: HostClient
  /// Writes branches.
  let objects: GitObjects
  let memory = AzureMemory()

  /// Sends nothing yet; nil if `url` is not an HTTP URL.
  ///
  /// - Parameters:
  ///   - name: the operator's name for it.
  ///   - url: the address of an organisation or a collection.
  ///   - token: a personal access token, or a token of Microsoft Entra.
  ///   - client: sends requests; it may follow redirects. Retries happen here.
  ///   - pacing: how often the host is asked.
  ///   - gate: shared with other users of the token; nil: a new one.
  ///   - git: the cache in which commits are built.
  package init?(
    name: String, url: String, token: Secret, by client: HTTP.Client,
    pacing: HostPacing = HostPacing(), gate: ForgeGate? = nil, git: Git.Options
  ) {
    guard let addresses = HostAddresses(azure: url) else { return nil }
    self.name = name
    let wire = HostWire(
      addresses: addresses, dialect: .azure(for: token), client: client, pacing: pacing, gate: gate)
    host = HostClient(wire, secrets: .token(token))
    objects = host.objects(git)
  }

  /// The gate that all its requests pass.
  package var gate: ForgeGate? { host.gate }
}

/// What one client has learned from its host.
final class AzureMemory: Sendable {
  private struct State {
    var me: AzureAccount?
    var repositories: [String: AzureRepository] = [:]
    var people: [String: String] = [:]
    var pulls: [String: (number: Int, branch: String)] = [:]
  }

  private static let limit = 5_000
  private let state = Mutex(State())

  /// The account of the token.
  var me: AzureAccount? {
    get { state.withLock { $0.me } }
    set { state.withLock { $0.me = newValue } }
  }

  /// A repository by its name, whose identifiers never change.
  func repository(_ name: RepositoryName) -> AzureRepository? {
    state.withLock { $0.repositories["\(name)".lowercased()] }
  }

  /// Keeps a repository.
  func remember(_ repository: AzureRepository, as name: RepositoryName) {
    state.withLock { state in
      if state.repositories.count >= Self.limit { state.repositories = [:] }
      state.repositories["\(name)".lowercased()] = repository
    }
  }

  /// The identifier of a person who was seen, by the login.
  func person(_ login: String) -> String? { state.withLock { $0.people[login.lowercased()] } }

  /// Keeps the identifier of a person.
  func remember(_ person: AzureIdentity) {
    state.withLock { state in
      if state.people.count >= Self.limit { state.people = [:] }
      state.people[person.login.lowercased()] = person.id
    }
  }

  /// The open pull request that had a commit as its head when it was last read.
  func pull(of commit: String, in name: RepositoryName) -> (number: Int, branch: String)? {
    state.withLock { $0.pulls["\(name) \(commit)"] }
  }

  /// Keeps the head of an open pull request.
  func remember(_ pull: AzurePullRequest, in name: RepositoryName) {
    guard pull.isOpen, pull.forkSource == nil, !pull.headSHA.isEmpty else { return }
    state.withLock { state in
      if state.pulls.count >= Self.limit { state.pulls = [:] }
      state.pulls["\(name) \(pull.headSHA)"] = (pull.pullRequestId, pull.head)
    }
  }
}
