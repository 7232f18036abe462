import Text
import HTTP
import JSON

extension GiteaForge {
  /// `PATCH pulls/N` with the present assignees and those that the repository can have.
  package func assign(
    _ logins: [String], to number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> [String] {
    guard !logins.isEmpty else { return [] }
    let possible = try await assignees(of: repository)
    let present = try await read(number, in: repository).assignees?.map(\.login) ?? []
    let known = Set(present.map { $0.lowercased() })
    let missing = logins.filter { !known.contains($0.lowercased()) }
    let added = missing.filter { possible.contains($0.lowercased()) }
    if !added.isEmpty {
      try await host.repeatable(
        change(
          .patch, repository, "pulls", "\(number)",
          body: ["assignees": .array((present + added).map(JSONValue.string))]))
    }
    return missing.filter { !added.contains($0) }
  }

  /// `POST pulls/N/requested_reviewers` for each.
  ///
  /// One request for all would fail if one of them is unknown or wrote the pull request.
  package func requestReviews(
    _ reviewers: [String], on number: Int, in repository: RepositoryName
  ) async throws(ForgeError) {
    var refusal: ForgeError?
    for reviewer in reviewers {
      let team = reviewer.slashParts(maxSplits: 1).dropFirst().first.map(String.init)
      let body: JSONValue =
        team.map { ["team_reviewers": .array([.string($0)])] }
        ?? ["reviewers": .array([.string(reviewer)])]
      do throws(ForgeError) {
        try await host.repeatable(
          change(
            .post, repository, "pulls", "\(number)", "requested_reviewers", body: body))
      } catch {
        guard [.notFound, .rejected].contains(error.code) else { throw error }
        refusal = refusal ?? error
      }
    }
    if let refusal { throw refusal }
  }

  /// `PATCH issues/N`, after the milestone was found: the server answers an unknown one with a 500.
  package func setMilestone(
    _ milestone: Int, of number: Int, in repository: RepositoryName
  ) async throws(ForgeError) {
    struct Milestone: Decodable, Sendable {
      var id: Int
    }
    let all = try await host.pages(get(repository, "milestones", query: [("state", "all")])) {
      (page: [Milestone]) in page.map(\.id)
    }
    guard all.contains(milestone) else {
      let subject = "milestones of \(repository)"
      throw ForgeError(.notFound, subject: subject, detail: "there is no milestone \(milestone)")
    }
    try await host.repeatable(
      change(
        .patch, repository, "issues", "\(number)", body: ["milestone": .int(milestone)]))
  }
}
