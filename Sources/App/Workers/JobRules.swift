import Text
import Credentials
import Forges
import FoundationEssentials
import HTTP
import JSON

/// The names of the repository of a visit, as its forge reports them.
struct Reach: Sendable {
  let visited: VisitedRepository
  /// The permanent identifiers by which the forge called it; usually one.
  private(set) var identifiers: Set<String>
  /// The name of the visit, and those that the forge named as newer ones.
  private(set) var names: [RepositoryName]
  /// The URLs of the repository in the API that have a number instead of a name.
  private(set) var documents: Set<String> = []
  /// The node identifiers of pull requests that the forge reported, which GraphQL takes.
  private(set) var pullRequests: Set<String> = []

  init(_ visited: VisitedRepository, identifier: String?) {
    self.visited = visited
    identifiers = Set([identifier].compactMap(\.self))
    names = [visited.repository.name]
  }

  /// Whether a name is one of the repository's.
  func covers(_ name: RepositoryName) -> Bool { names.contains { $0.isSame(as: name) } }

  /// Whether a repository is the one of the visit.
  func covers(_ repository: RepositoryID) -> Bool {
    repository.forge == visited.repository.forge && covers(repository.name)
  }

  /// Whether a URL of the API is about the repository.
  func covers(_ source: ForgeURLs.Source) -> Bool {
    if let name = source.repository { return covers(name) }
    let number = source.document.slashParts().last.map(String.init)
    return documents.contains(source.document) || number.map(identifiers.contains) ?? false
  }

  /// Adds what the forge calls the repository.
  mutating func add(_ source: ForgeURLs.Source) {
    if let name = source.repository { add(name) } else { documents.insert(source.document) }
  }

  /// Adds the node identifier of a pull request.
  mutating func add(pullRequest node: String) { pullRequests.insert(node) }

  /// Adds an identifier.
  mutating func add(identifier: String) { identifiers.insert(identifier) }

  /// Adds a name.
  mutating func add(_ name: RepositoryName) {
    if !covers(name) { names.append(name) }
  }
}

/// Decides which requests to forges are part of a visit.
///
/// A worker that hostile content has taken over may ask for anything. With the forge's credential it
/// gets only what is about the repository that it visits.
struct JobRules: Sendable {
  /// The URLs of forges, by name.
  let urls: [String: ForgeURLs]

  /// - Parameters:
  ///   - request: the worker's request.
  ///   - reach: the repository of the visit.
  /// - Returns: why the request isn't part of the visit; nil if it is.
  func refusal(of request: Request, within reach: Reach) -> String? {
    guard case .forge(let use) = request.purpose else { return nil }
    guard use.name == reach.visited.repository.forge, let urls = urls[use.name] else {
      return "another forge"
    }
    if let refusal = refusal(of: use, within: reach) { return refusal }
    guard let url = try? AbsoluteURL(request.url) else { return "not a URL" }
    if use.isGit {
      guard let repository = urls.repository(url) else { return "no repository" }
      return reach.covers(repository) ? nil : "another repository"
    }
    guard let source = urls.source(url) else { return account(request, url, urls, reach) }
    return reach.covers(source) ? nil : "another repository"
  }

  /// Returns what a response to a permitted request says about the repository: its new name, or its
  /// number in the URLs of further pages.
  func learn(from response: Response, to request: Request, _ reach: Reach) -> Reach {
    guard case .forge(let use) = request.purpose, !use.isGit, let urls = urls[use.name],
      let url = try? AbsoluteURL(request.url), let source = urls.source(url)
    else { return reach }
    var reach = reach
    let links = response.headers.values("Link").flatMap { $0.split(separator: ">") }.compactMap {
      $0.split(separator: "<", omittingEmptySubsequences: false).dropFirst().last.map(String.init)
    }
    for text in response.headers.values("Location") + links {
      guard let next = try? AbsoluteURL(text), let source = urls.source(next) else { continue }
      reach.add(source)
    }
    learnPullRequest(from: response, at: url, &reach)
    if response.status == 200, source.document == url.withoutQuery,
      let value = try? Document(response.body, named: "the repository").root.value
    {
      let name = (value["full_name"] ?? value["path_with_namespace"])?.string
      if let known = name.flatMap({ RepositoryName($0) }) { reach.add(known) }
      let identifier = value["id"]?.string ?? value["id"]?.int.map(String.init)
      if let identifier { reach.add(identifier: identifier) }
    }
    return reach
  }

  /// Adds the node identifier of a pull request that was read by its number.
  private func learnPullRequest(
    from response: Response, at url: AbsoluteURL, _ reach: inout Reach
  ) {
    let parts = url.path.slashParts()
    guard response.status == 200, parts.count >= 2, parts[parts.count - 2] == "pulls",
      let value = try? Document(response.body, named: "the pull request").root.value,
      let node = value["node_id"]?.string
    else { return }
    reach.add(pullRequest: node)
  }

  private func refusal(of use: ForgeUse, within reach: Reach) -> String? {
    let owner: String?
    switch use.scope {
    case .account: owner = nil
    case .owner(let name): owner = name
    case .grant(_, let name): owner = name
    }
    if let owner, !reach.names.contains(where: { $0.owner.lowercased() == owner.lowercased() }) {
      return "another owner"
    }
    guard let text = use.repository else { return nil }
    return RepositoryName(text).map(reach.covers) ?? false ? nil : "another repository"
  }

  /// Requests without a repository in the URL only read what a visit needs, except for GraphQL.
  private func account(
    _ request: Request, _ url: AbsoluteURL, _ urls: ForgeURLs, _ reach: Reach
  ) -> String? {
    if url.path.hasSuffix("/graphql") { return graphQL(request, reach) }
    guard request.method == .get || request.method == .head else {
      return "a change of something else"
    }
    let isOfVisit = reach.names.contains { urls.isAccountWide(url, visiting: $0) }
    return isOfVisit ? nil : "another part of the API"
  }

  private func graphQL(_ request: Request, _ reach: Reach) -> String? {
    guard let body = request.body, let document = try? Document(body, named: "the request") else {
      return "not a GraphQL request"
    }
    let query = document.root.value["query"]?.string ?? ""
    let variables = document.root.value["variables"]
    switch GraphQuery(rawValue: query) {
    case nil: return "an unknown GraphQL query"
    case .mergeQueue?, .issueEdits?:
      let owner = variables?["owner"]?.string ?? ""
      let name = RepositoryName("\(owner)/\(variables?["name"]?.string ?? "")")
      return name.map(reach.covers) ?? false ? nil : "another repository"
    case .enableAutoMerge?, .disableAutoMerge?, .endDraft?:
      let node = variables?["input"]?["pullRequestId"]?.string ?? ""
      return reach.pullRequests.contains(node) ? nil : "the pull request of another repository"
    }
  }
}
