import HTTP

extension AzureForge {
  /// The statuses of a commit; if it is the head of an open pull request, also the statuses and the
  /// policies of that one, and the builds of its branch.
  package func checks(
    of commit: String, in repository: RepositoryName
  ) async throws(ForgeError) -> [Check] {
    let ofCommit: [AzureStatus] = try await host.counted(
      get(repository, "commits", commit, "statuses", query: [("latestOnly", "true")]),
      by: ("top", "skip"))
    var found = AzureStatus.newest(ofCommit).map(\.check)
    if let pull = try await pull(of: commit, in: repository) {
      found += try await statuses(of: pull.number, at: commit, in: repository)
      found += try await evaluations(of: pull.number, in: repository).compactMap(\.check)
      found += try await builds(of: pull.branch, at: commit, in: repository)
    }
    return Self.worst(found)
  }

  /// One check for each name: a status and the policy that demands it have the same name, and the
  /// policy follows later.
  private static func worst(_ checks: [Check]) -> [Check] {
    let rank: [Check.State.Outcome: Int] = [.failed: 0, .pending: 1, .passed: 2]
    var result: [String: Check] = [:]
    for check in checks {
      guard let other = result[check.name] else {
        result[check.name] = check
        continue
      }
      let isWorse = rank[check.state.outcome, default: 0] < rank[other.state.outcome, default: 0]
      if isWorse { result[check.name] = check }
    }
    return result.values.sorted { $0.name < $1.name }
  }

  /// The open pull request whose head is a commit.
  private func pull(
    of commit: String, in repository: RepositoryName
  ) async throws(ForgeError) -> (number: Int, branch: String)? {
    if let known = memory.pull(of: commit, in: repository) { return known }
    let query = [("searchCriteria.status", "active")]
    let open: [AzurePullRequest] = try await host.counted(
      get(repository, "pullrequests", query: query))
    for pull in open { memory.remember(pull, in: repository) }
    return memory.pull(of: commit, in: repository)
  }

  /// `GET pullRequests/N/statuses`; a status of an iteration with another head doesn't count.
  private func statuses(
    of number: Int, at commit: String, in repository: RepositoryName
  ) async throws(ForgeError) -> [Check] {
    var found: [AzureStatus] = try await host.all(
      get(repository, "pullRequests", "\(number)", "statuses"))
    if found.contains(where: { $0.iterationId != nil }) {
      let iterations: [AzureIteration] = try await host.all(
        get(repository, "pullRequests", "\(number)", "iterations"))
      let present = iterations.filter { $0.sourceRefCommit?.commitId == commit }.map(\.id)
      found.removeAll { $0.iterationId.map { !present.contains($0) } ?? false }
    }
    return AzureStatus.newest(found).map(\.check)
  }

  /// `GET build/builds` of a branch: the newest build of each pipeline at a commit.
  private func builds(
    of branch: String, at commit: String, in repository: RepositoryName
  ) async throws(ForgeError) -> [Check] {
    let query = [
      ("repositoryId", try await details(of: repository).id), ("repositoryType", "TfsGit"),
      ("branchName", Self.ref(branch)), ("$top", "200"),
    ]
    let found: [AzureBuild] = try await host.all(
      get(in: repository.project, ["build", "builds"], query: query))
    var newest: [Int: AzureBuild] = [:]
    for build in found where build.sourceVersion == commit {
      let key = build.definition?.id ?? -build.id
      if newest[key].map({ $0.id < build.id }) ?? true { newest[key] = build }
    }
    return newest.values.map(\.check)
  }
}

/// A status of a commit or of a pull request.
struct AzureStatus: Decodable, Sendable {
  struct Context: Decodable, Sendable {
    var name: String?
    var genre: String?
  }

  var id: Int?
  /// `notSet`, `pending`, `succeeded`, `failed`, `error`, `notApplicable`, or later words.
  var state: String?
  var context: Context?
  var targetUrl: String?
  /// Only of a pull request: the push that it concerns.
  var iterationId: Int?

  var name: String { AzurePolicy.name(context?.genre, context?.name) }

  /// The newest status of each context.
  static func newest(_ statuses: [AzureStatus]) -> [AzureStatus] {
    var newest: [String: AzureStatus] = [:]
    for status in statuses
    where newest[status.name].map({ ($0.id ?? 0) < (status.id ?? 0) }) ?? true {
      newest[status.name] = status
    }
    return Array(newest.values)
  }

  var check: Check {
    let conclusion: Check.State =
      switch state {
      case "succeeded": .success
      case "failed": .failure
      case "error": .error
      case "notApplicable": .skipped
      case "pending", "notSet", nil: .pending
      case let word?: .unknown(word)
      }
    return Check(name: name, state: conclusion, webURL: targetUrl)
  }
}

/// A push to the branch of a pull request.
struct AzureIteration: Decodable, Sendable {
  var id: Int
  var sourceRefCommit: AzurePullRequest.CommitName?
}

/// A run of a pipeline.
struct AzureBuild: Decodable, Sendable {
  struct Definition: Decodable, Sendable {
    var id: Int
    var name: String?
  }

  var id: Int
  var definition: Definition?
  /// `notStarted`, `inProgress`, `completed`, `cancelling`, `postponed` or `none`.
  var status: String?
  /// `succeeded`, `partiallySucceeded`, `failed`, `canceled` or `none`.
  var result: String?
  var sourceVersion: String?
  var startTime: String?
  var finishTime: String?

  var check: Check {
    let conclusion: Check.State =
      switch (status, result) {
      case ("completed", "succeeded"): .success
      case ("completed", "canceled"): .cancelled
      case ("completed", "failed"), ("completed", "partiallySucceeded"): .failure
      case ("completed", let word): .unknown(word ?? "none")
      case ("notStarted", _), ("inProgress", _), ("cancelling", _), ("postponed", _): .pending
      case (let word, _): .unknown(word ?? "none")
      }
    return Check(
      name: definition?.name ?? "build \(id)", state: conclusion,
      startedAt: HostTime.date(startTime),
      completedAt: conclusion == .pending ? nil : HostTime.date(finishTime))
  }
}
