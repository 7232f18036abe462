import Crypto
import HTTP
import JSON
import Text
import Time

extension GitHubForge {
  /// One owner after the other, because an App has a token for each; an owner whose repositories can't be
  /// read now is left out.
  package func survey(
    _ names: [RepositoryName]
  ) async throws(ForgeError) -> [SurveyedRepository] {
    var found: [SurveyedRepository] = []
    for (_, own) in Dictionary(grouping: names, by: { $0.owner.lowercased() })
      .sorted(by: { $0.key < $1.key })
    {
      do throws(ForgeError) {
        found += try await host.batches(
          of: own, most: SurveyQuery.most, fewest: SurveyQuery.fewest, survey(batch:))
      } catch {
        guard error.owner != nil || error.code == .notFound else { throw error }
      }
    }
    return found
  }

  private func survey(
    batch: [RepositoryName]
  ) async throws(ForgeError) -> [SurveyedRepository] {
    guard let owner = batch.first?.owner else { return [] }
    var call = HostCall.write(
      .post, ["graphql"], ["query": .string(SurveyQuery.text(batch))], scope: .owner(owner))
    call.root = .graphQL
    call.isWrite = false
    let sent = call
    return try await host.retrying(call.summary) { () async throws(ForgeError) in
      let start = host.now
      let response = try await host.send(sent)
      let root: Node
      do throws(SyntaxError) {
        root = try Document(response.body, named: sent.summary).root
      } catch {
        throw ForgeError(.malformed, subject: sent.summary, detail: "no JSON")
      }
      return try SurveyQuery.repositories(batch, in: root, sent.summary, at: start)
    }
  }
}

/// The GraphQL query for the state of repositories.
enum SurveyQuery {
  /// The most repositories of a query.
  static let most = 100
  /// The size below which a failing query isn't split.
  static let fewest = 12
  /// The most open pull requests of a repository; one with more is visited.
  static let pullRequests = 10
  /// The most checks of a pull request; a repository with more is visited.
  static let checks = 50

  /// Asks for repositories by name, each under the alias `r` with its position.
  static func text(_ names: [RepositoryName]) -> String {
    let fields = names.enumerated().map { position, name in
      "r\(position): repository(owner: \(quote(name.owner)), name: \(quote(name.name))) { ...State }"
    }
    return "query { \(fields.joined(separator: " ")) } \(state)"
  }

  private static func quote(_ text: String) -> String {
    JSON.Value.string(text).text(.compact)
  }

  /// The number of comments, and the newest one.
  private static let comments =
    "comments(last: 1) { totalCount nodes { databaseId updatedAt } }"

  /// A changed label or review changes the time of its pull request; a check doesn't.
  private static let state = """
    fragment State on Repository { nameWithOwner isArchived viewerPermission \
    defaultBranchRef { name target { oid } } \
    open: pullRequests(states: OPEN, first: \(pullRequests), \
    orderBy: {field: UPDATED_AT, direction: DESC}) { totalCount nodes { \
    number headRefOid baseRefName baseRefOid isDraft updatedAt mergeStateStatus reviewDecision \
    autoMergeRequest { enabledAt } \(comments) statusCheckRollup { state contexts(first: \(checks)) { \
    totalCount nodes { ... on CheckRun { databaseId status conclusion } \
    ... on StatusContext { context state } } } } } } \
    latest: pullRequests(first: 1, orderBy: {field: UPDATED_AT, direction: DESC}) { \
    nodes { number state updatedAt \(comments) } } \
    issues(first: 1, orderBy: {field: UPDATED_AT, direction: DESC}) { \
    nodes { number updatedAt } } }
    """

  /// Reads the answer to a query that was sent at a time by the host's clock; repositories that it doesn't
  /// describe completely are left out.
  ///
  /// - Throws: `.unsupported` if the server doesn't know the query, `.unavailable` if it took too long.
  static func repositories(
    _ names: [RepositoryName], in root: Node, _ subject: String, at time: Timestamp
  ) throws(ForgeError) -> [SurveyedRepository] {
    guard let data = root["data"], !data.isNull else {
      let message = root["errors"]?[0]?["message"]?.string ?? "no data"
      let isUnknown = message.contains("doesn't exist on type")
      throw ForgeError(isUnknown ? .unsupported : .unavailable, subject: subject, detail: message)
    }
    return names.enumerated().compactMap { position, name in
      data["r\(position)"].flatMap { repository(name, $0, at: time) }
    }
  }

  private static func repository(
    _ name: RepositoryName, _ node: Node, at now: Timestamp
  ) -> SurveyedRepository? {
    guard let present = node["nameWithOwner"]?.string, RepositoryName(present) == name,
      let head = node["defaultBranchRef"]?["target"]?["oid"]?.string,
      let open = node["open"], isWhole(open, of: pullRequests),
      open["nodes"]?.elements.allSatisfy({ pull in
        guard let contexts = pull["statusCheckRollup"]?["contexts"] else { return true }
        return isWhole(contexts, of: checks)
      }) == true
    else { return nil }
    // Until a change is old enough that the next one shows, the mark is never the same.
    let text = node.text + (showsNextChange(node, at: now) ? "" : " \(now.milliseconds)")
    return SurveyedRepository(
      name: name, head: head, mark: Digest(.sha256, of: text).hexadecimal)
  }

  /// Times have seconds: a change in the second of the last one leaves them.
  private static func showsNextChange(_ node: Node, at now: Timestamp) -> Bool {
    ["open", "latest", "issues"].flatMap { node[$0]?["nodes"]?.elements.map(\.self) ?? [] }
      .allSatisfy { HostTime.isPast($0["updatedAt"]?.string, at: now) }
  }

  private static func isWhole(_ connection: Node, of limit: Int) -> Bool {
    connection["totalCount"]?.int.map { $0 <= limit } ?? false
  }
}
