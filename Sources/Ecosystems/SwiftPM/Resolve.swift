import Ecosystem
import Text
import Versioning

extension SwiftPMProject {
  /// Computes the new manifests and the new lock.
  func change(toward goal: Goal) async throws(Problem) -> Change {
    let before = contents
    var fetcher = Fetcher(lookUp: lookUp)
    var plan = try await Plan(goal, before, &fetcher)
    var edited = EditedFiles()
    var after = before
    if !plan.replacements.isEmpty {
      try edited.apply(plan.replacements, to: before.declarations.map(\.text))
      let next = ContentsReader(tree: edited.tree(over: tree), tools: tools)
      after = try await next.read(project)
      try EditProof(before: before, after: after, intended: plan.wanted).check()
    }
    let pins = try await resolve(after, &plan, &fetcher)
    try keepsLock(pins, after)
    let outcome = Outcome(before: before, after: after, edited: edited, pins: pins, tools: tools)
    var change = outcome.change(keepsTrustedLock: plan.isLock)
    change.heldBack = fetcher.heldBack
    if change.files.contains(where: { $0.path == after.lockPath }) {
      try SwiftDialect(tools).requireModeled(swift, after.lockPath)
    }
    return change
  }

  /// Refuses to remove the lock of an Xcode project.
  ///
  /// If it has pins but no packages, its packages probably weren't found: Xcode can refer to them
  /// in ways that aren't known here.
  private func keepsLock(_ pins: [Pin], _ contents: Contents) throws(Problem) {
    guard contents.isXcode, pins.isEmpty, contents.lock?.pins.isEmpty == false else { return }
    throw Problem(
      .refused, "pins packages, but \(contents.project.manifest) refers to none",
      subject: contents.lockPath, advice: "if no package is left, remove the file")
  }

  /// Solves with the plan's preferences, and again if they don't lead to the wanted versions.
  ///
  /// The second time the versions are requirements, so that a failure explains the conflict.
  private func resolve(
    _ contents: Contents, _ plan: inout Plan, _ fetcher: inout Fetcher
  ) async throws(Problem) -> [Pin] {
    var inputs = contents.inputs(pins: plan.pins)
    inputs.holdsBackUnreadable = plan.isForAll
    var pins = try await fetcher.solve(inputs).pins(of: inputs)
    let missed = plan.wanted.filter { wanted in
      !pins.contains { $0.identity == wanted.key && $0.state.version == wanted.value }
    }
    if !missed.isEmpty {
      for (identity, version) in missed.sorted(by: { $0.key < $1.key }) {
        inputs.dependencies.append(try plan.demand(identity, version, contents))
      }
      pins = try await fetcher.solve(inputs).pins(of: inputs)
    }
    try checkTags(pins, contents)
    return pins.map { $0.located(contents.mirrors.original) }
  }

  /// Refuses a locked version whose tag was moved to another commit.
  private func checkTags(_ pins: [Pin], _ contents: Contents) throws(Problem) {
    for pin in pins {
      guard case .version(let version, let revision?) = pin.state,
        case .version(let old, let locked?)? = contents.pins[pin.identity]?.state,
        old == version, locked != revision
      else { continue }
      throw Problem(
        .refused, "has a tag that was moved: \(version) was \(locked) and is \(revision)",
        subject: pin.identity.description,
        advice: "find out why, then remove the pin from \(contents.lockPath)")
    }
  }
}

/// The pins that guide the solver for a goal, and the versions that it must reach.
struct Plan {
  /// The pins that the solver prefers.
  var pins: [PackageIdentity: Pin]
  /// The versions that the solution must have.
  var wanted: [PackageIdentity: SemanticVersion] = [:]
  var replacements: [Replacement] = []
  var isLock = false
  /// Whether all packages are updated, so that one unreadable release must not stop the others.
  var isForAll = false

