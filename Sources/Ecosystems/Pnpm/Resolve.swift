package import Ecosystem
import JSON
package import JavaScript
import Text

extension PnpmSources {
  /// Resolves like pnpm.
  package mutating func resolve(
    _ plan: UpdatePlan, replacing present: PnpmSources, for ecosystem: PnpmEcosystem
  ) async throws(Problem) -> NewLock {
    let version = try version(ecosystem.toolchain)
    if plan.aim == .install || plan.aim == .fresh { try requireNothingToPrune(version) }
    let resolution = try await resolution(for: plan, version, ecosystem)
    let lock = resolution.lock
    try record(resolution.exceptions)
    let old = try present.lock.get()
    // Both take about as long.
    async let oldForm = old.exists ? present.environment + old.bytes(version) : []
    let bytes = environment + lock.bytes(version)
    let form = await oldForm
    let isEmpty = lock.importers.values.allSatisfy(\.specifiers.isEmpty)
    let isKept = old.exists ? form == bytes : isEmpty
    var new = NewLock(LockedCopies(lock), isKept ? present.lockText?.bytes : bytes)
    if old.exists, !isKept, plan.aim != .fresh {
      new.verify = { () async throws(Problem) in try present.requireForm(version, form) }
    }
    new.rules = { lock.overrides(against: $0, $1) }
    return new
  }

  /// Requires that all patches are used, if pnpm visits the whole tree and so knows it.
  private func requirePatches(_ resolved: TreeResolver) throws(Problem) {
    let input = resolved.input
    if input.settings.allowUnusedPatches { return }
    let isComplete =
      input.version.has(.visitsWholeTree) || input.settings.dedupePeerDependents
      || input.lock.packages.isEmpty
      || !LockSettings(input).agree(with: input.lock.fields)
    if isComplete { try input.patches.requireUse(resolved.appliedPatches) }
  }

  /// Returns the new lock; the present one if pnpm would leave it alone.
  private func resolution(
    for plan: UpdatePlan, _ version: PnpmVersion, _ ecosystem: PnpmEcosystem
  ) async throws(Problem) -> Resolution {
    var input = try input(plan.aim.ofPnpm, version, now: ecosystem.now())
    if plan.aim == .fresh { input.lock = Lock(input.version.layout) }
    input.preference = plan.preference
    let isOfSharedPackage = try isOfSharedPackage(plan)
    input.isDeep = !plan.preference.staying.isEmpty || isOfSharedPackage
    if input.aim == .install, UpToDate(input: input).isUpToDate() {
      var lock = input.lock
      // pnpm 8 then writes the lock without the form of a workspace.
      if lock.layout.unfoldsSingleProject, lock.importers.keys.elementsEqual(["."]) {
        lock.isShared = false
      }
      return Resolution(lock: lock)
    }
    let fetcher = Fetcher(
      registry: ecosystem.registry(of: self), subject: project.manifest)
    let resolved = try await fetcher.run(input)
    try resolved.requireOldLock()
    try requirePatches(resolved)
    let peers = try PeerTree(resolved)
    var lock = LockBuilder.lock(resolved, peers)
    if input.version.has(.marksBuilds) {
      try await InstallScripts(resolved, peers, ecosystem.http, self).mark(in: &lock)
    }
    if input.version.has(.keepsLockedPeers) {
      try LockedPeersCheck(old: input.lock, new: lock).check()
    }
    return Resolution(lock: lock, exceptions: resolved.exceptions)
  }

  /// Whether an alias is named whose package the project also has under its own name.
  private func isOfSharedPackage(_ plan: UpdatePlan) throws(Problem) -> Bool {
    let lock = try copies()
    let names = Set(manifests.flatMap { $0.dependencies.map(\.name) })
    return plan.targets.contains { target in
      let package = registryName(of: target.name, lock)
      return package != target.name && names.contains(package)
    }
  }
}

extension UpdatePlan.Aim {
  /// The aim of a resolver, for which a lock that is ignored is an empty one.
  fileprivate var ofPnpm: ResolverInput.Aim {
    switch self {
    case .install, .fresh: .install
    case .update(let names): .update(names)
    case .updateAll: .updateAll
    }
  }
}

extension Lock {
  /// Returns a sentence for each override that excludes a version.
  fileprivate func overrides(against name: String, _ version: String) -> [String] {
    let version = Version(version)
    return (fields["overrides"]?.object?.members ?? []).compactMap { rule in
      guard let range = rule.value.string, OverrideRules.target(of: rule.key) == name else {
        return nil
      }
      if let version, PackageSpec(range).unaliased.admits(version) { return nil }
      return "The override \(rule.key) replaces \(name) with \(range)."
    }
  }
}

/// A new lock.
private struct Resolution {
  var lock: Lock
  /// The versions that are too young: `a@1.0.0`.
  var exceptions: Set<String> = []
}
