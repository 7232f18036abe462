package import Store

/// How the queue follows the list of repositories; pure.
package struct RepositoryChanges: Hashable, Sendable {
  /// Repositories without a job.
  package var arrived: [String]
  /// Repositories with a job that are no longer meant.
  package var left: [String]

  /// Compares what a forge lists with what waits in the queue.
  ///
  /// - Parameters:
  ///   - listed: every repository that the operator means and the forge shows.
  ///   - unlisted: owners whose repositories the forge does not show for now, in small letters.
  ///   - queued: those of the forge that have a job.
  package init(listed: [String], unlisted: [String] = [], queued: [String]) {
    let (wanted, known) = (Set(listed), Set(queued))
    arrived = wanted.subtracting(known).sorted()
    left = known.subtracting(wanted).filter { name in
      !unlisted.contains(name.prefix { $0 != "/" }.lowercased())
    }.sorted()
  }
}

extension StateStore {
  /// Brings the queue of a forge up to date: who has arrived is visited at once.
  ///
  /// - Returns: what changed.
  /// - Throws: `DatabaseError`.
  package func follow(
    _ listed: [String], unlisted: [String] = [], of forge: String, now: Int64
  ) async throws -> RepositoryChanges {
    let queued = try await jobs().filter { $0.forge == forge }.map(\.repository)
    let changes = RepositoryChanges(listed: listed, unlisted: unlisted, queued: queued)
    for name in changes.arrived {
      try await enqueue(
        Job(forge: forge, repository: name, cause: .schedule, dueAt: now, enqueuedAt: now))
    }
    for name in changes.left { try await dequeue(name, forge: forge) }
    return changes
  }
}
