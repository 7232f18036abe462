import Crypto
import HTTP
import JSON
import Time

extension GitLabForge {
  /// One GraphQL query for a hundred projects by number, or for fifty by path if no list has shown their
  /// numbers; smaller ones where GitLab takes too long.
  package func survey(
    _ names: [RepositoryName]
  ) async throws(ForgeError) -> [SurveyedRepository] {
    let author = try await user().username
    let numbers = names.compactMap(known.number)
    let others = names.filter { known.number(of: $0) == nil }
    var projects = try await host.batches(of: numbers, most: 100, fewest: GitLabSurvey.fewest) {
      (batch) async throws(ForgeError) in
      try await read(.numbers(batch), by: author)
    }
    projects += try await host.batches(of: others, most: 50, fewest: GitLabSurvey.fewest) {
      (batch) async throws(ForgeError) in
      try await read(.paths(batch), by: author)
    }
    let wanted = Set(names)
    return projects.filter { wanted.contains($0.name) }
  }

  private func read(
    _ selection: GitLabSurvey.Selection, by author: String
  ) async throws(ForgeError) -> [SurveyedRepository] {
    let survey = GitLabSurvey(selection: selection, author: author)
    var call = HostCall.write(
      .post, ["graphql"], ["query": .string(survey.text)], scope: .account)
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
      return try survey.repositories(in: root, sent.summary, at: start)
    }
  }
}

/// The GraphQL query for the state of projects.
///
/// GitLab counts one for each field, one more if it asks the git storage, and one percent of a list for
/// each element of its page, up to 250 for a query; this one has 160 for a hundred projects.
struct GitLabSurvey {
  /// Which projects a query is about.
  enum Selection: Sendable {
    /// Those with numbers, which stay if a project is renamed.
    case numbers([Int])
    /// Those with paths; GitLab takes 50 at once.
    case paths([RepositoryName])
  }

  /// The size below which a failing query isn't split.
  static let fewest = 12
  /// The most open merge requests of ours in a project; one with more is visited.
  static let mergeRequests = 20
  /// The most pipelines of the head of a merge request; a project with more is visited.
  static let pipelines = 10
  /// The most jobs of a pipeline; a project with more is visited.
  static let jobs = 50

  let selection: Selection
  /// The account whose merge requests and issues are ours.
  let author: String

  /// The query.
  var text: String {
    let (argument, values) =
      switch selection {
      case .numbers(let all): ("ids", all.map { "gid://gitlab/Project/\($0)" })
      case .paths(let all): ("fullPaths", all.map(\.description))
      }
    let list = values.map(Self.quote).joined(separator: ", ")
    let page = "\(argument): [\(list)], first: \(values.count)"
    return "query { projects(\(page)) { nodes { ...State } } } \(state)"
  }

  private static func quote(_ text: String) -> String {
    JSON.Value.string(text).text(.compact)
  }

  /// A changed label, comment or approval changes the time of its merge request.
  ///
  /// A job doesn't, nor does a report that leaves the status of its pipeline. The settings decide what a
  /// merge needs.
  private var state: String {
    let newest = "authorUsername: \(Self.quote(author)), sort: UPDATED_DESC"
    let last = "{ nodes { iid state updatedAt userNotesCount } }"
    return """
      fragment State on Project { fullPath archived mergeRequestsEnabled issuesEnabled \
      onlyAllowMergeIfPipelineSucceeds allowMergeOnSkippedPipeline \
      onlyAllowMergeIfAllDiscussionsAreResolved mergeRequestsFfOnlyEnabled \
      userPermissions { pushCode } repository { rootRef tree { lastCommit { sha } } } \
      open: mergeRequests(\(newest), state: opened, first: \(Self.mergeRequests)) { count nodes { \
      iid diffHeadSha targetBranch sourceBranchExists draft detailedMergeStatus conflicts \
      autoMergeEnabled mergeUser { username } mergeableDiscussionsState userNotesCount updatedAt \
      pipelines(first: \(Self.pipelines)) { count nodes { id sha status updatedAt \
      jobs(retried: false, first: \(Self.jobs)) { count nodes { id name status allowFailure } } } } \
      } } latest: mergeRequests(\(newest), first: 1) \(last) issues(\(newest), first: 1) \(last) }
      """
  }

  /// Reads the answer to a query that was sent at a time by the host's clock; projects that it doesn't
  /// describe completely are left out.
  ///
  /// - Throws: `.unsupported` if the server doesn't know the query, `.rejected` if it is too complex,
  ///   `.unavailable` if it took too long.
  func repositories(
    in root: Node, _ subject: String, at time: Timestamp
  ) throws(ForgeError) -> [SurveyedRepository] {
    guard let nodes = root["data"]?["projects"]?["nodes"], !nodes.isNull else {
      let message = root["errors"]?[0]?["message"]?.string ?? "no data"
      throw ForgeError(Self.code(of: message), subject: subject, detail: message)
    }
    return nodes.elements.compactMap { SurveyedProject($0)?.repository(at: time) }
  }

  private static func code(of message: String) -> ForgeError.Code {
    let isUnknown = ["doesn't exist on type", "doesn't accept argument"].contains {
      message.contains($0)
    }
    if isUnknown { return .unsupported }
    return message.contains("complexity") || message.contains("cannot provide more")
      ? .rejected : .unavailable
  }
}
