import Ecosystem
import Forges
import Store

extension Run {
  /// Finds our open pull requests again where nothing is remembered of a repository.
  ///
  /// The state is a cache: lost, it is rebuilt from the markers that our bodies carry. A record
  /// without a digest makes the publishing stage compare everything.
  func recall(_ base: Base) async throws {
    guard !isDry else { return }
    let name = base.repository.description
    guard try await world.store.repository(name, forge: forge.name) == nil else { return }
    for found in try await forge.pullRequests(PullRequestQuery(), in: base.repository) {
      guard found.author?.login == identity.login, let marker = BodyMarker(in: found.body) else {
        continue
      }
      let key = UpdateKey(
        forge: forge.name, repository: base.repository, base: found.base,
        scope: marker.scope, subject: marker.subject)
      try await world.store.save(
        PullRequestRecord(
          key: key.description, forge: forge.name, repository: name, number: found.number,
          branch: found.head, head: "", base: "", digest: "", versions: marker.versions,
          state: .open, updatedAt: world.now()))
    }
  }
}