  init(
    _ goal: Goal, _ contents: Contents, _ fetcher: inout Fetcher
  ) async throws(Problem) {
    pins = contents.pins
    switch goal {
    case .lock(let options):
      isLock = !options.fresh
      if options.fresh { pins = [:] }
    case .updateAll(let options):
      isForAll = true
      let all = contents.pins.keys.sorted()
      pins = [:]
      for identity in all {
        try await bound(identity, by: options, contents, &fetcher)
      }
    case .update(let targets, let options):
      for target in targets {
        try await aim(at: target, options, contents, &fetcher)
      }
    }
  }

  private mutating func aim(
    at target: Goal.Target, _ options: UpdateOptions, _ contents: Contents,
    _ fetcher: inout Fetcher
  ) async throws(Problem) {
    guard let package = contents.reference(named: target.name) else {
      throw Problem(
        .usage, "is not a dependency of \(contents.project.manifest)", subject: target.name)
    }
    unlock(package.identity)
    if options.withDependencies {
      try await unlockDependencies(of: package, contents, &fetcher)
    }
    // A branch is always updated to its head.
    if case .branch? = contents.requirement(of: package.identity), target.version?.isCommit == true
    {
      return
    }
    guard let text = target.version else {
      return try await bound(package.identity, by: options, contents, &fetcher)
    }
    let version = try await version(text, of: package, &fetcher)
    wanted[package.identity] = version
    let edit = RequirementEdit(version: version, strategy: options.strategy)
    replacements += try edit.replacements(for: package.identity, in: contents)
    prefer(version, for: package, contents)
  }

  private mutating func unlock(_ identity: PackageIdentity) {
    pins[identity] = nil
  }

  /// Makes the solver prefer a version as if it were pinned, without a revision.
  private mutating func prefer(
    _ version: SemanticVersion, for package: PackageReference, _ contents: Contents
  ) {
    pins[package.identity] = Pin(
      identity: package.identity, kind: package.pinKind, location: package.location,
      state: .version(version, revision: nil))
  }

  private func version(
    _ text: String, of package: PackageReference, _ fetcher: inout Fetcher
  ) async throws(Problem) -> SemanticVersion {
    guard let version = SemanticVersion(tag: text) else {
      throw Problem(.usage, "is not a version", subject: text)
    }
    try await fetcher.learn([.releases(package)])
    guard let entry = fetcher.metadata.releases(of: package)?.versions[version] else {
      throw Problem(.unsolvable, "has no version \(version)", subject: package.description)
    }
    return entry.version
  }

  /// Limits the step by preferring the newest version within it.
  private mutating func bound(
    _ identity: PackageIdentity, by options: UpdateOptions, _ contents: Contents,
    _ fetcher: inout Fetcher
  ) async throws(Problem) {
    guard let level = options.level, let pin = contents.pins[identity],
      let current = pin.state.version,
      let package = contents.reference(named: identity.description)
    else { return }
    try await fetcher.learn([.releases(package)])
    let requirement = contents.requirement(of: identity)
    let entries = fetcher.metadata.releases(of: package)?.versions.entries ?? []
    let best = entries.last { entry in
      guard !entry.version.isPrerelease || current.isPrerelease else { return false }
      guard let step = entry.version.step(from: current), step <= level else { return false }
      return requirement?.contains(entry.version) ?? true
    }
    prefer(best?.version ?? current, for: package, contents)
    if options.strict { wanted[identity] = best?.version ?? current }
  }

  /// Unlocks the dependencies of a package at its pinned state.
  private mutating func unlockDependencies(
    of package: PackageReference, _ contents: Contents, _ fetcher: inout Fetcher
  ) async throws(Problem) {
    for identity in try await fetcher.pinned([package], contents) where identity != package.identity
    {
      unlock(identity)
    }
  }

  /// Returns a requirement on the wanted version, as if it were the project's own.
  func demand(
    _ identity: PackageIdentity, _ version: SemanticVersion, _ contents: Contents
  ) throws(Problem) -> PackageDependency {
    guard let reference = contents.reference(named: identity.description) else {
      throw Problem(.usage, "is not a dependency", subject: identity.description)
    }
    let source: PackageDependency.Source =
      reference.kind == .registry ? .registry(reference.location) : .url(reference.location)
    return PackageDependency(source: source, requirement: .exact(version), range: 0..<0)
  }
}

