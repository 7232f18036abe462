import Ecosystem
import JSON
import JavaScript
import Text

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
      guard error.kind == .unsolvable, let wider = try await coupled(goal, files) else {
        throw error
      }
      return wider.change
    }
  }

  /// The edits of manifests and the resolver's task for a goal.
  struct Plan {
    var aim: ResolverInput.Aim
    var edits: [ManifestEdit] = []
    var targets: [Goal.Target] = []
    var preference = VersionPreference()

    /// The first attempt: npm's own choice of versions, unless some have to stay.
    var first: Plan {
      guard preference.staying.isEmpty else { return self }
      var plan = self
      plan.preference.versions = [:]
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
    try comparison.prove(plan.targets)
    if plan.aim != .fresh { try comparison.proveDigests() }
    return Change(
      files: edited.changes(from: files) + lockChange(files, solution.lock),
      moves: comparison.moves(first: plan.targets.map(\.name)))
  }

  private func lockChange(_ files: ProjectFiles, _ bytes: [UInt8]) -> [FileChange] {
    let before = files.lock?.source.bytes
    if before == bytes { return [] }
    return [FileChange(path: files.lockPath, before: before, after: bytes)]
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
    input.isEngineStrict = settings.isEngineStrict
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
