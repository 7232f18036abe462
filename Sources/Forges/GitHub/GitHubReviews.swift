extension GitHubForge {
  /// `GET pulls/N/reviews`: the latest decision of each reviewer counts; comments decide nothing.
  package func changeRequests(
    on number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> [String] {
    let reviews = try await host.list(
      .get(
        repository.path("pulls", "\(number)", "reviews"), [("per_page", "100")],
        scope: .owner(repository.owner))
    ) { (page: [GitHubReview]) in page }
    var latest: [String: String] = [:]
    // Oldest first; a mere comment takes nothing back.
    for review in reviews where review.isDecision { latest[review.login] = review.state }
    return latest.filter { $0.value == "CHANGES_REQUESTED" }.keys.sorted()
  }
}

/// A review as GitHub writes it.
private struct GitHubReview: Decodable, Sendable {
  var state: String?
  var user: GitHubUser?

  /// Accounts that are gone share GitHub's ghost.
  var login: String { user?.login ?? "ghost" }

  var isDecision: Bool {
    ["APPROVED", "CHANGES_REQUESTED", "DISMISSED"].contains(state ?? "")
  }
}
