import FoundationEssentials
import Text
import Time

extension GitHubForge {
  /// Two lists, `commits/SHA/status` and `commits/SHA/check-runs` with `filter=latest`.
  package func checks(
    of commit: String, in repository: RepositoryName
  ) async throws(ForgeError) -> [Check] {
    async let runs = Result { () async throws(ForgeError) in
      try await checkRuns(of: commit, in: repository)
    }
    let found = try await statuses(of: commit, in: repository)
    return (found + (try await runs.get())).sorted { $0.name < $1.name }
  }

  private func statuses(
    of commit: String, in repository: RepositoryName
  ) async throws(ForgeError) -> [Check] {
    struct Page: Decodable {
      var statuses: [GitHubStatus]
    }
    return try await host.list(
      .get(
        repository.path("commits", commit, "status"), [("per_page", "100")],
        scope: .owner(repository.owner))
    ) { (page: Page) in page.statuses.map(\.value) }
  }

  private func checkRuns(
    of commit: String, in repository: RepositoryName
  ) async throws(ForgeError) -> [Check] {
    struct Page: Decodable {
      var checkRuns: [GitHubCheckRun]
    }
    return try await host.list(
      .get(
        repository.path("commits", commit, "check-runs"),
        [("filter", "latest"), ("per_page", "100")], scope: .owner(repository.owner))
    ) { (page: Page) in page.checkRuns.map(\.value) }
  }

  /// `commits/SHA/check-suites`: the Apps of suites that have runs and are not completed.
  package func unfinishedSuites(
    of commit: String, in repository: RepositoryName
  ) async throws(ForgeError) -> [String] {
    let suites = try await host.list(
      .get(
        repository.path("commits", commit, "check-suites"), [("per_page", "100")],
        scope: .owner(repository.owner))
    ) { (page: GitHubCheckSuite.Page) in page.checkSuites }
    return suites.filter(\.isUnfinished).map(\.displayName).sorted()
  }
}

/// A commit status in GitHub's format.
private struct GitHubStatus: Decodable, Sendable {
  var context: String
  var state: String
  var targetUrl: String?
  /// Ends in `/in/ID` for the picture of an App; nothing else in a status names the App.
  var avatarUrl: String?
  var createdAt: String?
  var updatedAt: String?

  var value: Check {
    let state = Check.State(word: state)
    let end = state == .pending ? nil : HostTime.date(updatedAt)
    return Check(
      name: context, state: state, app: app, webURL: targetUrl,
      startedAt: HostTime.date(createdAt), completedAt: end)
  }

  private var app: Int? {
    let path = (avatarUrl ?? "").split(separator: "?").first ?? ""
    let parts = path.slashParts().suffix(2)
    return parts.first == "in" ? parts.last?.number(in: 0...Int(Int64.max)) : nil
  }
}

/// A check run in GitHub's format.
private struct GitHubCheckRun: Decodable, Sendable {
  struct Reference: Decodable, Sendable {
    var id: Int?
  }

  var name: String
  var status: String?
  var conclusion: String?
  var app: Reference?
  var checkSuite: Reference?
  var htmlUrl: String?
  var startedAt: String?
  var completedAt: String?

  var value: Check {
    Check(
      name: name,
      state: status == "completed" ? Check.State(word: conclusion ?? "none") : .pending,
      app: app?.id, suite: checkSuite?.id, webURL: htmlUrl,
      startedAt: HostTime.date(startedAt), completedAt: HostTime.date(completedAt))
  }
}

/// One App's checks of a commit, in GitHub's format.
private struct GitHubCheckSuite: Decodable, Sendable {
  struct Page: Decodable, Sendable {
    var checkSuites: [GitHubCheckSuite]
  }

  struct App: Decodable, Sendable {
    var slug: String?
    var name: String?
  }

  var status: String?
  var latestCheckRunsCount: Int?
  var app: App?

  /// GitHub creates a suite for every App that might check; a suite without runs never ends.
  var isUnfinished: Bool { status != "completed" && (latestCheckRunsCount ?? 0) > 0 }

  var displayName: String { app?.name ?? app?.slug ?? "a suite of checks" }
}
