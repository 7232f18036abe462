package import Ecosystem
import Text

extension JavaScriptProject {
  /// Resolves like the tool; a requested version that it would not choose is preferred in a second attempt.
  ///
  /// If there is no solution because of unmet peers, the update is tried once more with what is coupled.
  package func change(toward goal: Goal) async throws(Problem) -> Change {
    try sources.requireSupport(writing: true)
    async let _ = requestDocuments(of: goal)
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

  /// Requests the documents of the targets, so that they arrive while the lock is examined.
  ///
  /// The resolution shares these requests, and their failures.
  private func requestDocuments(of goal: Goal) async {
    guard case .update(let targets, _) = goal, sources.lockText != nil else { return }
    await withTaskGroup { group in
      for name in sources.files.packages(of: targets) {
        guard let detail = sources.detail(of: name) else { continue }
        group.addTask { _ = await registry.answer(of: name, full: detail == .full) }
      }
    }
  }

  /// A change, and whether it leaves a requirement behind that was selected.
  private struct Attempted {
    var change: Change
    var isPartial: Bool
  }

  /// Resolves a plan; if it moves only some of the selected requirements, their names are updated too.
  ///
  ///     package.json  a >=1     edited to >=2, and locked at 2.1.0
  ///     m/package.json  a *     needs no edit, so that tools leave it at 2.0.0
  func change(_ plan: UpdatePlan) async throws(Problem) -> Change {
    let found = try await attemptedWithNames(plan)
    guard found.isPartial else { return found.change }
    do throws(Problem) {
      let wider = try await attempted(try plan.updatingNames(sources))
      return wider.isPartial ? found.change : wider.change
    } catch {
      guard error.isOfPlan else { throw error }
      return found.change
    }
  }

  /// Tries packages that need each other as an update by their names last, for which npm doesn't keep
  /// the locked versions of the others.
  private func attemptedWithNames(_ plan: UpdatePlan) async throws(Problem) -> Attempted {
    do throws(Problem) {
      return try await attempted(plan)
    } catch {
      guard error.kind == .unsolvable, Sources.traits.requiresPeers, plan.aim == .install,
        plan.targets.count > 1, plan.isCoupled || plan.selectsRequirements
      else { throw error }
      do throws(Problem) {
        return try await attempted(try plan.updatingNames(sources))
      } catch let other {
        throw other.isOfPlan ? error : other
      }
    }
  }

  /// Tries a plan with the tool's own choice of versions first.
  private func attempted(_ plan: UpdatePlan) async throws(Problem) -> Attempted {
    var attempts = plan.attempts(Sources.traits.steering)
    let last = attempts.removeLast()
    for attempt in attempts {
      do throws(Problem) {
        return try await self.attempt(attempt)
      } catch {
        // A version that needs a package which its registry lacks is like a conflict: the steered attempt
        // prefers the version that was asked for.
        guard error.isOfPlan else { throw error }
      }
    }
    return try await attempt(last)
  }

  /// Resolves, and proves that the new lock has what the plan asks for and nothing else changed.
  private func attempt(_ plan: UpdatePlan) async throws(Problem) -> Attempted {
    var edited = try sources.applying(plan.edits)
    let new = try await edited.resolve(plan, replacing: sources, for: ecosystem)
    let lock = try sources.copies()
    let (before, after) = (try requirements(), edited.requirements(in: new.copies))
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
    if plan.selectsRequirements || sources.locksPeers && sources.lockText != nil {
      change.warnings = PeerUse.warnings(
        before: try await unmetPeers(of: before, in: lock),
        after: try await unmetPeers(of: after, in: new.copies))
    }
    return Attempted(change: change, isPartial: requirements.isPartial(plan.targets))
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
    var added: Set<LockedSource> = []
    var present: [LockedCopy] = []
    for file in change.files where isLock(file.path) {
      guard let after = file.after else { continue }
      let old = try file.before.map { (bytes) throws(Problem) in try copies(bytes, file.path) }
      let new = try copies(after, file.path).all.filter { copy in
        old?.contains(copy.name) { $0.isFromSameLocation(as: copy) } != true
      }
      // A package can have had the same address under another name.
      let packages = Set(new.map(\.package))
      let others = (old?.all ?? []).filter { packages.contains($0.package) }
      added.formUnion(try locked(among: new).subtracting(try locked(among: others)))
      present += old?.all ?? []
    }
    if added.isEmpty { return [] }
    let packages = Set(added.map(\.package))
    let known = present.filter { packages.contains($0.package) || !$0.isFetchedByHTTP }
    return try sources.settings.foreignSources(among: added, before: try locked(among: known))
  }

  /// Lists the digests and commits that are new in the lock.
  package func contentIdentities(
    in change: Change
  ) async throws(Problem) -> [ContentIdentity] {
    try change.newIdentities(in: isLock) { (bytes, path) throws(Problem) in
      try copies(bytes, path).all.compactMap { copy in
        copy.digest.map {
          ContentIdentity(package: copy.package, version: copy.reference, value: $0)
        }
      }
    }
  }

  private func isLock(_ path: String) -> Bool {
    Sources.traits.tool.locks.contains(TreePath.name(of: path))
  }

  private func copies(_ bytes: [UInt8], _ path: String) throws(Problem) -> LockedCopies {
    try sources.copies(of: SourceText(file: path, bytes: bytes))
  }

  private func locked(among copies: [LockedCopy]) throws(Problem) -> Set<LockedSource> {
    var found: Set<LockedSource> = []
    for copy in copies {
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

extension LockedCopy {
  /// Whether the address, if there is one, is that of a tarball on a web server.
  fileprivate var isFetchedByHTTP: Bool {
    address.map { $0.hasPrefix("http") || $0.lowercased().hasPrefix("http") } ?? true
  }
}

extension Problem {
  /// Whether another plan may have a solution.
  fileprivate var isOfPlan: Bool { kind == .unsolvable || unavailable != nil }
}

extension UpdatePlan {
  /// Returns the plan with an update of all targets by their names.
  fileprivate func updatingNames<Sources: JavaScriptTool>(
    _ sources: Sources
  ) throws(Problem) -> UpdatePlan {
    let lock = try sources.copies()
    let names = targets.map { target in
      Sources.traits.updatesAliases ? sources.registryName(of: target.name, lock) : target.name
    }
    var plan = self
    plan.aim = .update(updateNames.union(names))
    let requirements = sources.requirements(in: lock)
    for target in targets {
      plan.keep(
        requirements.lockedElsewhere(than: target), of: sources.registryName(of: target.name, lock))
    }
    return plan
  }
}
