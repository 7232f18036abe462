import FoundationEssentials

extension GitHubForge {
  package func checks(
    of commit: String, in repository: RepositoryName
  ) async throws(ForgeError) -> [Check] {
    let found =
      try await statuses(of: commit, in: repository)
      + checkRuns(of: commit, in: repository)
    return found.sorted { $0.name < $1.name }
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
        role: .owner(repository.owner))
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
        [("filter", "latest"), ("per_page", "100")], role: .owner(repository.owner))
    ) { (page: Page) in page.checkRuns.map(\.value) }
  }

  package func requiredChecks(
    of branch: String, in repository: RepositoryName
  ) async throws(ForgeError) -> [RequiredCheck] {
    let found: GitHubProtectedBranch? = try await host.readIfPresent(
      .get(repository.path("branches", branch), role: .owner(repository.owner)))
    let all = (found?.required ?? []) + (try await rules(of: branch, in: repository))
    let named = Set(all.filter { $0.app != nil }.map(\.name))
    // The same name with and without an App is one demand, the narrower.
    return Set(all.filter { $0.app != nil || !named.contains($0.name) })
      .sorted { ($0.name, $0.app ?? 0) < ($1.name, $1.app ?? 0) }
  }

  /// Rulesets; older servers and some plans have none, which they say by 403 or 404.
  private func rules(
    of branch: String, in repository: RepositoryName
  ) async throws(ForgeError) -> [RequiredCheck] {
    do throws(ForgeError) {
      return try await host.list(
        .get(
          repository.path("rules", "branches", branch), [("per_page", "100")],
          role: .owner(repository.owner))
      ) { (page: [GitHubRule]) in page.flatMap(\.required) }
    } catch {
      guard error.code == .notFound || error.code == .forbidden else { throw error }
      return []
    }
  }
}

/// A commit status as GitHub writes it.
private struct GitHubStatus: Decodable, Sendable {
  var context: String
  var state: String
  var targetUrl: String?
  var createdAt: String?
  var updatedAt: String?

  var value: Check {
    let state = Check.State(word: state)
    let end = state == .pending ? nil : GitHubTime.date(updatedAt)
    return Check(
      name: context, state: state, webURL: targetUrl, startedAt: GitHubTime.date(createdAt),
      completedAt: end)
  }
}

/// A check run as GitHub writes it.
private struct GitHubCheckRun: Decodable, Sendable {
  struct App: Decodable, Sendable {
    var id: Int?
  }

  var name: String
  var status: String?
  var conclusion: String?
  var app: App?
  var htmlUrl: String?
  var startedAt: String?
  var completedAt: String?

  var value: Check {
    Check(
      name: name,
      state: status == "completed" ? Check.State(word: conclusion ?? "none") : .pending,
      app: app?.id, webURL: htmlUrl, startedAt: GitHubTime.date(startedAt),
      completedAt: GitHubTime.date(completedAt))
  }
}

/// A branch with what its protection demands, which everybody who reads may see.
private struct GitHubProtectedBranch: Decodable, Sendable {
  struct Protection: Decodable, Sendable {
    struct Checks: Decodable, Sendable {
      var contexts: [String]?
      var checks: [Demand]?
    }

    struct Demand: Decodable, Sendable {
      var context: String
      var appId: Int?
    }

    var requiredStatusChecks: Checks?
  }

  var protection: Protection?

  var required: [RequiredCheck] {
    let checks = protection?.requiredStatusChecks
    return (checks?.contexts ?? []).map { RequiredCheck(name: $0) }
      + (checks?.checks ?? []).map { demand in
        // -1 is GitHub's word for anybody's.
        RequiredCheck(name: demand.context, app: demand.appId.flatMap { $0 > 0 ? $0 : nil })
      }
  }
}

/// A rule that applies to a branch.
private struct GitHubRule: Decodable, Sendable {
  struct Parameters: Decodable, Sendable {
    struct Demand: Decodable, Sendable {
      var context: String
      var integrationId: Int?
    }

    var requiredStatusChecks: [Demand]?
  }

  var type: String?
  var parameters: Parameters?

  var required: [RequiredCheck] {
    guard type == "required_status_checks" else { return [] }
    return (parameters?.requiredStatusChecks ?? []).map { demand in
      RequiredCheck(name: demand.context, app: demand.integrationId)
    }
  }
}
