import Forges
import Store

extension Run {
  /// Remembers what the next pass can build on.
  func record(_ base: Base) async throws {
    guard !isDry else { return }
    try await world.store.save(
      RepositoryRecord(
        forge: forge.name, name: base.repository.description, defaultBranch: base.defaultBranch,
        visitedAt: world.now()))
  }
}
