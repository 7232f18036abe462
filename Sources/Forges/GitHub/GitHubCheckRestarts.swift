import HTTP
import JSON

extension GitHubForge {
  /// `POST actions/runs/ID/rerun-failed-jobs` for workflows, else `POST check-suites/ID/rerequest`.
  ///
  /// Statuses can't be started again. Needs `actions: write` or `checks: write`; without them nothing
  /// is started.
  package func restart(
    _ checks: [Check], of commit: String, in repository: RepositoryName
  ) async throws(ForgeError) -> Bool {
    let suites = Set(checks.compactMap(\.suite))
    guard !suites.isEmpty else { return false }
    do throws(ForgeError) {
      let runs = try await failedRuns(of: commit, in: repository).filter { run in
        run.checkSuiteId.map(suites.contains) ?? false
      }
      for run in runs {
        try await post(
          repository.path("actions", "runs", "\(run.id)", "rerun-failed-jobs"), of: repository)
      }
      for suite in suites.subtracting(runs.compactMap(\.checkSuiteId)).sorted() {
        try await post(
          repository.path("check-suites", "\(suite)", "rerequest"), of: repository)
      }
      return true
    } catch {
      switch error.code {
      case .forbidden, .notFound, .rejected: return false
      default: throw error
      }
    }
  }

  private func failedRuns(
    of commit: String, in repository: RepositoryName
  ) async throws(ForgeError) -> [GitHubRun] {
    struct Page: Decodable {
      var workflowRuns: [GitHubRun]
    }
    return try await host.list(
      .get(
        repository.path("actions", "runs"),
        [("head_sha", commit), ("status", "failure"), ("per_page", "100")],
        scope: .owner(repository.owner))
    ) { (page: Page) in page.workflowRuns }
  }

  private func post(
    _ path: [String], of repository: RepositoryName
  ) async throws(ForgeError) {
    let _: GitHubNothing = try await host.write(
      .write(.post, path, [:], scope: .owner(repository.owner)))
  }
}

/// A run of a workflow in GitHub's format.
private struct GitHubRun: Decodable, Sendable {
  var id: Int
  var checkSuiteId: Int?
}

/// An answer whose content doesn't matter.
private struct GitHubNothing: Decodable, Sendable {}
