import Ecosystem
import Text

/// Resolves as SwiftPM does.
extension SwiftPMProject {
  var lockPath: String { contents.lockPath }
  var lockBytes: [UInt8]? { contents.lockText?.bytes }
  var writesLock: Bool { contents.writesLock }

  func resolve(
    _ plan: inout SwiftPlan, since before: SwiftPMProject
  ) async throws(Problem) -> ResolvedFile {
    try await before.requireExplained(&plan)
    let pins = try await pins(&plan)
    try requireRemovable(pins)
    plan.warnings = try await uncertainties(about: pins, since: before, &plan.fetcher)
    return ResolvedFile(
      format: contents.format(tools: tools), pins: pins, originHash: contents.originHash)
  }

  /// Refuses to remove the lock of an Xcode project that has pins.
  ///
  /// If it has pins but no packages, its packages probably weren't found: Xcode can refer to them
  /// in ways that aren't known here.
  private func requireRemovable(_ pins: [Pin]) throws(Problem) {
    guard contents.isXcode, pins.isEmpty, contents.lock?.pins.isEmpty == false else { return }
    throw Problem(
      .refused, "pins packages, but \(contents.project.manifest) refers to none",
      subject: contents.lockPath, advice: "if no package is left, remove the file")
  }

  /// Solves with the plan's preferences, and again if they don't lead to the wanted versions.
  ///
  /// The second time the versions are requirements, so that a failure explains the conflict.
  private func pins(_ plan: inout SwiftPlan) async throws(Problem) -> [Pin] {
    var inputs = contents.inputs(pins: plan.pins)
    inputs.holdsBackUnreadable = plan.isForAll
    var pins = try await plan.fetcher.solve(inputs).pins(of: inputs)
    let missed = plan.missed(by: pins)
    if !missed.isEmpty {
      for (identity, version) in missed.sorted(by: { $0.key < $1.key }) {
        inputs.dependencies.append(try plan.demand(identity, version, contents))
      }
      pins = try await plan.fetcher.solve(inputs).pins(of: inputs)
    }
    try checkTags(pins)
    return pins.map { $0.located(contents.mirrors.original) }
  }

  /// Refuses a locked version whose tag was moved to another commit.
  private func checkTags(_ pins: [Pin]) throws(Problem) {
    let present = contents.pins
    for pin in pins {
      guard case .version(let version, let revision?) = pin.state,
        case .version(let old, let locked?)? = present[pin.identity]?.state,
        old == version, locked != revision
      else { continue }
      throw Problem(
        .refused, "has a tag that was moved: \(version) was \(locked) and is \(revision)",
        subject: pin.identity.description,
        advice: "find out why, then remove the pin from \(contents.lockPath)")
    }
  }
}

extension SwiftPMProject {
  func requireWritable() throws(Problem) {
    try SwiftDialect(tools).requireModeled(swift, lockPath)
  }

  /// Keeps a lock whose origin hash still matches and that has all required pins, as
  /// `swift package resolve` does; otherwise a lock with the same pins.
  func keepsLock(_ lock: ResolvedFile, _ plan: SwiftPlan, since before: SwiftPMProject) -> Bool {
    let old = before.contents.pins
    let present = before.contents.lock
    let hasAll = present != nil && lock.pins.allSatisfy { old[$0.identity]?.matches($0) == true }
    if plan.isLock, present?.originHash == lock.originHash { return hasAll }
    guard present != nil || lock.pins.isEmpty else { return false }
    return old.count == lock.pins.count && (lock.pins.isEmpty || hasAll)
  }

  func requirements(
    _ plan: SwiftPlan, since before: SwiftPMProject
  ) -> [Ecosystem.RequirementEdit] {
    var seen: Set<Ecosystem.RequirementEdit> = []
    return zip(before.contents.declarations, contents.declarations).compactMap { old, new in
      guard old.requirementText != new.requirementText else { return nil }
      let edit = Ecosystem.RequirementEdit(
        name: new.dependency.identity.description, file: new.text.file,
        before: old.requirementText, after: new.requirementText)
      return seen.insert(edit).inserted ? edit : nil
    }
  }

  func moves(
    to lock: ResolvedFile, _ plan: SwiftPlan, since before: SwiftPMProject
  ) -> [Move] {
    let old = before.contents.pins
    let new = Dictionary(lock.pins.map { ($0.identity, $0) }) { first, _ in first }
    let identities = Set(old.keys).union(new.keys).sorted()
    let moves = identities.compactMap { identity -> Move? in
      if let one = old[identity], let other = new[identity], one.state.isSame(as: other.state) {
        return nil
      }
      return move(identity, old[identity], new[identity], since: before)
    }
    return moves.filter { $0.kind == .direct } + moves.filter { $0.kind == .indirect }
  }

  private func move(
    _ identity: PackageIdentity, _ old: Pin?, _ new: Pin?, since before: SwiftPMProject
  ) -> Move {
    let declaration = contents.declaration(of: identity)
    let was = before.contents.declaration(of: identity)?.requirementText
    let now = declaration?.requirementText
    let edit: Move.Edit? =
      if let was, let now, was != now { Move.Edit(before: was, after: now) } else { nil }
    let all = contents.declarations.filter { $0.dependency.identity == identity }
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
