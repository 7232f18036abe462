import HTTP
import JSON

extension GitLabForge {
  /// `GET labels`, with those of the groups.
  package func labels(in repository: RepositoryName) async throws(ForgeError) -> [Label] {
    try await host.list(
      .get(repository.project("labels"), [("per_page", "100")], of: repository)
    ) { (page: [GitLabLabel]) in page.map(\.value) }
  }

  /// `POST labels`; a 409 means that there is one, which may have another color.
  package func createLabel(
    _ label: Label, in repository: RepositoryName
  ) async throws(ForgeError) -> Creation<Label> {
    let call = HostCall.write(
      .post, repository.project("labels"),
      [
        "name": .string(label.name), "color": .string("#\(label.color)"),
        "description": .string(label.about),
      ], scope: .owner(repository.owner))
    do throws(ForgeError) {
      let made: GitLabLabel = try await host.write(call) { () async throws(ForgeError) in
        try await host.readIfPresent(
          .get(repository.project("labels", label.name), of: repository))
      }
      return .created(made.value)
    } catch {
      guard error.code == .conflict else { throw error }
      return .existed(label)
    }
  }

  /// `PUT merge_requests/N` with `add_labels`; no request for an empty list.
  package func addLabels(
    _ names: [String], to number: Int, in repository: RepositoryName
  ) async throws(ForgeError) {
    guard !names.isEmpty else { return }
    _ = try await change(
      number, ["add_labels": .array(names.map(Value.string))], in: repository)
  }

  /// `PUT merge_requests/N` with `remove_labels`, which ignores missing ones.
  package func removeLabel(
    _ name: String, from number: Int, in repository: RepositoryName
  ) async throws(ForgeError) {
    _ = try await change(number, ["remove_labels": [.string(name)]], in: repository)
  }

  /// `PUT merge_requests/N` with all assignees; the free edition keeps the first one only.
  package func assign(
    _ logins: [String], to number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> [String] {
    try await set("assignee_ids", { $0.assignees }, adding: logins, on: number, in: repository)
  }

  /// `PUT merge_requests/N` with all reviewers; the free edition keeps the first one only, and groups
  /// review by approval rules.
  package func requestReviews(
    _ reviewers: [String], on number: Int, in repository: RepositoryName
  ) async throws(ForgeError) {
    let people = reviewers.filter { !$0.contains("/") }
    let ignored = try await set(
      "reviewer_ids", { $0.reviewers }, adding: people, on: number, in: repository)
    let subject = "reviewers of \(repository)!\(number)"
    if let name = ignored.first {
      throw ForgeError(
        .rejected, subject: subject,
        detail: "GitLab has no account \(name), or it allows fewer reviewers")
    }
    if let group = reviewers.first(where: { $0.contains("/") }) {
      throw ForgeError(
        .unsupported, subject: subject,
        detail: "the group \(group) can review by approval rules only")
    }
  }

  /// Adds people to a list of a merge request, and returns those that GitLab ignored.
  private func set(
    _ field: String, _ list: @Sendable (GitLabMergeRequest) -> [GitLabUser]?,
    adding logins: [String], on number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> [String] {
    guard !logins.isEmpty else { return [] }
    let present = (list(try await details(number, in: repository)) ?? []).map(\.id)
    var wanted: [(login: String, id: Int)] = []
    var ignored: [String] = []
    for login in logins {
      guard let id = try await userID(of: login) else {
        ignored.append(login)
        continue
      }
      if !present.contains(id) { wanted.append((login: login, id: id)) }
    }
    guard !wanted.isEmpty else { return ignored }
    let ids = present + wanted.map(\.id)
    let answer = try await change(
      number, .object(Object([(field, .array(ids.map { .int($0) }))])), in: repository)
    let kept = (list(answer) ?? []).map(\.id)
    return ignored + wanted.filter { !kept.contains($0.id) }.map(\.login)
  }

  /// `PUT merge_requests/N` with the identifier of the milestone with this number.
  package func setMilestone(
    _ milestone: Int, of number: Int, in repository: RepositoryName
  ) async throws(ForgeError) {
    let query = [
      ("iids[]", "\(milestone)"), ("include_ancestors", "true"), ("per_page", "100"),
    ]
    let found = try await host.list(
      .get(repository.project("milestones"), query, of: repository)
    ) { (page: [GitLabMilestone]) in page.filter { $0.iid == milestone } }
    // A milestone of the project comes before one of a group with the same number.
    guard let chosen = found.first(where: { $0.projectId != nil }) ?? found.first else {
      throw ForgeError(
        .notFound, subject: "GET \(repository)/milestones", detail: "no milestone %\(milestone)")
    }
    _ = try await change(number, ["milestone_id": .int(chosen.id)], in: repository)
  }
}

/// A label in GitLab's format.
private struct GitLabLabel: Decodable, Sendable {
  var name: String
  var color: String?
  var description: String?

  /// The color without its sign; names of colors have been converted by GitLab.
  var value: Label {
    Label(
      name: name, color: color.map { String($0.drop { $0 == "#" }) } ?? "ededed",
      about: description ?? "")
  }
}

/// A milestone in GitLab's format.
private struct GitLabMilestone: Decodable, Sendable {
  var id: Int
  var iid: Int
  /// Nil for a milestone of a group.
  var projectId: Int?
}
