import Synchronization

/// Azure DevOps, Services and Server from 2020 on, by its REST API and git.
///
///     let azure = try AzureForge(connection)
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

  /// Sends nothing yet; nil if the connection's URL is not an HTTP URL.
  ///
  /// - Parameters:
  ///   - connection: has an access token; its client may follow redirects. Retries happen here.
  ///   - pacing: how often the host is asked.
  /// - Throws: `.noCredential` if the connection has no token.
  package init?(
    _ connection: ForgeConnection, pacing: HostPacing = HostPacing()
  ) throws(ForgeSetupError) {
    guard let addresses = HostAddresses(azure: connection.url) else { return nil }
    name = connection.name
    host = try HostClient(
      connection, at: addresses, as: .azure, pacing: pacing, header: azureHeader)
    objects = host.objects(connection.objectCache)
  }

  /// The rate limiter that all its requests pass.
  package var limiter: ForgeRateLimiter? { host.limiter }
}

/// What one client has learned from its host.
final class AzureMemory: Sendable {
  private struct State {
    var me: AzureAccount?
    var repositories: [String: AzureRepository] = [:]
    var people: [String: String] = [:]
    var pulls: [String: (number: Int, branch: String)] = [:]
    var tree: (key: String, tree: AzureTree)?
  }

  private static let limit = 5_000
  private static let treeLimit = 50_000
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

  /// The folders of a commit, if they were read last: one base serves all proposals.
  func tree(of commit: String, in name: RepositoryName) -> AzureTree? {
    state.withLock { $0.tree?.key == "\(name) \(commit)" ? $0.tree?.tree : nil }
  }

  /// Keeps the folders of a commit, unless there are very many.
  func remember(_ tree: AzureTree, of commit: String, in name: RepositoryName) {
    guard tree.treeEntries.count <= Self.treeLimit else { return }
    state.withLock { $0.tree = ("\(name) \(commit)", tree) }
  }

  /// The open pull request that had a commit as its head when it was last read.
  func pull(of commit: String, in name: RepositoryName) -> (number: Int, branch: String)? {
    state.withLock { $0.pulls["\(name) \(commit)"] }
  }

  /// Keeps the head of an open pull request, and the identifiers of its repository.
  func remember(_ pull: AzurePullRequest, in name: RepositoryName) {
    if repository(name) == nil, let found = pull.repository { remember(found, as: name) }
    guard pull.isOpen, pull.forkSource == nil, !pull.headSHA.isEmpty else { return }
    state.withLock { state in
      if state.pulls.count >= Self.limit { state.pulls = [:] }
      state.pulls["\(name) \(pull.headSHA)"] = (pull.pullRequestId, pull.head)
    }
  }
}
