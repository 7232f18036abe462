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
  ) async throws(ForgeError) {
    let present = try await details(number, in: repository).assignees?.map(\.id) ?? []
    try await set("assignee_ids", present, adding: logins, on: number, in: repository)
  }

  /// `PUT merge_requests/N` with all reviewers; groups review by approval rules, so `org/team` is
  /// ignored.
  package func requestReviews(
    _ reviewers: [String], on number: Int, in repository: RepositoryName
  ) async throws(ForgeError) {
    let people = reviewers.filter { !$0.contains("/") }
    guard !people.isEmpty else { return }
    let present = try await details(number, in: repository).reviewers?.map(\.id) ?? []
    try await set("reviewer_ids", present, adding: people, on: number, in: repository)
  }

  private func set(
    _ field: String, _ present: [Int], adding logins: [String], on number: Int,
    in repository: RepositoryName
  ) async throws(ForgeError) {
    var ids = present
    for login in logins {
      if let id = try await userID(of: login), !ids.contains(id) { ids.append(id) }
    }
    guard ids != present else { return }
    _ = try await change(
      number, .object(Object([(field, .array(ids.map { .int($0) }))])), in: repository)
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
        .notFound, place: "GET \(repository)/milestones", detail: "no milestone %\(milestone)")
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
