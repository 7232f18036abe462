import Ecosystem
import HTTP
import JSON
import JavaScript
import Text

extension YarnEcosystem {
  /// Resolves the lock as the project's Yarn does.
  ///
  /// If its own choice doesn't contain the demanded versions, they are preferred in a second attempt.
  /// The new lock is parsed again and must have the versions of the targets.
  func change(_ sources: YarnSources, toward goal: Goal) async throws(Problem) -> Change {
    try sources.tools.require(.yarn)
    let plan = try await plan(goal, sources)
    if let unsteered = plan.unsteered {
      do throws(Problem) {
        return try await change(sources, unsteered)
      } catch {
        guard error.kind == .unsolvable else { throw error }
      }
    }
    return try await change(sources, plan.steered)
  }

  private func change(_ sources: YarnSources, _ plan: YarnPlan) async throws(Problem) -> Change {
    let edited = try sources.applying(plan.edits).applying(plan.catalogEdits)
    let bytes =
      switch sources.line {
      case .classic: try await resolveClassic(edited, plan)
      case .berry: try await resolveBerry(edited, plan)
      }
    let old = sources.lockText?.bytes
    let isProven = plan.aim == .fresh || old == bytes
    // It takes about as long as parsing the new lock.
    async let form = Result<Void, Problem> { () throws(Problem) in
      if !isProven { try sources.requireForm() }
    }
    let text = SourceText(file: sources.lockPath, bytes: bytes)
    let comparison = YarnComparison(
      before: try sources.copies(), after: try sources.written.lock(text, of: sources.line).copies,
      edits: plan.requirementEdits,
      direct: Set(sources.manifests.flatMap { $0.dependencies.map(\.name) }))
    try comparison.prove(plan.targets) { edited.resolutions(against: $0) }
    let requirements = RequirementProof(
      before: sources.requirements(in: comparison.before),
      after: edited.requirements(in: comparison.after))
    try requirements.prove(plan.targets)
    if plan.aim != .fresh { try comparison.proveDigests() }
    try await form.get()
    let lock =
      old == bytes
      ? [] : [FileChange(path: sources.lockPath, before: old, after: bytes)]
    var change = Change(
      files: (edited.changes(from: sources) + lock).sorted { $0.path < $1.path },
      moves: requirements.completed(comparison.moves(first: plan.targets.map(\.name))))
    change.requirements =
      plan.edits.map(\.reported)
      + plan.catalogEdits.map { $0.reported(in: sources.rc?.source.file ?? "") }
    return change
  }
}

extension YarnEcosystem {
  /// The bounds of a resolution.
  ///
  /// Yarn 1's resolver starts again after each round, so that an endless chain of packages would take
  /// the square of its length.
  static var limits: ResolutionLimits {
    var limits = ResolutionLimits()
    limits.rounds = 200
    return limits
  }

  /// Returns the bytes of a lock of Yarn 1.
  private func resolveClassic(
    _ sources: YarnSources, _ plan: YarnPlan
  ) async throws(Problem) -> [UInt8] {
    var input = try ClassicInput(sources)
    input.preference = plan.preference
    switch plan.aim {
    case .install: input.aim = .install()
    case .updateAll, .fresh: input.aim = .fresh
    case .update(let names):
      let root = Set(sources.manifests[0].dependencies.map(\.name))
      let isUpgrade = names.isSubset(of: root) && plan.preference.versions.isEmpty
      let isForced = plan.targets.contains { $0.version != nil }
      input.aim = isUpgrade && !isForced ? .upgrade(names) : .install(forgetting: names)
    }
    var resolver = ClassicResolver(input)
    let registry = Registry(client: http, settings: sources.settings)
    var driver = ResolutionDriver(subject: sources.project.manifest, limits: Self.limits) {
      (need: ClassicNeed) async throws(Problem) -> ClassicFinding in
      switch need {
      case .packument(let name):
        let answer = await registry.answer(of: name, full: false)
        if case .failure(let failure) = answer, failure.isOutage { throw failure.problem }
        return .packument(answer)
      case .folder(let path): return .folder(try await sources.manifest(in: path))
      }
    }
    let solution = try await driver.run(&resolver)
    if solution.isUnchanged, let lock = sources.lockText { return lock.bytes }
    return solution.lock.bytes(newline: sources.newline)
  }
}

extension YarnSources {
  /// Returns the manifest of a folder below the project; nil if it doesn't exist.
  func manifest(in folder: String) async throws(Problem) -> Document? {
    let joined = Paths.normalize(self.folder + "/" + folder)
    guard let inside = Paths.tail(of: joined + "/package.json", below: base) else { return nil }
    if let own = manifests.first(where: { $0.path == inside }) { return own.document }
    guard tree.listing.contains(inside) else { return nil }
    return try Manifest.document(try await tree.read(inside))
  }

  /// The line ending of the present lock, which Yarn keeps.
  var newline: String {
    guard let bytes = lockText?.bytes, let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else {
      return "\n"
    }
    return end > 0 && bytes[end - 1] == UInt8(ascii: "\r") ? "\r\n" : "\n"
  }
}
