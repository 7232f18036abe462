import Ecosystem
import Gems
import Text

/// Resolves as Bundler 2.7 does.
extension BundlerProject {
  func resolve(
    _ plan: inout GemPlan, since before: BundlerProject
  ) async throws(Problem) -> Lockfile {
    var state = state(for: plan)
    plan.request = try BundlerEcosystem.request(for: plan.goal, state)
    try state.settings.requireSupported(isNew: state.lock == nil)
    let outcome = try await ecosystem.resolve(&state, plan.request)
    plan.isUpdate =
      plan.request.unlocksAll || !plan.request.explicit.isEmpty || outcome.definition.rubyChanged
    // Rules that aren't known can also change a lock that the known ones keep.
    if writesLock, outcome.definition.mustResolve { try requireWritable() }
    return try LockfileComposition(outcome: outcome).lock()
  }

  /// The state without a lock that the plan ignores.
  private func state(for plan: GemPlan) -> ProjectState {
    var state = state
    if plan.isFresh { state.lock = nil }
    return state
  }

  /// Bundler doesn't write a file if the lock differs in nothing that it considers.
  func keepsLock(_ lock: Lockfile, _ plan: GemPlan, since before: BundlerProject) -> Bool {
    guard let bytes = lockBytes else { return false }
    let new = LockfileWriter.write(lock)
    if bytes == new { return true }
    let writer = state(for: plan).lock?.bundledWith.flatMap { GemVersion($0) }
    return !plan.isUpdate && LockComparison(writtenBy: writer).areEqual(bytes, new)
  }

  func moves(to lock: Lockfile, _ plan: GemPlan, since before: BundlerProject) -> [Move] {
    let moves = Moves.between(
      state(for: plan).lock, lock, state.uses, first: plan.request.explicit)
    return moves.map { move in
      var move = move
      move.requirement = plan.edits[move.name]
      return move
    }
  }

  func requirements(_ plan: GemPlan, since before: BundlerProject) -> [RequirementEdit] {
    plan.lines
  }

  /// Refuses to write a lock for a version of Bundler that isn't modeled.
  func requireWritable() throws(Problem) {
    let bundler = state.toolchain.bundler
    guard !state.toolchain.dialect.isModeled else { return }
    let isOld = LockDialect(bundler: bundler).isOld
    throw Problem(
      .refused, "is a version of Bundler that is not supported: no lock is written for it",
      subject: "BUNDLED WITH \(bundler)", at: Location(file: lockPath, line: 1, column: 1),
      advice: "run `bundle update --bundler` once"
        + (isOld
          ? ", or set `toolchains: {ruby: {write-old-bundler-as: 2.7.2}}` in the operator's file "
            + "to write such locks by the rules of that version" : ""))
  }
}

extension BundlerEcosystem {
  /// Refuses sources and platforms that Bundler 4 rejects.
  private func refuseWhatFourRejects(_ state: ProjectState) throws(Problem) {
    guard state.toolchain.dialect.isFour else { return }
    let manifest = state.gemfile.files.first ?? "Gemfile"
    if state.lock?.platforms.contains("x64-mingw32") == true {
      throw Problem(
        .refused, "is a platform that Bundler 4 does not support", subject: "x64-mingw32",
        at: Location(file: Self.lockPath(of: manifest), line: 1, column: 1),
        advice: "replace it by x64-mingw-ucrt with Bundler 2.7")
    }
    if state.gemfile.global.remotes.count > 1 {
      throw Problem(
        .refused, "names several servers outside of blocks, which Bundler 4 refuses",
        subject: "source", at: Location(file: manifest, line: 1, column: 1))
    }
    let isMerged = (state.lock?.blocks ?? []).contains { block in
      if case .rubygems(let servers) = block.source { servers.remotes.count > 1 } else { false }
    }
    guard isMerged else { return }
    throw Problem(
      .refused, "has one block for several servers, which Bundler 4 refuses", subject: "GEM",
      at: Location(file: Self.lockPath(of: manifest), line: 1, column: 1))
  }

  /// Resolves to a set of gems with the digests for the lock.
  func resolve(
    _ state: inout ProjectState, _ request: Definition.Request
  ) async throws(Problem) -> GemResolver.Outcome {
    try refuseWhatFourRejects(state)
    var definition = Definition(
      gemfile: state.gemfile, lock: state.lock, request: request, toolchain: state.toolchain)
    let local = try await localGems(&state, &definition)
    definition.comparePaths(local: local)
    var resolver = GemResolver(definition: definition, local: local)
    var driver = driver(for: definition)
    return try await driver.run(&resolver)
  }

  /// Fetches pages of the compact index for resolutions of a definition.
  func driver(for definition: Definition) -> ResolutionDriver<GemNeed, [GemSpec]> {
    let rules = definition.rules
    return ResolutionDriver(subject: definition.gemfile.files.first ?? "Gemfile") {
      [index] (need) async throws(Problem) -> [GemSpec] in
      try await index.specs(of: need, rules)
    }
  }
}
