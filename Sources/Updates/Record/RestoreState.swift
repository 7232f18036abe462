import Ecosystem
import Forges
import Store
import Time

extension RepositoryPass {
  /// Restores the records of our pull requests and the ignored versions if the state has none for a
  /// repository.
  ///
  /// The state is a cache: if it is lost, the markers in bodies and replies restore it. A restored
  /// record has no digest, so the publishing stage compares everything.
  ///
  /// - Returns: every pull request of the repository, which saves later requests; nil if nothing had
  ///   to be restored or there are too many to list.
  /// - Throws: `ForgeError` or `DatabaseError`.
  func restoreState(of base: Base) async throws -> [PullRequest]? {
    guard !isDry else { return nil }
    let repository = forge.id(of: base.repository)
    guard try await world.store.record(of: repository) == nil else { return nil }
    let query = PullRequestQuery(state: .all, limit: 500)
    let all = try await forge.pullRequests(query, in: base.repository)
    labels.insert(all.flatMap(\.labels), in: base.repository)
    // A first pass that was ended has saved records, which know their commits.
    let recorded = Set(
      try await world.store.pullRequests(of: repository).filter { $0.state == .open }.map(\.number))
    var ours: [PullRequest] = []
    for found in all {
      guard found.author?.login == identity.login, let marker = BodyMarker(in: found.body) else {
        continue
      }
      ours.append(found)
      guard found.state == .open, !recorded.contains(found.number) else { continue }
      try await restoreRecord(of: found, marker, base)
    }
    try await world.store.startActivity(
      at: ours.compactMap(\.createdAt).min(), of: repository)
    try await restoreIgnores(from: ours, in: base.repository)
    return all.count < query.limit ? all : nil
  }

  /// Saves a record of a pull request of ours that the state lacks.
  ///
  /// Its commit is known only if the state says what martlet was about to write on the branch.
  func restoreRecord(
    of found: PullRequest, _ marker: BodyMarker, _ base: Base
  ) async throws {
    let begun = try await world.store.begunBranches(of: forge.id(of: base.repository))
      .first { $0.branch == found.head }
    var own: CommitContents?
    if let begun { own = try await ownCommit(of: begun, in: base.repository) }
    let record = PullRequestRecord(
      restoring: found, marker, in: forge.id(of: base.repository), own, now: world.now())
    try await world.store.save(record)
  }
}
