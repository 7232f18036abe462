import Ecosystem
import Forges
import Store

extension RepositoryPass {
  /// Finds our pull requests and what people ignored again where nothing is remembered of a
  /// repository.
  ///
  /// The state is a cache: lost, it is rebuilt from the markers that our bodies and answers carry.
  /// A record without a digest makes the publishing stage compare everything.
  ///
  /// - Parameter base: the repository.
  /// - Returns: all pull requests, so that none is asked for again; nil where there are more than
  ///   were listed, or nothing had to be recalled.
  /// - Throws: `ForgeError` or `DatabaseError`.
  func recall(_ base: Base) async throws -> [PullRequest]? {
    guard !isDry else { return nil }
    let name = base.repository.description
    guard try await world.store.repository(name, forge: forge.name) == nil else { return nil }
    let query = PullRequestQuery(state: .all, limit: 500)
    let all = try await forge.pullRequests(query, in: base.repository)
    labels.note(all.flatMap(\.labels), in: base.repository)
    var ours: [PullRequest] = []
    for found in all {
      guard found.author?.login == identity.login, let marker = BodyMarker(in: found.body) else {
        continue
      }
      ours.append(found)
      if found.state == .open { try await remember(found, marker, base) }
    }
    try await recallIgnores(ours, in: base.repository)
    return all.count < query.limit ? all : nil
  }

  private func remember(
    _ found: PullRequest, _ marker: BodyMarker, _ base: Base
  ) async throws {
    let key = UpdateKey(
      forge: forge.name, repository: base.repository, base: found.base,
      scope: marker.scope, subject: marker.subject)
    try await world.store.save(
      PullRequestRecord(
        key: key.description, forge: forge.name, repository: base.repository.description,
        number: found.number, branch: found.head, head: "", base: "", digest: "",
        versions: marker.versions, state: .open, updatedAt: world.now()))
  }
}
