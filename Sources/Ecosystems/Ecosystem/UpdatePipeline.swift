import Text

/// Computes the change of a project with a lock file: the only sequence of these stages.
///
///     plan -> edit -> read -> prove -> resolve -> write -> verify -> compare
///
/// The project was read by `open`; the lookup of documents is a part of `plan` and `resolve`. A tool
/// implements its part of each stage as a `LockedProject`. The tools of JavaScript have their own
/// sequence, `JavaScript/Stages/Resolve.swift`, because its attempts run around all stages.
struct UpdatePipeline<Opened: LockedProject> {
  /// The project without edits.
  let before: Opened

  /// Runs all stages.
  func change(toward goal: Goal) async throws(Problem) -> Change {
    guard var plan = try await before.plan(for: goal) else { return Change(files: [], moves: []) }
    let edits = try await edits(of: plan)
    let after = edits.isEmpty ? before : try await before.reading(tree(with: edits))
    try after.prove(plan, since: before)
    let lock = try await after.resolve(&plan, since: before)
    var change = Change(files: edits.map(\.change), moves: [])
    if !after.keepsLock(lock, plan, since: before) {
      let file = try write(lock, plan, of: after)
      if after.writesLock {
        change.files.append(file)
        change.warnings = before.warnings(replacingWith: lock) + plan.warnings
      }
      change.moves = after.moves(to: lock, plan, since: before)
        .filter { after.writesLock || $0.requirement != nil }
    }
    change.files.sort { $0.path < $1.path }
    change.requirements = after.requirements(plan, since: before)
    change.heldBack = plan.heldBack
    return change
  }

  /// An edited manifest.
  private struct Edit {
    let old: SourceText
    let new: SourceText

    var change: FileChange { FileChange(path: old.file, before: old.bytes, after: new.bytes) }
  }

  /// Applies the replacements of a plan; files that they leave unchanged are left out.
  private func edits(of plan: Opened.Plan) async throws(Problem) -> [Edit] {
    var seen: Set<Replacement> = []
    let replacements = plan.replacements.filter { seen.insert($0).inserted }
    var edits: [Edit] = []
    for path in Set(replacements.map(\.file)).sorted() {
      let old = try await before.tree.read(path)
      edits.append(Edit(old: old, new: try old.edited(by: replacements)))
    }
    return edits.filter { $0.old.bytes != $0.new.bytes }
  }

  private func tree(with edits: [Edit]) -> SourceTree {
    before.tree.overlaying(
      Dictionary(edits.map { ($0.old.file, $0.new) }) { first, _ in first })
  }

  /// Writes a lock, and verifies it by parsing it again.
  ///
  /// A library has no lock to write; the check shows that its edit reaches the goal.
  private func write(
    _ lock: Opened.Plan.Lock, _ plan: Opened.Plan, of after: Opened
  ) throws(Problem) -> FileChange {
    if after.writesLock { try after.requireWritable() }
    let bytes = lock.fileBytes
    if let bytes {
      let again = try Opened.Plan.Lock(SourceText(file: after.lockPath, bytes: bytes))
      guard again.fileBytes == bytes, plan.isReached(by: again) else {
        throw Problem(
          .failed, "would be parsed differently than it was written", subject: after.lockPath)
      }
    }
    return FileChange(path: after.lockPath, before: before.lockBytes, after: bytes)
  }
}
