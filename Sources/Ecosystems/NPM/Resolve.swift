package import Ecosystem
import JSON
import Text

extension NPMEcosystem {
  /// Builds the tree as Arborist does; where it has no solution, once more with what is coupled.
  ///
  /// The new lock is read again and must hold the versions that were asked for.
  package func change(
    _ project: Project, in tree: SourceTree, toward goal: Goal
  ) async throws(Problem) -> Change {
    let files = try await ProjectFiles(project, in: tree)
    try files.requireNPM()
    let plan = try await plan(goal, files)
    do throws(Problem) {
      return try await change(files, plan)
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
    var preference = Preference()
  }

  /// Lets npm's own choice stand where it comes to the versions asked for, and steers it only where
  /// it does not.
  func change(_ files: ProjectFiles, _ plan: Plan) async throws(Problem) -> Change {
    guard plan.preference.staying.isEmpty else { return try await attempt(files, plan) }
    var unsteered = plan
    unsteered.preference.versions = [:]
    do throws(Problem) {
      return try await attempt(files, unsteered)
    } catch {
      guard error.kind == .unsolvable, !plan.preference.versions.isEmpty else { throw error }
    }
    return try await attempt(files, plan)
  }

  private func attempt(_ files: ProjectFiles, _ plan: Plan) async throws(Problem) -> Change {
    let edited = try files.applying(plan.edits)
    let solution = try await resolve(edited, plan)
    let written = try Manifest.document(SourceText(file: files.lockPath, bytes: solution.lock))
    let after = try LockFile(written, root: files.folder, arena: Arena())
    let comparison = LockComparison(
      before: LockComparison.entries(files.locked), after: LockComparison.entries(after),
      edits: plan.edits,
      direct: Set(files.manifests.flatMap { DirectWish.all(in: $0.document).map(\.name) }))
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

  /// Works out the lock for manifests as they stand in `files`.
  func resolve(_ files: ProjectFiles, _ plan: Plan) async throws(Problem) -> Solution {
    var assignment = files.assignment(plan.aim, engines)
    let settings = SettingsCheck(settings: files.settings)
    assignment.peers = settings.peers
    assignment.lockVersion = settings.lockVersion
    assignment.dialect = dialect(files)
    assignment.preference = plan.preference
    let overlay = Dictionary(
      files.manifests.map { ($0.path, $0.document.source) }, uniquingKeysWith: { first, _ in first }
    )
    let performer = Performer(
      registry: Registry(client: http, settings: files.settings), tree: files.tree,
      overlay: overlay, base: files.base)
    return try await performer.run(Resolver(assignment))
  }

  /// How the lock is spelled: as the operator's npm would, or else as the lock shows.
  private func dialect(_ files: ProjectFiles) -> Dialect {
    let major = toolchain.npm.split(separator: ".").first.flatMap { Int($0) } ?? 10
    var dialect = Dialect(hasLicenses: major >= 10, writesLibc: major >= 11)
    guard !toolchain.isPinned.contains(.npm), let old = files.locked else { return dialect }
    if old.hasLibc { dialect.writesLibc = true }
    if old.version > 1, old.entries.count >= 20, !old.hasLicenses { dialect.hasLicenses = false }
    return dialect
  }
}
