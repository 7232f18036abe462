import Ecosystem
import JSON
import JavaScript
import Text
import Time

extension NPMEcosystem {
  /// Builds the tree as Arborist does; where it has no solution, once more with what is coupled.
  ///
  /// The documents of the targets are fetched while the tree of the lock is built. The new lock is
  /// parsed again and must have the versions of the targets.
  func change(
    _ sources: ProjectSources, toward goal: Goal
  ) async throws(Problem) -> Change {
    async let prefetched = prefetch(for: goal, sources)
    let files = try ProjectFiles(sources)
    try files.requireNPM()
    try sources.npm.requireModeled()
    let plan = try await plan(goal, files)
    let beginning = try begin(files, plan.first)
    do throws(Problem) {
      return try await change(files, plan, from: beginning, await prefetched)
    } catch {
      // The run couples by itself, because rules decide about each dependency.
      guard error.kind == .unsolvable, !goal.selectsRequirements,
        let wider = try await coupled(goal, files)
      else { throw error }
      return wider.change
    }
  }

  /// The edits of manifests and the resolver's task for a goal.
  struct Plan {
    var aim: ResolverInput.Aim
    var edits: [ManifestEdit] = []
    var targets: [Goal.Target] = []
    var preference = VersionPreference()

    /// Whether the run asks for it, which proposes only what everybody can install.
    var selectsRequirements: Bool { targets.contains { $0.requirements != nil } }

    /// Keeps locked versions of a package, which an update by its name would move too.
    mutating func keep(_ versions: Set<String>, of package: String) {
      if versions.isEmpty { return }
      preference.staying[package, default: []].formUnion(versions)
    }

    /// The first attempt: npm's own choice of versions, unless some have to stay.
    var first: Plan {
      guard preference.staying.isEmpty else { return self }
      var plan = self
      plan.preference.versions = [:]
      plan.preference.further = [:]
      return plan
    }
  }

  /// Uses npm's own choice if it contains the requested versions, else prefers those.
  ///
  /// `beginning` is that of the first attempt, if there is one.
  func change(
    _ files: ProjectFiles, _ plan: Plan, from beginning: Beginning? = nil,
    _ prefetched: Prefetch = Prefetch()
  ) async throws(Problem) -> Change {
    let start = if let beginning { beginning } else { try begin(files, plan.first) }
    do throws(Problem) {
      return try await attempt(files, plan.first, from: start, prefetched)
    } catch {
      let isSteered = !plan.preference.versions.isEmpty && plan.preference.staying.isEmpty
      guard error.kind == .unsolvable, isSteered else { throw error }
    }
    return try await attempt(files, plan, from: begin(files, plan), prefetched)
  }

  private func attempt(
    _ files: ProjectFiles, _ plan: Plan, from beginning: Beginning, _ prefetched: Prefetch
  ) async throws(Problem) -> Change {
    let edited = beginning.files
    let solution = try await resolve(beginning, prefetched)
    let written = try Manifest.document(SourceText(file: files.lockPath, bytes: solution.lock))
    let after = try LockFile(written, root: files.folder, arena: Arena())
    let comparison = LockComparison(
      before: files.locked, after: after, edits: plan.edits,
      direct: Set(files.manifests.flatMap { ManifestDependency.all(in: $0.document).map(\.name) }))
    try comparison.prove(plan.targets, edited.overrides)
    let requirements = RequirementProof(
      before: files.requirements(in: files.locked.map { LockedPackages($0) } ?? LockedPackages()),
      after: edited.requirements(in: LockedPackages(after)))
    try requirements.prove(plan.targets)
    if plan.aim != .fresh { try comparison.proveDigests() }
    if plan.selectsRequirements, solution.hasInvalidEdges {
      try await proveInstallable(edited, written, after, prefetched)
    }
    var change = Change(
      files: edited.changes(from: files) + lockChange(files, solution.lock),
      moves: requirements.completed(comparison.moves(first: plan.targets.map(\.name))))
    change.requirements = plan.edits.map(\.reported)
    return change
  }

