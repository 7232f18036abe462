import Store

/// Declined versions that a person wants to see again.
struct AcceptedVersions: Sendable {
  /// The declined versions of the closed pull request.
  var rest: DeclinedVersions
  /// The versions to propose again.
  var accepted: [CommentThread.Proposed]

  /// Divides the versions of a closed pull request; nil if none is wanted again.
  init?(
    _ declined: DeclinedVersions, where isWanted: (CommentThread.Proposed) -> Bool
  ) {
    guard let key = UpdateKey(declined.key, of: declined.repository) else { return nil }
    rest = declined
    accepted = []
    for (text, version) in declined.versions {
      for proposed in CommentThread.proposed([text: version], key.scope) where isWanted(proposed) {
        rest.versions[text] = nil
        accepted.append(proposed)
      }
    }
    guard !accepted.isEmpty else { return nil }
    accepted.sort { $0.name < $1.name }
  }
}

extension CommandHandler {
  /// Returns the declined versions of the dependencies of a pull request, or of all dependencies with
  /// a name in lowercase.
  func declined(
    of proposed: [CommentThread.Proposed], named name: String? = nil
  ) async throws -> [AcceptedVersions] {
    try await store.declinedVersions(of: id).compactMap { declined in
      AcceptedVersions(declined) { version in
        name.map { $0 == version.name.lowercased() }
          ?? proposed.contains { $0.isOfSameDependency(as: version) }
      }
    }
  }

  /// Stores that some versions of a closed pull request may be proposed again.
  func accept(_ versions: AcceptedVersions) async throws {
    let record = try await store.pullRequests(of: id).first { record in
      record.number == versions.rest.number && record.state == .declined
    }
    guard var record else { return try await store.save(versions.rest) }
    record.versions = versions.rest.versions
    if record.versions.isEmpty { record.state = .closed }
    record.updatedAt = pass.world.now()
    try await store.save(record)
  }
}
