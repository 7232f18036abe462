import Crypto
import HTTP
import Time

extension GiteaForge: FleetSurveying {
  /// From the list of repositories that was just read, and `GET repos/issues/search` for our issues.
  ///
  /// A push to any branch changes `updated_at` of a repository, after the server has processed it. What
  /// happens to pull requests doesn't, nor does a commit status.
  package func survey(
    _ names: [RepositoryName]
  ) async throws(ForgeError) -> [SurveyedRepository] {
    guard let listed = memory.takeListed() else { return [] }
    let issues = try await ownIssues()
    return names.compactMap { name in
      listed.all[name].map { repository in
        let own = issues[name] ?? []
        var parts = repository.surveyed + own.sorted { $0.number < $1.number }.flatMap(\.surveyed)
        let times = [repository.updatedAt] + own.map(\.updatedAt)
        // Times have seconds: a change can follow that leaves them.
        if !times.allSatisfy({ HostTime.isPast($0, at: listed.at) }) {
          parts.append("\(listed.at.milliseconds)")
        }
        let shown: Set<SurveyedRepository.Part> = own.isEmpty ? [] : [.issues]
        return SurveyedRepository(
          name: name, head: nil, mark: ChangeMark(listed.at, parts).digest, shown: shown)
      }
    }
  }

  /// Our issues, open and closed; none if the token may not read issues.
  ///
  /// A search without words reads the database, not the index, which can be out of date.
  private func ownIssues() async throws(ForgeError) -> [RepositoryName: [OwnIssue]] {
    let query = [("type", "issues"), ("state", "all"), ("created", "true")]
    do throws(ForgeError) {
      let found = try await host.pages(
        .get(["repos", "issues", "search"], query, scope: .account)
      ) { (page: [OwnIssue]) in page }
      let named = found.compactMap { issue in
        issue.repository?.fullName.flatMap { RepositoryName($0) }.map { ($0, issue) }
      }
      return Dictionary(grouping: named, by: \.0).mapValues { $0.map(\.1) }
    } catch {
      guard error.code == .forbidden else { throw error }
      return [:]
    }
  }
}

/// An issue in the list over all repositories.
private struct OwnIssue: Decodable, Sendable {
  struct Repository: Decodable, Sendable {
    var fullName: String?
  }

  var number: Int
  var state: String
  var comments: Int?
  var updatedAt: String?
  var repository: Repository?

  /// What a mark consists of.
  var surveyed: [String] { ["\(number)", state, "\(comments ?? 0)", updatedAt ?? "-"] }
}

extension GiteaRepository {
  /// What a mark consists of: the last push, and what the account may do.
  fileprivate var surveyed: [String] {
    let parts: [String?] = [
      id?.description, updatedAt, defaultBranch, archived?.description, mirror?.description,
      self.private?.description, self.internal?.description, hasPullRequests?.description,
      hasIssues?.description,
    ]
    return parts.map { $0 ?? "-" }
      + (permissions ?? [:]).sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
  }
}
