import Ecosystem
import JSON
import JavaScript
import Text

extension PnpmEcosystem {
  /// Resolves like pnpm; a requested version that pnpm would not choose is preferred in a second
  /// attempt.
  func change(_ sources: ProjectSources, toward goal: Goal) async throws(Problem) -> Change {
    try sources.check()
    let plan = try await plan(goal, sources)
    do throws(Problem) {
      return try await attempt(sources, plan.first)
    } catch {
      let isSteered = !plan.preference.versions.isEmpty && plan.staying.isEmpty
      guard error.kind == .unsolvable, isSteered else { throw error }
    }
    return try await attempt(sources, plan)
  }

  private func attempt(_ sources: ProjectSources, _ plan: Plan) async throws(Problem) -> Change {
    var edited = try sources.applying(plan)
    if plan.aim == .install { try edited.requireNothingToPrune(try sources.version(toolchain)) }
    let resolution = try await resolve(edited, plan)
    let lock = resolution.lock
    try edited.record(resolution.exceptions)
    let old = try sources.lock.get()
    let comparison = LockChanges(
      before: old, after: lock, plan: plan,
      direct: Set(edited.manifests.flatMap { $0.dependencies.map(\.name) }))
    try comparison.prove()
    let requirements = RequirementProof(
      before: try sources.directRequirements(),
      after: try edited.requirements(in: lock, LockedPackages()))
    try requirements.prove(plan.targets)
    if !plan.isFresh { try comparison.proveDigests() }
    var files = edited.changes(from: sources)
    let version = try sources.version(toolchain)
    let bytes = try await newBytes(of: lock, for: sources, version, isFresh: plan.isFresh)
    if let bytes {
      files.append(
        FileChange(path: sources.lockPath, before: sources.lockSource?.bytes, after: bytes))
    }
    var change = Change(
      files: files.sorted { $0.path < $1.path },
      moves: requirements.completed(comparison.moves(first: plan.targets.map(\.name))))
    change.requirements =
      plan.edits.map(\.reported)
      + plan.catalogEdits.map { $0.reported(in: sources.workspace?.path ?? "") }
    return change
  }

  /// Returns the new bytes of the lock; nil if pnpm would leave the file alone.
  private func newBytes(
    of lock: Lock, for sources: ProjectSources, _ version: PnpmVersion, isFresh: Bool
  ) async throws(Problem) -> [UInt8]? {
    let old = try sources.lock.get()
    // Both take about as long.
    async let oldForm = old.exists ? sources.environment + old.bytes(version) : []
    let bytes = sources.environment + lock.bytes(version)
    let form = await oldForm
    guard old.exists else {
      let isEmpty = lock.importers.values.allSatisfy { $0.specifiers.isEmpty }
      return isEmpty ? nil : bytes
    }
    if sources.lockSource?.bytes == bytes { return nil }
    if form == bytes { return nil }
    if !isFresh { try sources.requireForm(version, form) }
    return bytes
  }

  /// Requires that all patches are used, if pnpm visits the whole tree and so knows it.
  private func requirePatches(_ resolved: TreeResolver) throws(Problem) {
    let input = resolved.input
    if input.settings.allowUnusedPatches { return }
    let isComplete =
      input.version.visitsWholeTree || input.settings.dedupePeerDependents
      || input.lock.packages.isEmpty
      || !LockSettings(input).agree(with: input.lock.fields)
    if isComplete { try input.patches.requireUse(resolved.appliedPatches) }
  }

  /// Returns the new lock; the present one if pnpm would leave it alone.
  func resolve(_ sources: ProjectSources, _ plan: Plan) async throws(Problem) -> Resolution {
    var input = try sources.input(plan.aim, try sources.version(toolchain), now: now())
    if plan.isFresh { input.lock = Lock(input.version.layout) }
    input.preference = plan.preference
    input.isDeep = !plan.staying.isEmpty || plan.isOfSharedPackage
    if plan.aim == .install, UpToDate(input: input).isUpToDate() {
      var lock = input.lock
      // pnpm 8 then writes the lock without the form of a workspace.
      if lock.layout.unfoldsSingleProject, lock.importers.keys.elementsEqual(["."]) {
        lock.isShared = false
      }
      return Resolution(lock: lock)
    }
    let fetcher = Fetcher(
      registry: Registry(client: http, settings: sources.npmrc),
      subject: sources.project.manifest)
    let resolved = try await fetcher.run(input)
    try resolved.requireOldLock()
    try requirePatches(resolved)
    let peers = try PeerTree(resolved)
    var lock = LockBuilder.lock(resolved, peers)
    if input.version.marksBuilds {
      try await InstallScripts(resolved, peers, http, sources).mark(in: &lock)
    }
    if input.version.keepsLockedPeers { try LockedPeersCheck(old: input.lock, new: lock).check() }
    return Resolution(lock: lock, exceptions: resolved.exceptions)
  }
}

/// A new lock.
struct Resolution {
  var lock: Lock
  /// The versions that are too young: `a@1.0.0`.
  var exceptions: Set<String> = []
}
