package import Ecosystem
import Text

extension JavaScriptProject {
  /// Resolves like the tool; a requested version that it would not choose is preferred in a second attempt.
  ///
  /// If there is no solution because of unmet peers, the update is tried once more with what is coupled.
  package func change(toward goal: Goal) async throws(Problem) -> Change {
    try sources.requireSupport(writing: true)
    do throws(Problem) {
      return try await change(try await plan(goal))
    } catch {
      // The run couples by itself, because rules decide about each dependency.
      guard error.kind == .unsolvable, Sources.traits.requiresPeers, !goal.selectsRequirements,
        let wider = try await coupled(goal)
      else { throw error }
      return wider.change
    }
  }

  /// Tries a plan with the tool's own choice of versions first.
  func change(_ plan: UpdatePlan) async throws(Problem) -> Change {
    var attempts = plan.attempts(Sources.traits.steering)
    let last = attempts.removeLast()
    for attempt in attempts {
      do throws(Problem) {
        return try await self.attempt(attempt)
      } catch {
        // A version that needs a package which its registry lacks is like a conflict: the steered attempt
        // prefers the version that was asked for.
        guard error.kind == .unsolvable || error.unavailable != nil else { throw error }
      }
    }
    return try await attempt(last)
  }

  /// Resolves, and proves that the new lock has what the plan asks for and nothing else changed.
  private func attempt(_ plan: UpdatePlan) async throws(Problem) -> Change {
    var edited = try sources.applying(plan.edits)
    let new = try await edited.resolve(plan, replacing: sources, for: ecosystem)
    let lock = try sources.copies()
    let (before, after) = (
      sources.requirements(in: lock), edited.requirements(in: new.copies)
    )
    let comparison = LockComparison(
      before: lock, after: new.copies, required: before, requiredAfter: after,
      edits: plan.requirementEdits, direct: sources.files.directNames)
    try comparison.prove(plan, Sources.traits.missingVersion, new.rules)
    let requirements = RequirementProof(before: before, after: after)
    try requirements.prove(plan.targets)
    if plan.aim != .fresh { try comparison.proveDigests() }
    try await new.verify()
    var change = Change(
      files: edited.changes(from: sources) + lockChange(new),
      moves: requirements.completed(comparison.moves(first: plan.targets.map(\.name))))
    if !Sources.traits.listsLockLast { change.files.sort { $0.path < $1.path } }
    change.requirements = plan.edits.map(\.reported)
    if plan.selectsRequirements {
      change.warnings = PeerUse.warnings(
        before: try await unmetPeers(of: before), after: try await unmetPeers(of: after))
    }
    return change
  }

  private func lockChange(_ new: NewLock) -> [FileChange] {
    let before = sources.lockText?.bytes
    if before == new.bytes { return [] }
    if let bytes = new.bytes { sources.files.remember(new.copies, of: bytes) }
    return [FileChange(path: sources.lockPath, before: before, after: new.bytes)]
  }
}

/// What a reviewer has to know about a new lock.
extension JavaScriptProject {
  /// Finds packages whose address is new in the lock and leads to an origin that isn't a registry's.
  ///
  /// A registry may name any address for a tarball. The tools write it into the lock and fetch from there.
  package func foreignSources(in change: Change) throws(Problem) -> [ForeignSource] {
    var (known, added): (Set<LockedSource>, Set<LockedSource>) = ([], [])
    for file in change.files where isLock(file.path) {
      guard let after = file.after else { continue }
      let before = try file.before.map { (bytes) throws(Problem) in try locked(bytes, file.path) }
      known.formUnion(before ?? [])
      added.formUnion(try locked(after, file.path).subtracting(before ?? []))
    }
    return try sources.settings.foreignSources(among: added, before: known)
  }

  /// Lists the digests and commits that are new in the lock.
  package func contentIdentities(
    in change: Change
  ) async throws(Problem) -> [ContentIdentity] {
    try change.newIdentities(in: isLock) { (bytes, path) throws(Problem) in
      try sources.copies(of: SourceText(file: path, bytes: bytes)).all.compactMap { copy in
        copy.digest.map {
          ContentIdentity(package: copy.package, version: copy.reference, value: $0)
        }
      }
    }
  }

  private func isLock(_ path: String) -> Bool {
    Sources.traits.tool.locks.contains(TreePath.name(of: path))
  }

  private func locked(_ bytes: [UInt8], _ path: String) throws(Problem) -> Set<LockedSource> {
    let copies = try sources.copies(of: SourceText(file: path, bytes: bytes))
    var found: Set<LockedSource> = []
    for copy in copies.all {
      guard let address = try address(of: copy) else { continue }
      found.insert(LockedSource(package: copy.package, address: address))
    }
    return found
  }

  /// Where a copy comes from: the registry of its name if the lock has no address.
  private func address(of copy: LockedCopy) throws(Problem) -> String? {
    if let address = copy.address { return address }
    guard copy.isRegistered, let name = PackageName(copy.package) else { return nil }
    return try sources.settings.registry(for: name) + "/\(copy.package)/-/"
  }
}
