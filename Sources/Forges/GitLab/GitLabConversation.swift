import FoundationEssentials
import HTTP
import JSON
import Time

extension GitLabForge {
  /// `GET notes` without those about changes of the merge request; comments on lines are included.
  package func comments(
    on number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> [Comment] {
    let query = [
      ("sort", "asc"), ("order_by", "created_at"), ("activity_filter", "only_comments"),
      ("per_page", "100"),
    ]
    return try await host.list(
      .get(repository.mergeRequest(number, "notes"), query, of: repository)
    ) { (page: [GitLabNote]) in page.filter { $0.system != true }.map(\.value) }
  }

  /// `POST notes`; after a lost response the notes are read, so that none is repeated.
  package func comment(
    _ body: String, on number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> Comment {
    let body = GitLabText.inert(body)
    let call = HostCall.write(
      .post, repository.mergeRequest(number, "notes"), ["body": .string(body)],
      scope: .owner(repository.owner), isContent: true)
    let made: GitLabNote = try await host.write(call) { () async throws(ForgeError) in
      let me = try await identity().login
      let newest = try await comments(on: number, in: repository).last { $0.author?.login == me }
      guard let newest, newest.body == body else { return nil }
      return GitLabNote(id: newest.id, body: body, author: try await user())
    }
    return made.value
  }

  /// `PUT notes/ID`.
  package func updateComment(
    _ id: Int, on number: Int, to body: String, in repository: RepositoryName
  ) async throws(ForgeError) {
    try await host.repeatable(
      .write(
        .put, repository.mergeRequest(number, "notes", "\(id)"),
        ["body": .string(GitLabText.inert(body))], scope: .owner(repository.owner)))
  }

  /// `POST notes/ID/award_emoji`, which answers 404 if we gave the same one before.
  package func react(
    _ reaction: Reaction, to comment: Int, on number: Int, in repository: RepositoryName
  ) async throws(ForgeError) {
    do throws(ForgeError) {
      try await host.repeatable(
        .write(
          .post, repository.mergeRequest(number, "notes", "\(comment)", "award_emoji"),
          ["name": .string(reaction.gitLabName)], scope: .owner(repository.owner)))
    } catch {
      guard error.code == .notFound, error.detail.contains("already been taken") else {
        throw error
      }
    }
  }

  /// `GET notes/ID/award_emoji`; a login is listed once for each of its reactions.
  package func reactors(
    to comment: Int, on number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> [String] {
    struct Award: Decodable {
      var user: GitLabUser?
    }
    return try await host.list(
      .get(
        repository.mergeRequest(number, "notes", "\(comment)", "award_emoji"),
        [("per_page", "100")], of: repository)
    ) { (page: [Award]) in page.compactMap(\.user?.username) }
  }
}

extension Reaction {
  fileprivate var gitLabName: String {
    switch self {
    case .thumbsUp: "thumbsup"
    case .thumbsDown: "thumbsdown"
    case .confused: "confused"
    }
  }
}

/// A note in GitLab's format, which has no number of reactions.
private struct GitLabNote: Decodable, Sendable {
  var id: Int
  var body: String?
  var author: GitLabUser?
  var createdAt: String?
  var updatedAt: String?
  var system: Bool?

  var value: Comment {
    Comment(
      id: id, author: author?.account, body: body ?? "", createdAt: HostTime.date(createdAt),
      isEdited: isEdited, reactions: nil)
  }

  /// GitLab may save a new note twice within a moment.
  private var isEdited: Bool {
    guard let made = HostTime.date(createdAt), let changed = HostTime.date(updatedAt) else {
      return false
    }
    return changed - made >= .seconds(1)
  }
}