  /// Verifies that a fresh install accepts a new lock, as `npm ci` does: it builds the tree of the lock
  /// once more, and the versions must stay.
  ///
  /// npm writes a lock in which a peer is missing or has another version, and refuses it afterwards.
  ///
  /// - Throws: a `Problem` of the kind `unsolvable` if it isn't accepted.
  private func proveInstallable(
    _ edited: ProjectFiles, _ lock: Document, _ written: LockFile, _ prefetched: Prefetch
  ) async throws(Problem) {
    var sources = edited.sources
    sources.lock = lock
    let files = try ProjectFiles(sources)
    let solution = try await resolve(begin(files, Plan(aim: .install)), prefetched)
    let again = try LockFile(
      Manifest.document(SourceText(file: files.lockPath, bytes: solution.lock)),
      root: files.folder, arena: Arena())
    let known = Set(written.entries.map { "\($0.location) \($0.version)" })
    let missing = again.entries.filter { entry in
      !entry.has("inBundle") && !known.contains("\(entry.location) \(entry.version)")
    }
    guard let first = missing.map(\.spec).min() else { return }
    throw Problem(
      .unsolvable, "is missing in the new lock, so that `npm ci` refuses it", subject: first)
  }

  private func lockChange(_ files: ProjectFiles, _ bytes: [UInt8]) -> [FileChange] {
    let before = files.lock?.source.bytes
    if before == bytes || !SettingsCheck(settings: files.settings).writesLock { return [] }
    return [FileChange(path: files.lockPath, before: before, after: bytes)]
  }

  /// Returns the platform that required packages have to support: the operator's, unless the lock has
  /// packages for another one; nil: they may need any.
  ///
  /// The developers' platform isn't that of this machine, so nothing follows from the latter.
  private func platform(of files: ProjectFiles) -> Platform? {
    guard let stated = toolchain.stated(.platform).flatMap({ Platform($0) }),
      files.locked?.hasObjection(to: stated) != true
    else { return nil }
    return stated
  }

  /// A resolution that was resumed once, before any request.
  struct Beginning {
    /// With the plan's edits.
    var files: ProjectFiles
    fileprivate var resolver: Resolver
    fileprivate var step: Result<ResolutionStep<Solution, ResolutionRequest>, Problem>
  }

  /// Edits the manifests and builds the tree of the lock.
  func begin(_ files: ProjectFiles, _ plan: Plan) throws(Problem) -> Beginning {
    let edited = try files.applying(plan.edits)
    var input = edited.input(plan.aim)
    let settings = SettingsCheck(settings: edited.settings)
    input.peers = settings.peers
    input.peers.platform = platform(of: files)
    input.isEngineStrict = settings.isEngineStrict
    if let age = settings.minimumAge, age > .zero, edited.sources.npm.dialect.has(.minimumAge) {
      input.before = now() - age
    }
    input.lockVersion = settings.lockVersion
    input.dialect = edited.sources.npm.dialect
    input.preference = plan.preference
    let resolver = Resolver(input)
    let step = Result { () throws(Problem) in try resolver.resume() }
    return Beginning(files: edited, resolver: resolver, step: step)
  }

  /// Completes a resolution.
  func resolve(
    _ beginning: Beginning, _ prefetched: Prefetch = Prefetch()
  ) async throws(Problem) -> Solution {
    let files = beginning.files
    let overlay = Dictionary(
      files.manifests.map { ($0.path, $0.document.source) }, uniquingKeysWith: { first, _ in first }
    )
    let fetcher = Fetcher(
      registry: Registry(client: http, settings: files.settings), tree: files.tree,
      overlay: overlay, base: files.base, prefetched: prefetched)
    return try await fetcher.run(beginning.resolver, from: beginning.step.get())
  }
}
