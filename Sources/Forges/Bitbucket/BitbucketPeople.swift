extension BitbucketForge {
  /// `GET users` with the permission to write to the repository, which covers groups and
  /// administrators.
  package func permission(
    of login: String, in repository: RepositoryName
  ) async throws(ForgeError) -> Permission {
    let query = [
      ("filter", login), ("permission", "REPO_WRITE"), ("permission.projectKey", repository.owner),
      ("permission.repositorySlug", repository.name),
    ]
    let found: [BitbucketUser] = try await host.values(
      .get(["api", "latest", "users"], query, scope: .account))
    return found.contains { $0.login.lowercased() == login.lowercased() } ? .write : .read
  }

  /// `PUT pull-requests/N` with the present reviewers and another one; groups can't review.
  ///
  /// One request for all would fail if one of them is unknown or wrote the pull request.
  package func requestReviews(
    _ reviewers: [String], on number: Int, in repository: RepositoryName
  ) async throws(ForgeError) {
    for reviewer in reviewers {
      guard !reviewer.contains("/") else {
        throw ForgeError(
          .unsupported, subject: "reviewer \(reviewer)", detail: "a group cannot be a reviewer")
      }
      _ = try await change(number, in: repository) { present in
        let names = (present.reviewers ?? []).compactMap(\.user?.login)
        let isNew = !names.contains { $0.lowercased() == reviewer.lowercased() }
        return edited(
          present, PullRequestEdit(), adding: isNew ? [reviewer] : [], in: repository)
      }
    }
  }

  /// The reviewers whose status is `NEEDS_WORK`.
  package func changeRequests(
    on number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> [String] {
    (try await read(number, in: repository).reviewers ?? []).filter { $0.status == "NEEDS_WORK" }
      .map { $0.user?.login ?? "a deleted account" }.sorted()
  }
}
