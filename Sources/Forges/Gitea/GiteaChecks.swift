import Time

extension GiteaForge {
  /// `GET commits/SHA/status`: the newest status of each context; Actions report their jobs there.
  package func checks(
    of commit: String, in repository: RepositoryName
  ) async throws(ForgeError) -> [Check] {
    struct Page: Decodable, Sendable {
      /// Null if there are none.
      var statuses: [GiteaStatus]?
    }
    let found = try await host.pages(get(repository, "commits", commit, "status")) {
      (page: Page) in (page.statuses ?? []).map(\.value)
    }
    return found.sorted { $0.name < $1.name }
  }
}

/// A commit status in Gitea's format.
private struct GiteaStatus: Decodable, Sendable {
  var context: String
  /// `pending`, `success`, `error`, `failure`, `warning` or `skipped`.
  var status: String
  var targetUrl: String?
  var createdAt: String?
  var updatedAt: String?

  /// `warning` isn't a state that all hosts have, so it stays unknown and never passes: the host's
  /// own rules don't accept it either.
  var value: Check {
    let state = Check.State(word: status)
    return Check(
      name: context, state: state,
      webURL: targetUrl.flatMap { $0.isEmpty ? nil : $0 }, startedAt: HostTime.date(createdAt),
      completedAt: state == .pending ? nil : HostTime.date(updatedAt))
  }
}
