/// The time of a step in a resolution, relative to other steps.
final class StepMoment {
  /// The step above; nil for an importer.
  let parent: StepMoment?
  /// The number of the stage: direct dependencies with those below them, all others, missing peers.
  let stage: Int
  /// The place in the order in which steps begin.
  let number: Int
  /// The number of the round in which it is resolved.
  var round = 0
  let importer: Int
  let path: PackagePath
  /// Whether the answers of the registry can't change what is updated before the step begins.
  ///
  /// The steps below the direct dependencies of importers begin together, in the order of importers,
  /// and so do those of each importer's missing peers.
  let isExact: Bool
  /// The documents that the step waits for; known if it is below a direct dependency.
  let needs: StepNeeds

  init(_ step: Step, stage: Int, number: Int, isExact: Bool, needs: StepNeeds) {
    parent = step.parent
    self.stage = stage
    self.number = number
    self.isExact = isExact
    self.needs = needs
    importer = step.importer
    path = step.path
  }

  /// Whether an update at this moment can come before a step that isn't below it.
  ///
  /// A step begins together with the others of its parent, so it precedes all that is below those.
  func canPrecede(_ step: StepMoment, _ version: PnpmVersion) -> Bool {
    if version.has(.resolvesByDepth) { return round < step.round }
    guard stage <= step.stage else { return false }
    guard importer == step.importer, let parent = step.path.upper else { return true }
    return path.count <= parent.count || !path.ids.starts(with: parent.ids)
  }

  /// Whether an update at this moment surely comes before a step.
  func mustPrecede(_ step: StepMoment, _ version: PnpmVersion) -> Bool {
    if stage < step.stage, !isBelowDirect || step.stage > 1 { return true }
    let goesByDepth = version.has(.resolvesByDepth)
    if goesByDepth, round + 1 < step.round { return true }
    var above = step.parent
    while let next = above {
      if next === self || !goesByDepth && mustEndBefore(next, version) { return true }
      above = next.parent
    }
    return false
  }

  private var isBelowDirect: Bool { stage == 0 && parent != nil }

  /// Whether a step below a direct dependency surely ends before another one, which begins together
  /// with it: the other one needs the same documents, and asks for them later.
  ///
  ///     a > leaf
  ///     b > leaf, twig
  private func mustEndBefore(_ other: StepMoment, _ version: PnpmVersion) -> Bool {
    // pnpm 8 also waits for tarballs.
    guard isBelowDirect, other.isBelowDirect, !version.has(.keepsWithoutResolving) else {
      return false
    }
    return needs.areAnswered(before: other.needs, isFirst: number < other.number)
  }
}

/// The documents that a step waits for.
///
/// pnpm reads its cache for exact versions, as those of the lock are, before it asks the registry.
struct StepNeeds {
  /// Those that are asked for at once.
  var immediate: Set<DocumentRequest> = []
  /// Those of exact versions.
  var delayed: Set<DocumentRequest> = []
  /// Those that are there when the step begins.
  var present: Set<DocumentRequest> = []

  /// Whether all documents are there before those of a step that begins at the same time.
  ///
  /// - Parameters:
  ///   - other: the needs of the other step.
  ///   - isFirst: whether this step begins a moment before.
  /// - Returns: true if that is sure.
  func areAnswered(before other: StepNeeds, isFirst: Bool) -> Bool {
    immediate.union(delayed).allSatisfy { need in
      if present.contains(need) { return isFirst }
      guard other.immediate.contains(need) || other.delayed.contains(need) else { return false }
      switch (delayed.contains(need), other.immediate.contains(need)) {
      case (false, false): return true
      case (true, true): return false
      default: return isFirst
      }
    }
  }
}