/// The files and pins after a resolution.
struct Outcome {
  let before: Contents
  let after: Contents
  let edited: EditedFiles
  let pins: [Pin]
  let tools: ToolsVersion

  /// Compares the result with the files of the project.
  ///
  /// - Parameter keepsTrustedLock: keeps a lock whose origin hash still matches and that has all
  ///   required pins, as `swift package resolve` does.
  /// - Returns: the files that differ and the packages that moved.
  func change(keepsTrustedLock: Bool) -> Change {
    var files = edited.texts.values.map { text in
      FileChange(
        path: text.file,
        before: before.declarations.first { $0.text.file == text.file }?.text.bytes,
        after: text.bytes)
    }
    let isTrusted = keepsTrustedLock && before.lock?.originHash == after.originHash
    let isKept = isTrusted ? containsAll : isUnchanged
    if !isKept, after.writesLock {
      let lock = ResolvedFile(
        format: after.format(tools: tools), pins: pins, originHash: after.originHash)
      files.append(
        FileChange(
          path: after.lockPath, before: before.lockText?.bytes,
          after: pins.isEmpty ? nil : lock.bytes))
    }
    let moves = after.writesLock ? self.moves : self.moves.filter { $0.requirement != nil }
    var change = Change(files: files.sorted { $0.path < $1.path }, moves: isKept ? [] : moves)
    if !change.moves.isEmpty { change.requirements = requirements }
    return change
  }

  /// The edited requirements, each with its file.
  private var requirements: [Ecosystem.RequirementEdit] {
    var seen: Set<Ecosystem.RequirementEdit> = []
    return zip(before.declarations, after.declarations).compactMap { old, new in
      guard old.requirementText != new.requirementText else { return nil }
      let edit = Ecosystem.RequirementEdit(
        name: new.dependency.identity.description, file: new.text.file,
        before: old.requirementText, after: new.requirementText)
      return seen.insert(edit).inserted ? edit : nil
    }
  }

  /// Whether the old lock has all pins.
  private var containsAll: Bool {
    let old = before.pins
    return before.lock != nil && pins.allSatisfy { old[$0.identity]?.matches($0) == true }
  }

  private var isUnchanged: Bool {
    guard before.lock != nil || pins.isEmpty else { return false }
    return before.pins.count == pins.count && (pins.isEmpty || containsAll)
  }

  private var moves: [Move] {
    let old = before.pins
    let new = Dictionary(pins.map { ($0.identity, $0) }) { first, _ in first }
    let identities = Set(old.keys).union(new.keys).sorted()
    let moves = identities.compactMap { identity -> Move? in
      if let one = old[identity], let other = new[identity], one.state.isSame(as: other.state) {
        return nil
      }
      return move(identity, old[identity], new[identity])
    }
    return moves.filter { $0.kind == .direct } + moves.filter { $0.kind == .indirect }
  }

  private func move(_ identity: PackageIdentity, _ old: Pin?, _ new: Pin?) -> Move {
    let declaration = after.declaration(of: identity)
    let was = before.declaration(of: identity)?.requirementText
    let now = declaration?.requirementText
    let edit: Move.Edit? =
      if let was, let now, was != now { Move.Edit(before: was, after: now) } else { nil }
    let all = after.declarations.filter { $0.dependency.identity == identity }
    let isForTests = !all.isEmpty && all.allSatisfy(\.isDevelopment)
    return Move(
      name: identity.description, from: old?.shown, to: new?.shown,
      kind: declaration == nil ? .indirect : .direct,
      group: isForTests ? .development : .production, requirement: edit)
  }
}

extension Pin {
  /// The version, or the commit of a branch.
  fileprivate var shown: String {
    if case .branch(_, let revision) = state { revision } else { current }
  }
}
