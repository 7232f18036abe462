extension GiteaForge {
  /// `GET pulls/N/reviews`: the latest decision of each reviewer that was not dismissed.
  package func changeRequests(
    on number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> [String] {
    let reviews = try await host.pages(get(repository, "pulls", "\(number)", "reviews")) {
      (page: [GiteaReview]) in page
    }
    var latest: [String: GiteaReview] = [:]
    // Oldest first; a comment or a request for a review doesn't change a decision.
    for review in reviews where review.isDecision { latest[review.author] = review }
    return latest.filter { $0.value.asksForChanges }.keys.sorted()
  }
}

/// A review in Gitea's format.
private struct GiteaReview: Decodable, Sendable {
  struct Team: Decodable, Sendable {
    var name: String?
  }

  var state: String?
  var dismissed: Bool?
  var user: GiteaUser?
  var team: Team?

  /// Deleted accounts are shown as `Ghost`.
  var author: String { user?.login ?? team?.name ?? "Ghost" }
  var isDecision: Bool { ["APPROVED", "REQUEST_CHANGES"].contains(state ?? "") }
  var asksForChanges: Bool { state == "REQUEST_CHANGES" && dismissed != true }
}
