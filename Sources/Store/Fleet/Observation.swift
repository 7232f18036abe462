import Database
package import Forges
package import Time

/// A dependency on a branch of a repository, as read by the last pass.
package struct Observation: Hashable, Codable, Sendable {
  /// The branch that is updated.
  package var branch: String
  /// The manifest's path from the root of the tree.
  package var manifest: String
  /// The name in the manifest or the lock file.
  package var name: String
  /// The word in `dependabot.yml`: `npm`, `bundler`, `swift`.
  package var ecosystem: String
  /// In the format of `dependabot.yml`.
  package var directory: String
  /// `direct` or `indirect`.
  package var kind: String
  /// `production` or `development`.
  package var purpose: String
  /// The requirement in the manifest: `^1.2.0`, or empty.
  package var requirement: String
  /// The locked version, branch or revision; nil without a lock file.
  package var current: String?
  /// The version that is proposed or held back, or nil.
  package var latest: String?
  /// The result of the last pass.
  package var state: ObservationState
  /// The reason for the state.
  package var reason: String
  /// The number of its pull request, or nil.
  package var number: Int?
  /// The seconds between the release of `current` and that of the newest version; nil if unknown.
  package var behind: Int?
  /// The time when `latest` was looked up; older than the last pass if that
  /// failed.
  package var seenAt: Timestamp
  /// The advisories for the locked versions, sorted by identifier.
  package var advisories: [ObservedAdvisory] = []
  /// The lowest newer version without an advisory; nil if no such version exists or no fix is needed.
  package var fix: String?
  /// The package name in advisories; nil if advisories are not queried for it.
  package var advised: String?
  /// All locked versions, the current one first; empty if `advised` is nil.
  package var versions: [String] = []
  /// Why the newest version is held back although another one may be proposed; nil if it isn't.
  package var held: ObservationState?
  /// That version; nil if none is held back.
  package var heldVersion: String?
  /// When its cooldown ends; nil if it has another reason.
  package var heldUntil: Timestamp?

  /// Creates an observation.
  package init(
    branch: String, manifest: String, name: String, ecosystem: String, directory: String,
    kind: String, purpose: String, requirement: String, current: String?, latest: String?,
    state: ObservationState, reason: String, number: Int?, seenAt: Timestamp
  ) {
    self.branch = branch
    self.manifest = manifest
    self.name = name
    self.ecosystem = ecosystem
    self.directory = directory
    self.kind = kind
    self.purpose = purpose
    self.requirement = requirement
    self.current = current
    self.latest = latest
    self.state = state
    self.reason = reason
    self.number = number
    self.seenAt = seenAt
  }
}

extension Observation {
  /// The newest version that waits for a time, a place or a person; nil if none does.
  package var waitingVersion: String? {
    if held?.isWaiting ?? false, let heldVersion { return heldVersion }
    return state.isWaiting ? latest : nil
  }
}

extension StateStore {
  /// Stores the observations of a branch; only differences are written.
  ///
  /// - Parameters:
  ///   - observations: replace all earlier observations of their manifests.
  ///   - manifests: all manifests of the branch; observations of other manifests are deleted.
  ///   - branch: the branch in the repository.
  ///   - repository: the repository.
  ///   - before: the stored observations of the repository; nil: they are read.
  ///   - facts: what follows from them; stored in the same transaction.
  /// - Throws: `DatabaseError`.
  package func observe(
    _ observations: [Observation], manifests: Set<String>, on branch: String,
    of repository: RepositoryID, over before: [Observation]? = nil, noting facts: [Fact] = []
  ) async throws {
    let known = if let before { before } else { try await self.observations(of: repository) }
    let changes = ObservationChanges(
      from: known.lazy.filter { $0.branch == branch }, to: observations, manifests: manifests)
    guard !changes.isEmpty || !facts.isEmpty else { return }
    try await apply(changes, on: branch, of: repository, noting: facts)
  }

  /// Writes the differences between the observations of a branch and those of the last pass.
  func apply(
    _ changes: ObservationChanges, on branch: String, of repository: RepositoryID,
    noting facts: [Fact]
  ) async throws {
    if let send {
      var rest = changes
      rest.saved = []
      let call = StateCall.observe(rest, branch: branch, of: repository, noting: facts)
      _ = try await send(call, changes.saved.packed)
      return
    }
    let rows = try changes.saved.map { try Row(encoding: $0) }
    try await connection.write { transaction in
      let id = try transaction.id(of: repository)
      for key in changes.removed {
        try transaction.execute(
          "DELETE FROM observations WHERE \(isOfManifest) AND name = ?", id, branch, key.manifest,
          key.name)
      }
      for (manifest, time) in changes.seen {
        try transaction.execute(
          "UPDATE observations SET seen_at = ? WHERE \(isOfManifest) AND state <> ?", time, id,
          branch, manifest, ObservationState.problem.rawValue)
      }
      try transaction.insert(
        rows.map { $0.setting("repository_id", to: id) }, into: "observations",
        onConflict: .replace(key: ["repository_id", "branch", "manifest", "name"]))
      if !(rows.isEmpty && changes.removed.isEmpty) { try transaction.countDependencies(of: id) }
      try transaction.note(facts, of: id)
    }
  }

  /// Returns the observations of a repository, sorted by branch, manifest and name.
  package func observations(of repository: RepositoryID) async throws -> [Observation] {
    try await observationRows(of: repository).map { try $0.decode() }
  }

  /// Returns the observations as they are stored, which another process decodes faster than JSON.
  func observationRows(of repository: RepositoryID) async throws -> [Row] {
    if let send {
      let answer = try await send(.observations(of: repository), [])
      guard let rows = [Row](packed: answer.value) else {
        throw StateRefusal("its answer is malformed")
      }
      return rows
    }
    return try await connection.read { transaction in
      try transaction.execute(
        """
        SELECT * FROM observations WHERE \(isOfRepository) ORDER BY branch, manifest, kind, name
        """, repository.forge, repository.name)
    }
  }
}

/// Limits a statement to the observations of a manifest: repository, branch and manifest.
private let isOfManifest = "repository_id = ? AND branch = ? AND manifest = ?"
