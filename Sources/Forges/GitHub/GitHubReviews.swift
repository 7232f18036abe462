extension GitHubForge {
  /// `GET pulls/N/reviews`: the latest decision of each reviewer, not counting comments.
  package func changeRequests(
    on number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> [String] {
    let reviews = try await host.list(
      .get(
        repository.path("pulls", "\(number)", "reviews"), [("per_page", "100")],
        scope: .owner(repository.owner))
    ) { (page: [GitHubReview]) in page }
    var latest: [String: String] = [:]
    // Oldest first; a comment doesn't change a decision.
    for review in reviews where review.isDecision { latest[review.login] = review.state }
    return latest.filter { $0.value == "CHANGES_REQUESTED" }.keys.sorted()
  }
}

/// A review in GitHub's format.
private struct GitHubReview: Decodable, Sendable {
  var state: String?
  var user: GitHubUser?

  /// Deleted accounts are shown as GitHub's account `ghost`.
  var login: String { user?.login ?? "ghost" }

  var isDecision: Bool {
    ["APPROVED", "CHANGES_REQUESTED", "DISMISSED"].contains(state ?? "")
  }
}
