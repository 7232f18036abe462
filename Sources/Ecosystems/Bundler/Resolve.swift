import Ecosystem
import Ruby
import Text
import Versioning

extension BundlerProject {
  /// Edits the Gemfile if a requirement excludes the goal, then resolves as Bundler 2.7 does.
  ///
  /// The new lock is parsed again and compared with the result of the resolution.
  func change(toward goal: Goal) async throws(Problem) -> Change {
    var state = state
    let edits = try await ecosystem.edit(&state, toward: goal)
    if case .lock(let options) = goal, options.fresh { state.lock = nil }
    let request = try BundlerEcosystem.request(for: goal, state)
    let written = try await ecosystem.write(state, request)
    // A library has no lock; the resolution only shows that the edit has a solution.
    guard !state.isLibrary else {
      let moves = edits.annotate(written.moves).filter { $0.requirement != nil }
      var change = Change(files: edits.files.sorted { $0.path < $1.path }, moves: moves)
      change.requirements = edits.edits
      return change
    }
    let files = (edits.files + [written.file].compactMap(\.self)).sorted { $0.path < $1.path }
    var change = Change(files: files, moves: edits.annotate(written.moves))
    change.requirements = edits.edits
    return change
  }
}

extension BundlerEcosystem {
  /// Converts a goal to the options that `bundle` would get.
  fileprivate static func request(
    for goal: Goal, _ state: ProjectState
  ) throws(Problem) -> Definition.Request {
    var request = Definition.Request()
    switch goal {
    case .update(let targets, let options):
      request.explicit = targets.map(\.name)
      for target in targets {
        request.pins[target.name] = target.version.flatMap { GemVersion($0) }
      }
      request.isConservative = !options.withDependencies
      request.promotion = promotion(options)
      try requireLocked(targets, state)
    case .updateAll(let options):
      request.unlocksAll = state.lock != nil
      request.promotion = promotion(options)
    case .lock(let options):
      try requireKnown(options.platforms)
      if options.checksums { try requireChecksums(state) }
      request.addedPlatforms = options.platforms
      request.addsChecksums = options.checksums
    }
    return request
  }

  /// Refuses to add checksums for a Bundler without that option.
  private static func requireChecksums(_ state: ProjectState) throws(Problem) {
    let bundler = state.toolchain.bundler
    guard !state.toolchain.dialect.canAddChecksums else { return }
    throw Problem(
      .refused, "has no option to add checksums to a lock", subject: "Bundler \(bundler)",
      at: Location(file: state.project.lock ?? state.project.manifest, line: 1, column: 1),
      advice: "run `bundle update --bundler` once")
  }

  private static func promotion(_ options: UpdateOptions) -> Promotion {
    let level: Promotion.Level =
      switch options.level {
      case .patch: .patch
      case .minor: .minor
      case .major, nil: .major
      }
    return Promotion(level: level, isStrict: options.strict)
  }

  /// Refuses platforms that RubyGems parses as unknown, which Bundler adds to no lock.
  private static func requireKnown(_ platforms: [String]) throws(Problem) {
    for name in platforms where name != "ruby" {
      guard GemPlatform.machine(.init(name)).description == "unknown" else { continue }
      throw Problem(
        .usage, "is a platform that RubyGems does not know", subject: name,
        advice: "platforms are named like x86_64-linux, arm64-darwin, x64-mingw-ucrt, java, ruby")
    }
  }

  private static func requireLocked(
    _ targets: [Goal.Target], _ state: ProjectState
  ) throws(Problem) {
    let known = Set(
      (state.lock?.specs ?? []).map(\.name) + state.gemfile.dependencies.map(\.name)
        + state.uses.keys)
    for target in targets where !known.contains(target.name) {
      throw Problem(
        .usage, "is neither in the Gemfile nor in its lock", subject: target.name,
        at: Location(file: state.project.manifest, line: 1, column: 1))
    }
  }

  /// Resolves and writes the lock; returns no file if nothing changes.
  fileprivate func write(
    _ state: ProjectState, _ request: Definition.Request
  ) async throws(Problem) -> (file: FileChange?, moves: [Move]) {
    var state = state
    try state.settings.requireSupported(isNew: state.lock == nil)
    let outcome = try await resolve(&state, request)
    let lock = try LockfileComposition(outcome: outcome).lock()
    let bytes = LockfileWriter.write(lock)
    let path = state.project.lock ?? Self.lockPath(of: state.project.manifest)
    // Rules that aren't known can also change a lock that the known ones keep.
    if !state.isLibrary, outcome.definition.mustResolve { try requireModeled(state, path) }
    guard !isSame(state, bytes, outcome.definition) else { return (nil, []) }
    if !state.isLibrary { try requireModeled(state, path) }
    try prove(bytes, path, lock, request)
    return (
      FileChange(path: path, before: state.lockBytes, after: bytes),
      Moves.between(state.lock, lock, state.uses, first: request.explicit)
    )
  }

  /// Refuses to write a lock for a version of Bundler that isn't modeled.
  private func requireModeled(_ state: ProjectState, _ path: String) throws(Problem) {
    let bundler = state.toolchain.bundler
    guard !state.toolchain.dialect.isModeled else { return }
    let isOld = LockDialect(bundler: bundler).isOld
    throw Problem(
      .refused, "is a version of Bundler that is not supported: no lock is written for it",
      subject: "BUNDLED WITH \(bundler)", at: Location(file: path, line: 1, column: 1),
      advice: "run `bundle update --bundler` once"
        + (isOld
          ? ", or set `toolchains: {ruby: {write-old-bundler-as: 2.7.2}}` in the operator's file "
            + "to write such locks by the rules of that version" : ""))
  }

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

  /// Whether Bundler wouldn't write a file, because the lock differs in nothing it considers.
  private func isSame(
    _ state: ProjectState, _ bytes: [UInt8], _ definition: Definition
  ) -> Bool {
    guard let before = state.lockBytes else { return false }
    if before == bytes { return true }
    let isUpdate =
      definition.request.unlocksAll || !definition.request.explicit.isEmpty
      || definition.rubyChanged
    let writer = state.lock?.bundledWith.flatMap { GemVersion($0) }
    return !isUpdate && LockComparison(writtenBy: writer).areEqual(before, bytes)
  }

  /// Parses the written lock again and compares it with the resolution.
  private func prove(
    _ bytes: [UInt8], _ path: String, _ lock: Lockfile, _ request: Definition.Request
  ) throws(Problem) {
    let again = try LockfileReader.read(SourceText(file: path, bytes: bytes))
    let isMeant = request.pins.allSatisfy { name, version in
      again.specs.contains { $0.name == name && $0.version == version }
    }
    guard LockfileWriter.write(again) == bytes, isMeant else {
      throw Problem(.failed, "would be parsed differently than it was written", subject: path)
    }
  }
}
