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
    async let ahead = askAhead(for: goal, sources)
    let files = try ProjectFiles(sources)
    try files.requireNPM()
    let plan = try await plan(goal, files)
    let beginning = try begin(files, plan.first)
    do throws(Problem) {
      return try await change(files, plan, from: beginning, await ahead)
    } catch {
      guard error.kind == .unsolvable, let wider = try await coupled(goal, files) else {
        throw error
      }
      return wider.change
    }
  }

  /// What a goal comes to: edits of manifests, and what the resolver is told.
  struct Plan {
    var aim: Assignment.Aim
    var edits: [ManifestEdit] = []
    var targets: [Goal.Target] = []
    var preference = VersionPreference()

    /// What is tried first: npm's own choice of versions, unless some have to stay.
    var first: Plan {
      guard preference.staying.isEmpty else { return self }
      var plan = self
      plan.preference.versions = [:]
      return plan
    }
  }

  /// Lets npm's own choice stand where it comes to the versions asked for, and steers it only where
  /// it does not.
  ///
  /// `beginning` is that of the plan that is tried first, if there is one.
  func change(
    _ files: ProjectFiles, _ plan: Plan, from beginning: Beginning? = nil, _ ahead: Ahead = Ahead()
  ) async throws(Problem) -> Change {
    let start = if let beginning { beginning } else { try begin(files, plan.first) }
    do throws(Problem) {
      return try await attempt(files, plan.first, from: start, ahead)
    } catch {
      let isSteered = !plan.preference.versions.isEmpty && plan.preference.staying.isEmpty
      guard error.kind == .unsolvable, isSteered else { throw error }
    }
    return try await attempt(files, plan, from: begin(files, plan), ahead)
  }

  private func attempt(
    _ files: ProjectFiles, _ plan: Plan, from beginning: Beginning, _ ahead: Ahead
  ) async throws(Problem) -> Change {
    let edited = beginning.files
    let solution = try await resolve(beginning, ahead)
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
    fileprivate var step: Result<ResolutionStep<Solution, Want>, Problem>
  }

  /// Edits the manifests and builds the tree that the lock describes.
  func begin(_ files: ProjectFiles, _ plan: Plan) throws(Problem) -> Beginning {
    let edited = try files.applying(plan.edits)
    var assignment = edited.assignment(plan.aim)
    let settings = SettingsCheck(settings: edited.settings)
    assignment.peers = settings.peers
    assignment.isEngineStrict = settings.isEngineStrict
    assignment.lockVersion = settings.lockVersion
    assignment.dialect = dialect(edited)
    assignment.preference = plan.preference
    let resolver = Resolver(assignment)
    let step = Result { () throws(Problem) in try resolver.resume() }
    return Beginning(files: edited, resolver: resolver, step: step)
  }

  /// Works out the lock for what was begun.
  func resolve(
    _ beginning: Beginning, _ ahead: Ahead = Ahead()
  ) async throws(Problem) -> Solution {
    let files = beginning.files
    let overlay = Dictionary(
      files.manifests.map { ($0.path, $0.document.source) }, uniquingKeysWith: { first, _ in first }
    )
    let performer = Performer(
      registry: Registry(client: http, settings: files.settings), tree: files.tree,
      overlay: overlay, base: files.base, ahead: ahead)
    return try await performer.run(beginning.resolver, from: beginning.step.get())
  }

  /// How the lock is spelled: as the operator's npm would, or else as the lock shows.
  private func dialect(_ files: ProjectFiles) -> Dialect {
    let major = toolchain[.npm].split(separator: ".").first.flatMap { Int($0) } ?? 10
    var dialect = Dialect(hasLicenses: major >= 10, writesLibc: major >= 11)
    guard toolchain.stated(.npm) == nil, let old = files.locked else { return dialect }
    if old.hasLibc { dialect.writesLibc = true }
    if old.version > 1, old.entries.count >= 20, !old.hasLicenses { dialect.hasLicenses = false }
    return dialect
  }
}
