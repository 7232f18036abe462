package import Forges
package import Store
package import Time

/// The differences between the list of repositories and the queue, without side effects.
package struct RepositoryChanges: Hashable, Sendable {
  /// The repositories without a job.
  package var arrived: [RepositoryName]
  /// The repositories with a job that are no longer selected.
  package var left: [RepositoryName]

  /// Compares the repositories on a forge with those in the queue.
  ///
  /// - Parameters:
  ///   - listed: the selected repositories on the forge.
  ///   - unlisted: owners whose repositories cannot be listed now, in lowercase.
  ///   - queued: the repositories of the forge that have a job.
  package init(listed: [RepositoryName], unlisted: [String] = [], queued: [RepositoryName]) {
    let (wanted, known) = (Set(listed), Set(queued))
    arrived = wanted.subtracting(known).sorted()
    left = known.subtracting(wanted).filter { name in
      !unlisted.contains(name.root.lowercased())
    }.sorted()
  }
}

extension StateStore {
  /// Updates the queue of a forge; new repositories are visited immediately.
  ///
  /// - Returns: the changes.
  /// - Throws: `DatabaseError`.
  package func follow(
    _ listed: [RepositoryName], unlisted: [String] = [], of forge: String, now: Timestamp
  ) async throws -> RepositoryChanges {
    let queued = try await jobs().map(\.repository).filter { $0.forge == forge }.map(\.name)
    let changes = RepositoryChanges(listed: listed, unlisted: unlisted, queued: queued)
    for name in changes.arrived {
      try await enqueue(
        Job(
          repository: RepositoryID(forge: forge, name: name), cause: .schedule, dueAt: now,
          enqueuedAt: now))
    }
    for name in changes.left { try await dequeue(RepositoryID(forge: forge, name: name)) }
    return changes
  }
}
